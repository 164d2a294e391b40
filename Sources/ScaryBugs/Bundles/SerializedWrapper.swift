/// A Cocoa file wrapper in its serialized form, which is what `.sbz` has under its gzip.
///
/// Nothing documents the form; this is what samples show. After the signature comes a directory: a
/// count, as many names, as many sizes, as many entries. An entry is its type and either the length
/// and bytes of a file or a directory again. What a length says a size says too; the two have to
/// agree, so that there is one way to read it.
final class SerializedWrapper {
    /// What is in the wrapper, each directory before its own entries.
    private(set) var entries: [WrapperEntry] = []

    private let file: File
    private let limits: Limits
    private var namesLeft: Int64

    static let signature = Array("rtfd".utf8) + [0, 0, 0, 0, 3, 0, 0, 0]

    /// Directories in one another: more than litter has, and no danger to the stack.
    private static let deepest = 16

    // MARK: Names that no file has

    /// Metadata, whose layout varies.
    private static let metadata = Array(".".utf8)
    /// The contents, where the wrapper is a single file.
    private static let contents = Array("..".utf8)
    /// The wrapper's own name.
    private static let preferredNames = [
        Array("__@PreferredName@__".utf8), Array("__@UTF8PreferredName@__".utf8),
    ]

    // MARK: Reading

    /// - Parameter file: a regular file that begins with ``signature``.
    init(_ file: consuming File, limits: Limits) throws {
        let size = try file.status().size
        self.file = file
        self.limits = limits
        // What has a name may be no file: so many more, and files are counted once they are known.
        namesLeft = Int64(limits.bundleEntries + Self.deepest * (2 + Self.preferredNames.count))
        try takeDirectory(nil, WrapperRegion(start: Int64(Self.signature.count), end: size))
    }

    /// Hands out the bytes of a file, piece by piece.
    func read(_ entry: WrapperEntry, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        try entry.bytes.read(in: file, body)
    }

    // MARK: Directories

    /// - Parameter directory: nil for the wrapper itself.
    private func takeDirectory(_ directory: EntryName?, _ region: WrapperRegion) throws {
        var rest = region
        let count = try rest.takeNumber(in: file)
        guard count <= namesLeft else { throw ScaryBugsError.tooManyEntries(limits) }
        namesLeft -= count
        let names = try (0..<count).map { _ in try takeName(&rest) }
        let sizes = try names.map { _ in try rest.takeNumber(in: file) }
        let regions = try sizes.map { try rest.take($0) }
        guard rest.count == 0 else {
            let subject = directory.map { "entry \($0.quoted) " } ?? ""
            throw ScaryBugsError(.damaged, subject + "has bytes behind the end of its last file")
        }
        for (name, region) in zip(names, regions) {
            try Interruption.check()
            try takeEntry(name, in: directory, region)
        }
    }

    private func takeName(_ rest: inout WrapperRegion) throws -> [UInt8] {
        let name = try rest.take(rest.takeNumber(in: file))
        guard name.count <= EntryName.longestPart else {
            throw ScaryBugsError(
                .refused, "has an entry with a name longer than \(EntryName.longestPart) bytes")
        }
        return try name.bytes(in: file)
    }

    // MARK: Entries

    private func takeEntry(
        _ ownName: [UInt8], in directory: EntryName?, _ region: WrapperRegion
    ) throws {
        if ownName == Self.metadata { return }
        if ownName == Self.contents, directory == nil {
            throw ScaryBugsError(
                .refused, "is a file wrapper around a single file, so it holds no document")
        }
        let name = try EntryName(ownName, in: directory)
        var rest = region
        switch try rest.takeNumber(in: file) {
        case 1:
            let bytes = try contents(of: name, rest)
            if Self.preferredNames.contains(ownName) { return }
            entries.append(WrapperEntry(name: name, kind: .regular, bytes: bytes))
        case 3:
            guard name.parts.count < Self.deepest else { throw ScaryBugsError.tooDeep(name) }
            let nothing = WrapperRegion(start: rest.end, end: rest.end)
            entries.append(WrapperEntry(name: name, kind: .directory, bytes: nothing))
            try takeDirectory(name, rest)
        default: throw ScaryBugsError.forbidden("a link or of an unknown kind", name)
        }
    }

    /// The bytes of a file: behind their length, or behind zeros that let them begin on a page.
    private func contents(of name: EntryName, _ region: WrapperRegion) throws -> WrapperRegion {
        let isPadded: Int64 = 0x8000_0000
        var rest = region
        var length = try rest.takeNumber(in: file)
        if length == isPadded {
            length = try rest.takeNumber(in: file)
            _ = try rest.take(rest.takeNumber(in: file))
        }
        guard rest.count == length else {
            throw ScaryBugsError(
                .damaged,
                "entry \(name.quoted) has \(rest.count) bytes and declares \(length)")
        }
        return rest
    }
}
