/// Reads a table of separated values, as spreadsheets write them.
final class SeparatedReader: TableReader {
    let usesDecimalComma: Bool

    private var scanner: SeparatedScanner
    private let header: TableHeader

    /// Enough of a file to find its header in.
    private static let prefixLength = 65_536

    /// Reads the header.
    ///
    /// - Parameters:
    ///   - file: kept open by the caller while this is in use.
    ///   - separator: what stands between the values; nil if the header tells. A first line such as
    ///     `sep=;` says it in any case.
    /// - Throws: ``ScaryBugsError`` that goes on after the file's name if it is empty or no UTF-8,
    ///   ``TableError`` if the header is wrong.
    init(_ file: borrowing File, separator: UInt8?, limits: Limits = Limits()) throws {
        var bytes = try TableBytes(file)
        let raw = try file.prefix(Self.prefixLength)
        let prefix = Array(raw.dropFirst(ByteOrderMark(raw)?.length ?? 0))
        let announced = Separator.announced(in: prefix)
        if announced != nil {
            while try !bytes.takeLineEnd(), try bytes.next() != nil {}
        }
        let separator = announced ?? separator ?? Separator.likeliest(in: prefix)
        usesDecimalComma = [UInt8(ascii: ";"), UInt8(ascii: "\t")].contains(separator)
        scanner = SeparatedScanner(bytes, separator: separator, limits: limits)
        guard let record = try scanner.next() else { throw ScaryBugsError(.damaged, "is empty") }
        header = try TableHeader(record)
    }

    var columns: [String]? { header.names }

    func next() throws -> TableRow? {
        guard let record = try scanner.next() else { return nil }
        return TableRow(line: record.line, cells: try header.cells(of: record))
    }
}
