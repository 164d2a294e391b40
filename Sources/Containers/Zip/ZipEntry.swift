package import SystemFiles

/// One record of a ZIP file's central directory (APPNOTE 4.3.12), checked by itself.
package struct ZipEntry {
    package private(set) var name: EntryName
    /// The name's bytes in the headers, before any Unicode extra field applies.
    let headerName: [UInt8]
    let flags: UInt16
    let method: UInt16
    let checksum: UInt32
    /// Sizes in bytes.
    let packedSize: Int64
    let size: Int64
    /// Offset of the local header, in bytes.
    let offset: Int64
    /// Range of the packed bytes, set after the local header has been read.
    var data: Range<Int64> = 0..<0
    /// Length of the record in bytes.
    let recordLength: Int
    private(set) var modified: FileTime?

    package let isDirectory: Bool
    /// Whether sizes and checksum follow the data instead of being in the local header.
    var hasDescriptor: Bool { flags & 0x8 != 0 }

    init(_ record: ByteReader) throws {
        let nameLength = try Int(record.uint16(at: 28))
        let extraLength = try Int(record.uint16(at: 30))
        let extra = try ZipExtraFields(record.slice(at: 46 + nameLength, count: extraLength))
        guard try record.uint32(at: 0) == 0x0201_4B50 else {
            throw ScaryBugsError(.damaged, "a ZIP directory that is not in order")
        }
        flags = try record.uint16(at: 8)
        method = try record.uint16(at: 10)
        checksum = try record.uint32(at: 16)
        headerName = try Array(record.slice(at: 46, count: nameLength))
        name = try Self.name(headerName, isUTF8: flags & 0x800 != 0, extra)
        isDirectory = name.endsInSlash
        let wide = try Self.wide(record, extra, name)
        (size, packedSize, offset) = (wide.size, wide.packedSize, wide.offset)
        recordLength = try 46 + nameLength + extraLength + Int(record.uint16(at: 32))
        try checkKind(attributes: record.uint32(at: 38))
        try checkPacking()
        modified = try extra.modified()
    }

    /// - Parameter isUTF8: whether the entry declares UTF-8. Many programs write it undeclared.
    private static func name(
        _ bytes: [UInt8], isUTF8: Bool, _ extra: ZipExtraFields
    ) throws -> EntryName {
        // Programs that don't know the field use the header's name, which may be in any encoding.
        try EntryName.checkHarmless(bytes)
        if let override = try extra.unicodeName(for: bytes) {
            return try EntryName(bytes: override)
        }
        let isText =
            isUTF8 || CodePage437.looksOverlong(bytes)
            || String(validating: bytes, as: UTF8.self) != nil
        return try EntryName(bytes: isText ? bytes : CodePage437.utf8(bytes))
    }

    /// Reads the sizes and the offset. If one of them has its maximum value, the zip64 field has
    /// the actual value, in this order.
    private static func wide(
        _ record: ByteReader, _ extra: ZipExtraFields, _ name: EntryName
    ) throws -> (size: Int64, packedSize: Int64, offset: Int64) {
        let field = try ByteReader(extra.field(0x0001) ?? [])
        var position = 0
        func value(at offset: Int) throws -> Int64 {
            let narrow = try record.uint32(at: offset)
            if narrow != 0xFFFF_FFFF { return Int64(narrow) }
            defer { position += 8 }
            guard let value = try Int64(exactly: field.uint64(at: position)) else {
                throw name.error(.damaged, "has an impossible size")
            }
            return value
        }
        let size = try value(at: 24)
        let packedSize = try value(at: 20)
        return try (size, packedSize, value(at: 42))
    }

    /// Checks the Unix file type, which the upper 16 bits hold. It is checked even if the entry
    /// claims to come from another system.
    private func checkKind(attributes: UInt32) throws {
        let kind = ArchiveHeader.Kind(mode: attributes >> 16)
        switch kind {
        case nil: break
        case .regular where !isDirectory: break
        case .directory where isDirectory: break
        case .regular, .directory:
            throw name.error(.damaged, "is called both a file and a directory")
        case .other(let what): throw name.forbidden(what)
        }
        guard !isDirectory || size == 0 else {
            throw name.error(.damaged, "is a directory with contents")
        }
    }

    private func checkPacking() throws {
        // Bit 0 means encryption, bit 6 strong encryption, and bit 13 masked header values.
        guard flags & 0x2041 == 0, method != 99 else { throw name.encrypted }
        // Stored, deflated, bzip2, Zstandard, xz: the same compressions that a tar file may have.
        guard [0, 8, 12, 93, 95].contains(method) else {
            throw name.error(
                .refused,
                "is packed with ZIP method \(method), which is not supported; "
                    + "pack it again as an ordinary ZIP file")
        }
        guard method != 0 || packedSize == size else {
            throw name.error(.damaged, "has two different sizes")
        }
    }
}

extension ZipEntry {
    /// An entry of any container whose bytes were copied.
    ///
    /// - Parameters:
    ///   - checksum: the CRC-32 of the bytes.
    ///   - data: their range in the copy.
    init(_ entry: ContainerEntry, checksum: UInt32, copiedTo data: Range<Int64>) {
        (name, modified) = (entry.name, entry.modified)
        (headerName, flags, method, recordLength) = ([], 0, 0, 0)
        (self.checksum, self.data, offset) = (checksum, data, data.lowerBound)
        (size, packedSize) = (Int64(data.count), Int64(data.count))
        isDirectory = entry.isDirectory
    }

    /// The first bytes of an entry that is not compressed.
    package func prefix(_ count: Int, in file: borrowing File) throws -> [UInt8] {
        try file.bytes(at: data.lowerBound, count: min(count, data.count))
    }

    /// The entry under a name without its first parts.
    package func dropping(_ count: Int) throws -> ZipEntry {
        var entry = self
        entry.name = try EntryName(
            bytes: Array(name.parts.dropFirst(count).joined(separator: "/").utf8))
        return entry
    }
}
