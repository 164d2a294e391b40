import SystemFiles

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
