/// A file or a directory in a serialized file wrapper.
struct WrapperEntry {
    let name: EntryName
    let kind: ArchiveHeader.Kind
    /// Where a file's bytes are; a directory has none of its own.
    let bytes: WrapperRegion

    var header: ArchiveHeader {
        ArchiveHeader(
            name: Array(name.parts.joined(separator: "/").utf8), kind: kind, size: bytes.count,
            modified: nil, isEncrypted: false)
    }
}

extension EntryName {
    /// The name of what stands in a directory under a name of its own.
    init(_ ownName: [UInt8], in directory: EntryName?) throws {
        let path = directory.map { Array(($0.parts.joined(separator: "/") + "/").utf8) } ?? []
        try self.init(bytes: path + ownName)
        guard !ownName.isEmpty, !ownName.contains(UInt8(ascii: "/")) else {
            throw ScaryBugsError(
                .refused,
                "entry \(Self.quoted(path + ownName)) has an empty name, or a slash in it")
        }
    }
}
