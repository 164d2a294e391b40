/// The workspace's memory of a shared folder. By it the next `sync` leaves bundles alone that are the same.
struct FolderMemory: Sendable {
    /// The size and the time of a bundle.
    struct FileVersion: Sendable {
        let size: Int64
        let time: FileTime

        /// FAT keeps pairs of seconds, so that a stick gives another time later.
        func isSame(as other: FileVersion) -> Bool {
            let isCoarse = time.isCoarse || other.time.isCoarse
            return size == other.size
                && (time == other.time || isCoarse && abs(time.seconds(since: other.time)) <= 2)
        }
    }

    /// A document as the folder has it.
    struct Document: Sendable {
        /// Its version here, as in ``Workspace/contentVersions()``.
        let version: Int64
        /// The number for all that said what to withhold when it was written.
        var policy: Int64 = 0
        /// Its number; nil if it came from others, or an earlier version of the program wrote it.
        var name: DocumentName?
        /// The path of the own bundle in the folder; nil if only others wrote one.
        let path: String?
    }

    /// The user's answer to what the folder gets; nil if nobody answered.
    var answer: String?
    /// A number for all that the last `sync` withheld.
    var policy: Int64 = 0
    /// The bundles that were read or written here, by their paths in the folder.
    var bundles: [String: FileVersion] = [:]
    /// By the keys of their identifiers.
    var documents: [Int64: Document] = [:]
    /// The bundles of documents that were deleted here, by their paths, with the keys of the identifiers.
    var deleted: [String: Int64] = [:]

    init(_ text: String) {
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: false)
            let numbers = parts.dropFirst().map { Int64($0) ?? 0 }
            let rest = { (count: Int) in parts.dropFirst(count).joined(separator: " ") }
            switch parts[0] {
            case "answer": answer = rest(1)
            case "policy" where numbers.count == 1: policy = numbers[0]
            case "bundle" where numbers.count > 3:
                let time = FileTime(
                    seconds: numbers[1], nanoseconds: Int32(truncatingIfNeeded: numbers[2]))
                bundles[rest(4)] = FileVersion(size: numbers[0], time: time)
            case let kind where Self.numberCounts[kind].map({ $0 < numbers.count }) == true:
                let count = Self.numberCounts[kind] ?? 0
                documents[numbers[0]] = Document(
                    version: numbers[1], policy: count > 2 ? numbers[2] : policy,
                    name: count > 3 && numbers[3] > 0 ? DocumentName(indexID: numbers[3]) : nil,
                    path: rest(count + 1).isEmpty ? nil : rest(count + 1))
            case "deleted" where numbers.count > 1: deleted[rest(2)] = numbers[0]
            default: break
            }
        }
    }

    /// Forgets which bundles were read, so that they are read again. An own bundle need not be, if its document
    /// is still the same.
    ///
    /// - Parameter versions: the versions of the documents here, by the keys of their identifiers.
    mutating func forgetBundles(but versions: [Int64: Int64]) {
        documents = documents.filter { $0.value.path != nil }
        let same = documents.filter { versions[$0.key] == $0.value.version }
        let kept = Set(same.values.compactMap(\.path))
        bundles = bundles.filter { kept.contains($0.key) }
    }

    /// The count of numbers in the line of a document. Earlier versions of the program wrote the first two.
    private static let numberCounts: [Substring: Int] = ["document": 2, "shared": 3, "own": 4]

    /// The text for ``init(_:)``. A name of two lines is somebody's joke, and stays unknown.
    var text: String {
        let files = bundles.filter { !$0.key.contains("\n") }.map { path, file in
            "bundle \(file.size) \(file.time.seconds) \(file.time.nanoseconds) \(path)\n"
        }
        let known = documents.map { key, document in
            "own \(key) \(document.version) \(document.policy) \(document.name?.indexID ?? 0) "
                + "\(document.path ?? "")\n"
        }
        let gone = deleted.filter { !$0.key.contains("\n") }.map { "deleted \($1) \($0)\n" }
        return (answer.map { "answer \($0)\n" } ?? "") + "policy \(policy)\n" + files.joined()
            + known.joined() + gone.joined()
    }
}
