/// Reads a table of separated values, as spreadsheets write them.
final class SeparatedReader: TableReader {
    let usesDecimalComma: Bool

    private var scanner: SeparatedScanner
    private let header: TableHeader

    /// Bytes in which to look for the header.
    private static let prefixLength = 65_536

    /// Reads the header.
    ///
    /// - Parameters:
    ///   - file: an open file. The caller must keep it open while this reader is in use.
    ///   - separator: the character between values; nil to find it in the header. A first line such
    ///     as `sep=;` overrides it.
    /// - Throws: ``ScaryBugsError`` if the file is empty or not UTF-8, whose message follows the
    ///   file's name; ``TableError`` if the header is invalid.
    init(_ file: borrowing File, separator: UInt8?, limits: Limits = Limits()) throws {
        var bytes = try TableBytes(file, limits: limits)
        let raw = try file.prefix(Self.prefixLength)
        let prefix = Array(raw.dropFirst(ByteOrderMark(raw)?.length ?? 0))
        let announced = Separator.announced(in: prefix)
        if announced != nil {
            while try !bytes.readLineEnd(), try bytes.next() != nil {}
        }
        let separator = announced ?? separator ?? Separator.likeliest(in: prefix)
        usesDecimalComma = [UInt8(ascii: ";"), UInt8(ascii: "\t")].contains(separator)
        scanner = SeparatedScanner(bytes, separator: separator, limits: limits)
        guard let record = try scanner.next() else { throw ScaryBugsError(.damaged, "empty") }
        header = try TableHeader(record)
    }

    var columns: [String]? { header.names }

    func next() throws -> TableRow? {
        guard let record = try scanner.next() else { return nil }
        return TableRow(line: record.line, cells: try header.cells(of: record))
    }
}
