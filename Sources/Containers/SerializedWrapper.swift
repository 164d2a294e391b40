import SystemFiles
import SystemPackage

/// A serialized Cocoa file wrapper, the format of `.sbz` files inside their gzip compression.
///
/// No documentation of the format exists; this reader follows sample files. After the signature
/// comes a directory: a count, then that many names, sizes and entries. An entry has a type, then
/// either the length and bytes of a file, or another directory. Each file's length is stored twice,
/// as length and as size. The two must agree, so that the data has only one interpretation.
final class SerializedWrapper {
    /// The files and directories in the wrapper. A directory precedes its own entries.
    private(set) var entries: [ZipEntry] = []

    private let file: (descriptor: FileDescriptor, name: String)
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

    /// - Parameter file: a regular file that begins with ``signature``. The caller keeps it open
    ///   while this is in use.
    init(_ file: borrowing File, limits: ContainerLimits) throws {
        let size = try file.status().size
        self.file = (file.descriptor, file.name)
        self.limits = limits
        // Preferred names are not files, so more names than entries are allowed. ``EntryChecks``
        // applies the limit on entries.
        namesLeft =
            limits.entries.value
            + Int64(Self.deepest * (2 + Self.preferredNames.count))
        let start = Int64(Self.signature.count)
        guard start <= size else { throw Self.damage }
        try readDirectory(nil, start..<size)
    }

    private static let damage = ScaryBugsError(.damaged, "a truncated or damaged file wrapper")

    /// Removes the next `count` bytes from the front of a range, without reading them.
    private func region(
        _ count: Int64, from rest: inout Range<Int64>
    ) throws -> Range<Int64> {
        guard count <= rest.count else { throw Self.damage }
        let end = rest.lowerBound + count
        defer { rest = end..<rest.upperBound }
        return rest.lowerBound..<end
    }

    /// Reads and removes the next number, which has 32 bits and is little-endian.
    private func number(from rest: inout Range<Int64>) throws -> Int64 {
        let bytes = try file.descriptor.bytes(in: region(4, from: &rest), of: file.name)
        return try bytes[...].integer(at: 0, bytes: 4)
    }

    // MARK: Directories

    /// - Parameter directory: nil for the wrapper itself.
    private func readDirectory(_ directory: EntryName?, _ region: Range<Int64>) throws {
        var rest = region
        let count = try number(from: &rest)
        guard count <= namesLeft else { throw limits.tooManyEntries }
        namesLeft -= count
        let names = try (0..<count).map { _ in try readName(&rest) }
        let sizes = try names.map { _ in try number(from: &rest) }
        let regions = try sizes.map { try self.region($0, from: &rest) }
        guard rest.isEmpty else {
            let subject = directory.map { "entry \($0.quoted): " } ?? ""
            throw ScaryBugsError(.damaged, subject + "bytes behind the end of its last file")
        }
        for (name, region) in zip(names, regions) {
            try Interruption.check()
            try readEntry(name, in: directory, region)
        }
    }

    private func readName(_ rest: inout Range<Int64>) throws -> [UInt8] {
        let name = try region(number(from: &rest), from: &rest)
        guard name.count <= EntryName.longestPart else {
            throw ScaryBugsError(
                .refused, "an entry with a name longer than \(EntryName.longestPart) bytes")
        }
        return try file.descriptor.bytes(in: name, of: file.name)
    }

    // MARK: Entries

    private func readEntry(
        _ ownName: [UInt8], in directory: EntryName?, _ region: Range<Int64>
    ) throws {
        if ownName == Self.metadata { return }
        if ownName == Self.contents, directory == nil {
            throw ScaryBugsError(
                .refused, "a file wrapper around a single file, so it holds no document")
        }
        let name = try EntryName(ownName, in: directory)
        var rest = region
        switch try number(from: &rest) {
        case 1:
            let bytes = try contents(of: name, rest)
            if Self.preferredNames.contains(ownName) { return }
            entries.append(ZipEntry(name: name, isDirectory: false, data: bytes))
        case 3:
            guard name.parts.count < Self.deepest else {
                throw name.error(.refused, "is deeper than \(Self.deepest) directories")
            }
            let nothing = rest.upperBound..<rest.upperBound
            entries.append(ZipEntry(name: name, isDirectory: true, data: nothing))
            try readDirectory(name, rest)
        default: throw name.forbidden("a link or of an unknown kind")
        }
    }

    /// Finds the bytes of a file. They follow their length, or zeros that align them to a page.
    private func contents(of name: EntryName, _ region: Range<Int64>) throws -> Range<Int64> {
        let isPadded: Int64 = 0x8000_0000
        var rest = region
        var length = try number(from: &rest)
        if length == isPadded {
            length = try number(from: &rest)
            _ = try self.region(number(from: &rest), from: &rest)
        }
        guard rest.count == length else {
            throw name.error(
                .damaged, "has \(rest.count.grouped) bytes and declares \(length.grouped)")
        }
        return rest
    }
}

extension EntryName {
    fileprivate init(_ ownName: [UInt8], in directory: EntryName?) throws {
        let path = directory.map { Array(($0.path + "/").utf8) } ?? []
        try self.init(bytes: path + ownName)
        guard !ownName.isEmpty, !ownName.contains(UInt8(ascii: "/")) else {
            throw ScaryBugsError(
                .refused,
                "entry \(Self.quoted(path + ownName)) has an empty name, or a slash in it")
        }
    }
}

extension ArraySlice<UInt8> {
    /// Reads a little-endian integer of at most 8 bytes at an offset from the start of the slice.
    ///
    /// - Throws: ``ScaryBugsError/Code/damaged`` if it exceeds the slice or an `Int64`.
    func integer(at offset: Int, bytes count: Int) throws -> Int64 {
        let value = try part(at: offset, count: count).reversed().reduce(UInt64(0)) {
            $0 << 8 | UInt64($1)
        }
        guard let integer = Int64(exactly: value) else {
            throw ScaryBugsError(.damaged, "an impossible number in a header")
        }
        return integer
    }

    /// The bytes at an offset from the start of the slice.
    ///
    /// - Throws: ``ScaryBugsError/Code/damaged`` if they exceed the slice.
    func part(at offset: Int, count: Int) throws -> ArraySlice<UInt8> {
        guard offset >= 0, count >= 0, offset <= self.count, count <= self.count - offset else {
            throw ScaryBugsError(.damaged, "ends in the middle of a header")
        }
        return dropFirst(offset).prefix(count)
    }
}

extension FileDescriptor {
    /// Passes a range of a file to `body` in pieces, each valid until it returns.
    ///
    /// - Parameter name: the file's name, for messages.
    func read(
        _ range: Range<Int64>, of name: String, _ body: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        let buffer = UnsafeMutableRawBufferPointer.allocate(
            byteCount: min(1 << 17, range.count), alignment: 16)
        defer { buffer.deallocate() }
        var rest = range
        while !rest.isEmpty {
            try Interruption.check()
            let piece = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(rest.count))
            let count = try read(into: piece, at: rest.lowerBound, of: name)
            // Another program truncated the file.
            guard count > 0 else { throw ScaryBugsError(.damaged, "truncated while it was read") }
            try body(UnsafeRawBufferPointer(rebasing: piece.prefix(count)))
            rest = rest.dropFirst(count)
        }
    }

    /// Reads a range of a file.
    func bytes(in range: Range<Int64>, of name: String) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try read(range, of: name) { bytes += $0 }
        return bytes
    }
}
