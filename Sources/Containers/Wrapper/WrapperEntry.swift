import SystemFiles

struct WrapperEntry {
    let name: EntryName
    let isDirectory: Bool
    /// The range of a file's bytes; empty for a directory.
    let bytes: WrapperRegion

    var header: ArchiveHeader {
        ArchiveHeader(size: bytes.count, modified: nil, isDirectory: isDirectory)
    }
}

extension EntryName {
    init(_ ownName: [UInt8], in directory: EntryName?) throws {
        let path = directory.map { Array(($0.path + "/").utf8) } ?? []
        try self.init(bytes: path + ownName)
        guard !ownName.isEmpty, !ownName.contains(UInt8(ascii: "/")) else {
            throw ScaryBugsError(
                .refused,
                "entry \(Self.quoted(path + ownName)) has an empty name, or a slash in it")
        }
    }
}
