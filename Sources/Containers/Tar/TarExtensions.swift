import SystemFiles

/// The blocks before a tar entry's own header that give it a longer name: records of pax
/// (https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html#tag_20_94_13_03), and names
/// of GNU tar.
///
/// libarchive passes names on as C strings, so a name would silently end at a NUL.
enum TarExtensions {
    private static let blockSize = 512

    /// - Parameter bytes: everything from the end of the entry before to the entry's contents.
    /// - Throws: ``ScaryBugsError/Code/refused`` if a name has a NUL.
    static func checkNames(in bytes: ArraySlice<UInt8>) throws {
        var rest = bytes
        while rest.count >= blockSize {
            let header = rest.prefix(blockSize)
            rest = rest.dropFirst(blockSize)
            // Blocks of zeros separate concatenated archives.
            if header.allSatisfy({ $0 == 0 }) { continue }
            let type = header[header.startIndex + 156]
            guard "gxXL".utf8.contains(type), let size = size(in: header) else { return }
            let contents = rest.prefix(size)
            rest = rest.dropFirst((size + blockSize - 1) / blockSize * blockSize)
            for name in type == UInt8(ascii: "L") ? [longName(contents)] : paxNames(contents)
            where name.contains(0) {
                throw EntryName.nulInName(Array(name))
            }
        }
    }

    /// The size of the contents; nil if it is no octal number.
    private static func size(in header: ArraySlice<UInt8>) -> Int? {
        let field = header.dropFirst(124).prefix(12)
        let digits = field.drop { $0 == UInt8(ascii: " ") }.prefix { $0 > UInt8(ascii: " ") }
        guard let size = Int(String(decoding: digits, as: UTF8.self), radix: 8), size >= 0 else {
            return nil
        }
        return min(size, Int(Int32.max))
    }

    /// The name without the NULs that fill its last block.
    private static func longName(_ contents: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        contents.lastIndex { $0 != 0 }.map { contents[...$0] } ?? []
    }

    /// The values of the records `LENGTH path=VALUE` and `LENGTH GNU.sparse.name=VALUE`.
    private static func paxNames(_ contents: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        var names: [ArraySlice<UInt8>] = []
        var rest = contents
        while let blank = rest.firstIndex(of: UInt8(ascii: " ")),
            let length = Int(String(decoding: rest[..<blank], as: UTF8.self)),
            length > blank - rest.startIndex + 1, length <= rest.count
        {
            let record = rest.prefix(length).dropFirst(blank + 1 - rest.startIndex).dropLast()
            rest = rest.dropFirst(length)
            guard let equals = record.firstIndex(of: UInt8(ascii: "=")) else { continue }
            let key = record[..<equals]
            if key.elementsEqual("path".utf8) || key.elementsEqual("GNU.sparse.name".utf8) {
                names.append(record[(equals + 1)...])
            }
        }
        return names
    }
}
