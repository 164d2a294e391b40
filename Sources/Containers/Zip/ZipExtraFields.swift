import SystemFiles

/// The extra fields of a ZIP header (APPNOTE 4.5). Each has a number, a length and bytes.
struct ZipExtraFields {
    private let fields: [(id: UInt16, bytes: ArraySlice<UInt8>)]

    init(_ bytes: ArraySlice<UInt8>) throws {
        var fields: [(id: UInt16, bytes: ArraySlice<UInt8>)] = []
        let reader = ByteReader(bytes)
        var position = 0
        // Some writers pad with fewer bytes than the head of a field needs.
        while position + 4 <= reader.count {
            let length = try Int(reader.uint16(at: position + 2))
            let field = try reader.slice(at: position + 4, count: length)
            fields.append((try reader.uint16(at: position), field))
            position += 4 + length
        }
        self.fields = fields
    }

    /// Returns the field with a number; nil if it is missing.
    ///
    /// - Throws: ``ScaryBugsError/Code/damaged`` if it occurs twice, because programs differ in
    ///   which one they use.
    func field(_ id: UInt16) throws -> ArraySlice<UInt8>? {
        let found = fields.filter { $0.id == id }
        guard found.count <= 1 else {
            throw ScaryBugsError(.damaged, "the same extra field twice in one ZIP entry")
        }
        return found.first?.bytes
    }

    /// Returns the Unicode name in Info-ZIP's field 0x7075 if it belongs to `name`; otherwise nil.
    /// The field has a checksum of `name`, because a program that doesn't know the field may rename
    /// the entry and leave the field unchanged.
    func unicodeName(for name: [UInt8]) throws -> [UInt8]? {
        guard let field = try field(0x7075), field.first == 1, field.count > 5 else { return nil }
        guard try ByteReader(field).uint32(at: 1) == CRC32.of(name) else { return nil }
        return Array(field.dropFirst(5))
    }

    /// Returns the time of the last modification in Info-ZIP's field 0x5455; nil if it is missing.
    func modified() throws -> FileTime? {
        guard let field = try field(0x5455), let flags = field.first, flags & 1 != 0 else {
            return nil
        }
        return FileTime(seconds: Int64(try ByteReader(field).uint32(at: 1)))
    }
}
