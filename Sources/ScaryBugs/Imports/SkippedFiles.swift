import Containers
import SystemPackage

/// The files that an import of many documents leaves out, with what the user can do about them.
struct SkippedFiles {
    private(set) var count = 0
    private var reasons: [String] = []
    private var pictures: [String] = []
    /// The first file about which the user can do something, with what to do.
    private var advice: String?

    /// - Parameters:
    ///   - name: the path in the directory or container.
    ///   - kind: what it is; nil for what is no file.
    mutating func add(_ name: String, as kind: SourceKind?) {
        count += 1
        switch kind {
        case .picture?: pictures.append(name)
        case .backup?: skip(name, "is a backup; 'restore FILE' takes it", isAdvice: true)
        case .foreign(let what)?:
            skip(name, what.hasPrefix("holds") ? what : "is \(what)", isAdvice: true)
        case .documents?: skip(name, "holds several documents; \(Self.nameIt)", isAdvice: true)
        case .table? where TableFormat.isNamedLikeTable(name):
            skip(name, "is a table; \(Self.nameIt)", isAdvice: true)
        case .propertyList?:
            skip(name, "is neither a document nor a bundle; \(Self.nameIt)")
        default: skip(name, "is neither a document nor a bundle")
        }
    }

    private mutating func skip(_ name: String, _ what: String, isAdvice: Bool = false) {
        reasons.append("skipped \(name), which \(what)")
        if isAdvice, advice == nil { advice = "\(name) in it \(what)" }
    }

    private static let nameIt = "name it alone to import it"

    mutating func add(directoryOfDocuments name: String) {
        count += 1
        skip(name, "is a directory of documents; \(Self.nameIt)", isAdvice: true)
    }

    /// Adds litter of another system, which may lie in a directory of litter.
    mutating func add(litter name: String) {
        count += 1
        if Litter.isConflictCopy(FilePath(name).lastComponent?.string ?? name) {
            skip(name, "is another version, which a synchronizer left; \(Self.nameIt)")
        } else {
            reasons.append("skipped \(name)")
        }
    }

    // MARK: Messages

    /// A warning for each of them, but one for all photographs.
    ///
    /// - Parameter remedy: tells how the photographs can be imported; nil to be silent about them.
    func warnings(photographs remedy: String?) -> [String] {
        guard let first = pictures.first, let remedy else { return reasons }
        let what =
            pictures.count == 1
            ? "\(first), which is a photograph"
            : "\(pictures.count.grouped) photographs, such as \(first)"
        return reasons + ["skipped \(what); \(remedy)"]
    }

    /// The reason why nothing can be imported.
    var refusal: ScaryBugsError {
        guard pictures.isEmpty else {
            return ScaryBugsError(
                .refused,
                "\(pictures.count.counting("photograph")), and documents only in directories below; "
                    + "--photographs imports the photographs")
        }
        return ScaryBugsError(
            .refused,
            "a directory with neither a data.plist nor documents, bundles or photographs in it"
                + (advice.map { "; \($0)" } ?? ""))
    }
}
