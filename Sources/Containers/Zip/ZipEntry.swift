package import SystemFiles

/// A file or a directory whose bytes an open file has unpacked: a ZIP file that compresses nothing,
/// a file wrapper, or a copy of a container's files.
package struct ZipEntry {
    package let name: EntryName
    package let isDirectory: Bool
    var modified: FileTime?
    /// CRC-32 of the bytes; nil if nothing stores it.
    var checksum: UInt32?
    /// The range of the bytes in the file.
    let data: Range<Int64>

    /// Passes the bytes to `body` in pieces, each valid until it returns.
    ///
    /// - Throws: ``ScaryBugsError/Code/damaged`` after the last piece if their checksum is wrong.
    package func read(
        in file: borrowing File, _ body: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        try source(in: file)(body)
    }

    fileprivate func source(in file: borrowing File) -> ContainerEntry.Source {
        let (descriptor, fileName) = (file.descriptor, file.name)
        return { body in
            var sum: UInt32 = 0
            try descriptor.read(data, of: fileName) { bytes in
                sum = CRC32.of(bytes, after: sum)
                try body(bytes)
            }
            guard sum == checksum ?? sum else {
                throw name.error(.damaged, "is damaged: its checksum is wrong")
            }
        }
    }

    /// The first bytes, or all bytes of a shorter file.
    package func prefix(_ count: Int, in file: borrowing File) throws -> [UInt8] {
        try file.bytes(at: data.lowerBound, count: min(count, data.count))
    }

    /// The entry under a name without its first parts.
    package func dropping(_ count: Int) throws -> ZipEntry {
        let path = name.parts.dropFirst(count).joined(separator: "/")
        return try ZipEntry(
            name: EntryName(bytes: Array(path.utf8)), isDirectory: isDirectory, modified: modified,
            checksum: checksum, data: data)
    }
}

extension EntryChecks {
    /// Checks an entry as an entry of a container of its own, and passes it on.
    package func pass(_ entry: ZipEntry, in file: borrowing File) throws {
        let header = ArchiveHeader(
            size: Int64(entry.data.count), modified: entry.modified, isDirectory: entry.isDirectory)
        try pass(entry.name, header, checksum: entry.checksum, from: entry.source(in: file))
    }
}

/// Reads a ZIP file whose entries are not compressed, one entry after the other, in constant memory.
///
/// The directory must list the entries in the order of the file. A ZIP file may have millions of
/// entries, so the directory is never in memory as a whole. No entry expands, so the size of the file
/// bounds everything that is read.
package struct StoredZip {
    private var directory: ZipDirectory

    /// - Throws: ``ScaryBugsError`` whose message continues a sentence that starts with the file's name.
    package init(_ file: borrowing File) throws {
        directory = ZipDirectory(try ZipEnd(file))
    }

    package mutating func next(in file: borrowing File) throws -> ZipEntry? {
        guard let record = try directory.next(in: file) else {
            try directory.finish(in: file)
            return nil
        }
        guard record.method == 0 else { throw record.name.error(.refused, "is compressed") }
        let data = try directory.place(record, in: file)
        guard data.count == record.size else {
            throw record.name.error(.damaged, "has two different sizes")
        }
        return ZipEntry(
            name: record.name, isDirectory: record.name.endsInSlash,
            modified: try record.modified(), checksum: record.checksum, data: data)
    }
}

/// One record of a ZIP file's central directory (APPNOTE 4.3.12).
struct ZipRecord {
    let name: EntryName
    /// The name's bytes in the headers.
    let headerName: ArraySlice<UInt8>
    let flags: Int64
    let method: Int64
    let checksum: UInt32
    /// Sizes in bytes.
    let packedSize: Int64
    let size: Int64
    /// Offset of the local header, in bytes.
    let offset: Int64
    private let extra: ArraySlice<UInt8>

    /// - Parameter record: the bytes of the record, or more.
    init(_ record: ArraySlice<UInt8>) throws {
        guard try record.integer(at: 0, bytes: 4) == 0x0201_4B50 else {
            throw ScaryBugsError(.damaged, "a ZIP directory that is not in order")
        }
        headerName = try record.part(at: 46, count: Int(record.integer(at: 28, bytes: 2)))
        let extra = try record.part(
            at: 46 + headerName.count, count: Int(record.integer(at: 30, bytes: 2)))
        flags = try record.integer(at: 8, bytes: 2)
        method = try record.integer(at: 10, bytes: 2)
        checksum = try UInt32(record.integer(at: 16, bytes: 4))
        // Bit 11 means that the name is in UTF-8.
        let bytes = Array(headerName)
        name = try EntryName(bytes: flags & 0x800 == 0 ? CodePage437.decoded(bytes) : bytes)
        // The zip64 field has the numbers that have their maximum value here.
        var wide = try Self.field(0x0001, in: extra) ?? []
        func number(at offset: Int) throws -> Int64 {
            let number = try record.integer(at: offset, bytes: 4)
            guard number == 0xFFFF_FFFF else { return number }
            defer { wide = wide.dropFirst(8) }
            return try wide.integer(at: 0, bytes: 8)
        }
        (size, packedSize) = try (number(at: 24), number(at: 20))
        offset = try number(at: 42)
        self.extra = extra
        // A Unix file type counts even if the entry claims to come from another system.
        let mode = try UInt32(record.integer(at: 38, bytes: 4)) >> 16
        if case .other(let what)? = ArchiveHeader.Kind(mode: mode) { throw name.forbidden(what) }
        guard method == 0 || method == 8 else { throw unsupported }
    }

    private var unsupported: ScaryBugsError {
        if method == 99 { return name.encrypted }
        let names: [Int64: String] = [
            9: "Deflate64", 12: "bzip2", 14: "LZMA", 93: "Zstandard", 95: "xz",
        ]
        return name.error(
            .refused,
            "is compressed by \(names[method] ?? "ZIP method \(method)"), which is not read: unpack "
                + "the file first, then import what it holds")
    }

    /// The time of the last modification in Info-ZIP's extra field; nil if it is missing.
    func modified() throws -> FileTime? {
        guard let field = try Self.field(0x5455, in: extra), let flags = field.first, flags & 1 != 0
        else { return nil }
        return FileTime(seconds: try field.integer(at: 1, bytes: 4))
    }

    /// Returns the extra field with a number (APPNOTE 4.5); nil if it is missing.
    private static func field(
        _ number: Int64, in extra: ArraySlice<UInt8>
    ) throws -> ArraySlice<UInt8>? {
        var rest = extra
        var found: ArraySlice<UInt8>?
        // Some writers pad with fewer bytes than the head of a field needs.
        while rest.count >= 4 {
            let field = try rest.part(at: 4, count: Int(rest.integer(at: 2, bytes: 2)))
            if try rest.integer(at: 0, bytes: 2) == number {
                // Programs differ in which one they use.
                guard found == nil else {
                    throw ScaryBugsError(.damaged, "the same extra field twice in one ZIP entry")
                }
                found = field
            }
            rest = rest[field.endIndex...]
        }
        return found
    }
}

/// The encoding of names in ZIP files that do not declare UTF-8 (APPNOTE, appendix D).
enum CodePage437 {
    /// The characters of the bytes from 128 on. The last is a no-break space.
    private static let upper = Array(
        ("ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒ"
            + "áíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐"
            + "└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀"
            + "αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}").unicodeScalars)

    /// Returns a name of undeclared encoding in UTF-8. Bytes that are UTF-8 already stay, because many
    /// programs write it undeclared.
    static func decoded(_ bytes: [UInt8]) -> [UInt8] {
        if String(validating: bytes, as: UTF8.self) != nil || looksOverlong(bytes) { return bytes }
        return bytes.flatMap { byte in
            byte < 128 ? [byte] : Array(String(upper[Int(byte) - 128]).utf8)
        }
    }

    /// Whether a careless reader of UTF-8 would read other ASCII characters, such as `..`, in the
    /// bytes (RFC 3629, section 10). No name in this encoding has such pairs of characters.
    private static func looksOverlong(_ bytes: [UInt8]) -> Bool {
        zip(bytes, bytes.dropFirst()).contains { first, second in
            switch first {
            case 0xC0, 0xC1: (0x80...0xBF).contains(second)
            case 0xE0: (0x80...0x9F).contains(second)
            case 0xF0: (0x80...0x8F).contains(second)
            default: false
            }
        }
    }
}
