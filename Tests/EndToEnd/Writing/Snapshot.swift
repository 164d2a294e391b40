import Foundation
import TestSupport

/// All files of a program's home and working directory, except staged files, the
/// lock, the history, and the record of exchanges, which is no part of a step.
struct Snapshot: Equatable {
    private let contents: [String: [UInt8]]

    init(of program: Program) throws {
        var contents: [String: [UInt8]] = [:]
        for root in ["records", "work"] {
            let paths = FileManager.default.enumerator(atPath: program.directory.path(root))
            while let path = paths?.nextObject() as? String {
                let name = "\(root)/\(path)"
                if ["/Staging", "/History", "/Lock", "/exchanged.db"].contains(where: name.contains)
                {
                    continue
                }
                if ["records/users", "records/users/alice"].contains(name)
                    || name.hasSuffix("/Lost and Found")
                {
                    continue
                }
                let isDirectory =
                    paths?.fileAttributes?[.type] as? FileAttributeType == .typeDirectory
                guard let place = Self.place(of: name, isDirectory) else { continue }
                contents[place] = isDirectory ? [] : try program.directory.bytes(of: name)
            }
        }
        self.contents = contents
    }

    /// A message has a random name and is one whatever its number; no other part of an inbox counts.
    private static func place(of name: String, _ isDirectory: Bool) -> String? {
        guard name.hasPrefix("records/inboxes") else { return name }
        let parts = name.split(separator: "/")
        return isDirectory ? nil : parts[3] == "tmp" ? "records/.scarybug-tmp" : "records/message"
    }

    /// The sizes of all files, but of bundles only that they are there. Contents can't be compared,
    /// because documents and authors get random identifiers, which make bundles shorter or longer.
    func outline(withLitter hasLitter: Bool = true) -> [String: Int] {
        let files = contents.filter { hasLitter || !Self.isLitter($0.key) }
        let sizes = files.map { path, bytes in
            let isBundle = path.hasPrefix("work/") && path.hasSuffix(".scarybug")
            return (path, isBundle || path == "records/message" ? 0 : bytes.count)
        }
        return Dictionary(uniqueKeysWithValues: sizes)
    }

    /// The directories of documents that differ from another snapshot.
    func documents(changedSince other: Snapshot) -> Set<String> {
        Set(
            difference(from: other).compactMap { path in
                path.split(separator: "/").first { $0.hasSuffix(".scarybug") }.map(String.init)
            })
    }

    var hasDocuments: Bool { contents.keys.contains { $0.hasSuffix(".scarybug/data.plist") } }

    var litter: [String] { contents.keys.filter(Self.isLitter).sorted() }

    private static func isLitter(_ path: String) -> Bool { path.contains("/.scarybug-") }

    /// The differences from another snapshot, for a message.
    func difference(from other: Snapshot) -> [String] {
        Set(contents.keys).union(other.contents.keys).filter {
            contents[$0] != other.contents[$0]
        }.sorted()
    }
}
