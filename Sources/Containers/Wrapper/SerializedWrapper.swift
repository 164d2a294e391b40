import SystemFiles

/// A serialized Cocoa file wrapper, the format of `.sbz` files inside their gzip compression.
///
/// No documentation of the format exists; this reader follows sample files. After the signature
/// comes a directory: a count, then that many names, sizes and entries. An entry has a type, then
/// either the length and bytes of a file, or another directory. Each file's length is stored twice,
/// as length and as size. The two must agree, so that the data has only one interpretation.
final class SerializedWrapper {
    /// The files and directories in the wrapper. A directory precedes its own entries.
    private(set) var entries: [WrapperEntry] = []

    private let file: File
    private let limits: ContainerLimits
    private var namesLeft: Int64

    static let signature = Array("rtfd".utf8) + [0, 0, 0, 0, 3, 0, 0, 0]

    /// Maximum nesting of directories. Metadata of other systems stays below it, and recursion to
    /// this depth can't overflow the stack.
    private static let deepest = 16

    // MARK: Names that no file has

    /// Metadata in a layout that varies.
    private static let metadata = Array(".".utf8)
    /// The contents of a wrapper that is a single file.
    private static let contents = Array("..".utf8)
    /// The wrapper's own name.
    private static let preferredNames = [
        Array("__@PreferredName@__".utf8), Array("__@UTF8PreferredName@__".utf8),
    ]

    // MARK: Reading

    /// - Parameter file: a regular file that begins with ``signature``.
    init(_ file: consuming File, limits: ContainerLimits) throws {
        let size = try file.status().size
        self.file = file
        self.limits = limits
        // Preferred names are not files, so more names than entries are allowed. ``EntryChecks``
        // applies the limit on entries.
        namesLeft =
            limits.entries.value
            + Int64(Self.deepest * (2 + Self.preferredNames.count))
        try readDirectory(nil, WrapperRegion(start: Int64(Self.signature.count), end: size))
    }

    func read(_ entry: WrapperEntry, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        try entry.bytes.read(in: file, body)
    }

    // MARK: Directories

    /// - Parameter directory: nil for the wrapper itself.
    private func readDirectory(_ directory: EntryName?, _ region: WrapperRegion) throws {
        var rest = region
        let count = try rest.readNumber(in: file)
        guard count <= namesLeft else { throw limits.tooManyEntries }
        namesLeft -= count
        let names = try (0..<count).map { _ in try readName(&rest) }
        let sizes = try names.map { _ in try rest.readNumber(in: file) }
        let regions = try sizes.map { try rest.readRegion($0) }
        guard rest.count == 0 else {
            let subject = directory.map { "entry \($0.quoted): " } ?? ""
            throw ScaryBugsError(.damaged, subject + "bytes behind the end of its last file")
        }
        for (name, region) in zip(names, regions) {
            try Interruption.check()
            try readEntry(name, in: directory, region)
        }
    }

    private func readName(_ rest: inout WrapperRegion) throws -> [UInt8] {
        let name = try rest.readRegion(rest.readNumber(in: file))
        guard name.count <= EntryName.longestPart else {
            throw ScaryBugsError(
                .refused, "an entry with a name longer than \(EntryName.longestPart) bytes")
        }
        return try name.bytes(in: file)
    }

    // MARK: Entries

    private func readEntry(
        _ ownName: [UInt8], in directory: EntryName?, _ region: WrapperRegion
    ) throws {
        if ownName == Self.metadata { return }
        if ownName == Self.contents, directory == nil {
            throw ScaryBugsError(
                .refused, "a file wrapper around a single file, so it holds no document")
        }
        let name = try EntryName(ownName, in: directory)
        var rest = region
        switch try rest.readNumber(in: file) {
        case 1:
            let bytes = try contents(of: name, rest)
            if Self.preferredNames.contains(ownName) { return }
            entries.append(WrapperEntry(name: name, isDirectory: false, bytes: bytes))
        case 3:
            guard name.parts.count < Self.deepest else {
                throw name.error(.refused, "is deeper than \(Self.deepest) directories")
            }
            let nothing = WrapperRegion(start: rest.end, end: rest.end)
            entries.append(WrapperEntry(name: name, isDirectory: true, bytes: nothing))
            try readDirectory(name, rest)
        default: throw name.forbidden("a link or of an unknown kind")
        }
    }

    /// Finds the bytes of a file. They follow their length, or zeros that align them to a page.
    private func contents(of name: EntryName, _ region: WrapperRegion) throws -> WrapperRegion {
        let isPadded: Int64 = 0x8000_0000
        var rest = region
        var length = try rest.readNumber(in: file)
        if length == isPadded {
            length = try rest.readNumber(in: file)
            _ = try rest.readRegion(rest.readNumber(in: file))
        }
        guard rest.count == length else {
            throw name.error(
                .damaged, "has \(rest.count.grouped) bytes and declares \(length.grouped)")
        }
        return rest
    }
}
