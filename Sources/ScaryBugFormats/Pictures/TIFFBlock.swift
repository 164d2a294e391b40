/// A TIFF file, or the block of the same form in which a picture of another type has its EXIF data
/// (CIPA DC-008).
///
/// An entry whose value lies outside the block has no value.
struct TIFFBlock {
    /// The place in the file. Offsets count from its beginning.
    private let place: Range<Int64>
    private let isLittle: Bool
    private let first: Int64

    /// The entries of a directory by their tags.
    typealias Entries = [Int64: Entry]

    struct Entry {
        fileprivate let type: Int64
        fileprivate let count: Int64
        /// The value, or its offset if it needs more than four bytes.
        fileprivate let value: ArraySlice<UInt8>
    }

    /// - Returns: nil if the place has no such block.
    init?(_ place: Range<Int64>, in file: borrowing File) throws {
        let head = try file.bytes(of: place, atMost: 8)
        guard head.count == 8, head[0] == head[1], [0x49, 0x4D].contains(head[0]) else {
            return nil
        }
        isLittle = head[0] == 0x49
        guard File.number(head[2..<4], isLittle) == 42 else { return nil }
        first = File.number(head[4...], isLittle)
        self.place = place
    }

    func firstDirectory(in file: borrowing File) throws -> Entries {
        try directory(at: first, in: file)
    }

    /// The directories that follow one another, up to ``mostDirectories``, since a list may lead back to its
    /// beginning; nil if one lies outside, or has too many entries.
    func directories(in file: borrowing File) throws -> [Entries]? {
        var (directories, offset) = ([] as [Entries], first)
        while offset != 0, directories.count < Self.mostDirectories {
            guard let rest = rest(from: offset),
                let count = try file.number(at: rest.lowerBound, 2, isLittle),
                count <= Self.mostEntries,
                let next = try file.number(at: rest.lowerBound + 2 + 12 * count, 4, isLittle)
            else { return nil }
            directories.append(try directory(at: offset, in: file))
            offset = next
        }
        return directories
    }

    static let mostDirectories = 1_000

    /// The directory to which an entry leads; empty if there is none.
    func directory(_ entry: Entry?, in file: borrowing File) throws -> Entries {
        guard let offset = try integer(entry, in: file) else { return [:] }
        return try directory(at: offset, in: file)
    }

    private func directory(at offset: Int64, in file: borrowing File) throws -> Entries {
        guard let rest = rest(from: offset) else { return [:] }
        let head = try file.bytes(of: rest, atMost: 2)
        let count = min(Int(File.number(head[...], isLittle)), Self.mostEntries)
        let bytes = try file.bytes(of: rest, atMost: 2 + 12 * count).dropFirst(2)
        var entries: Entries = [:]
        var entry = bytes.prefix(12)
        while entry.count == 12 {
            let start = entry.startIndex
            entries[File.number(entry.prefix(2), isLittle)] = Entry(
                type: File.number(entry[start + 2..<start + 4], isLittle),
                count: File.number(entry[start + 4..<start + 8], isLittle), value: entry.suffix(4))
            entry = bytes[entry.endIndex...].prefix(12)
        }
        return entries
    }

    /// No camera writes as many.
    private static let mostEntries = 1_000

    private func rest(from offset: Int64) -> Range<Int64>? {
        guard offset >= 0, offset < place.upperBound - place.lowerBound else { return nil }
        return place.lowerBound + offset..<place.upperBound
    }

    // MARK: Values

    /// The bytes of the values; nil if they have another type, are more than `most`, or lie outside
    /// the block.
    private func bytes(
        _ entry: Entry?, _ types: [Int64: Int], most: Int64, in file: borrowing File
    ) throws -> ArraySlice<UInt8>? {
        guard let entry, let size = types[entry.type], 1...most ~= entry.count else { return nil }
        let count = Int(entry.count) * size
        if count <= 4 { return entry.value.prefix(count) }
        guard let rest = rest(from: File.number(entry.value, isLittle)) else { return nil }
        let bytes = try file.bytes(of: rest, atMost: count)
        return bytes.count == count ? bytes[...] : nil
    }

    /// A whole number of two or four bytes.
    func integer(_ entry: Entry?, in file: borrowing File) throws -> Int64? {
        try bytes(entry, [3: 2, 4: 4, 13: 4], most: 1, in: file).map { File.number($0, isLittle) }
    }

    /// Whole numbers of two or four bytes; empty without an entry, and nil if they lie outside.
    func integers(_ entry: Entry?, in file: borrowing File) throws -> [Int64]? {
        guard let entry else { return [] }
        let size = entry.type == 3 ? 2 : 4
        return try bytes(entry, [entry.type: size], most: 65_536, in: file).map { bytes in
            stride(from: bytes.startIndex, to: bytes.endIndex, by: size).map {
                File.number(bytes[$0..<$0 + size], isLittle)
            }
        }
    }

    /// A short text up to its first zero byte; nil if it isn't ASCII.
    func text(_ entry: Entry?, in file: borrowing File) throws -> String? {
        guard let bytes = try bytes(entry, [2: 1], most: 100, in: file)?.prefix(while: { $0 != 0 })
        else { return nil }
        return bytes.allSatisfy { $0 < 0x80 } ? String(decoding: bytes, as: UTF8.self) : nil
    }

    /// Bytes of any meaning: a text, an XMP packet, an IPTC block.
    func data(_ entry: Entry?, in file: borrowing File) throws -> [UInt8]? {
        // Some programs write a block of IPTC as numbers of four bytes.
        let sizes: [Int64: Int] = [1: 1, 2: 1, 4: 4, 7: 1]
        return try bytes(entry, sizes, most: Int64(PictureNotes.mostBytes / 4), in: file)
            .map(Array.init)
    }

    /// The numerators and denominators of at most three fractions without a sign.
    func fractions(_ entry: Entry?, in file: borrowing File) throws -> [Fraction] {
        guard let bytes = try bytes(entry, [5: 8], most: 3, in: file) else { return [] }
        return stride(from: bytes.startIndex, to: bytes.endIndex, by: 8).map {
            Fraction(
                above: File.number(bytes[$0..<$0 + 4], isLittle),
                below: File.number(bytes[$0 + 4..<$0 + 8], isLittle))
        }
    }

    struct Fraction {
        let above: Int64
        let below: Int64

        /// - Returns: nil for a denominator of 0.
        var value: Double? { below == 0 ? nil : Double(above) / Double(below) }
        var isUndefined: Bool { above == 0 && below == 0 }
    }
}
