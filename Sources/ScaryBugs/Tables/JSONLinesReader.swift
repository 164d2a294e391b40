/// Reads a table of JSON objects, one on each line (jsonlines.org).
final class JSONLinesReader: TableReader {
    var columns: [String]? { nil }
    var usesDecimalComma: Bool { false }

    private var bytes: TableBytes
    private let limit: Int

    /// - Parameter file: an open file. The caller must keep it open while this reader is in use.
    /// - Throws: ``ScaryBugsError`` if the file is not UTF-8. Its message follows the file's name.
    init(_ file: borrowing File, limits: Limits = Limits()) throws {
        bytes = try TableBytes(file, limits: limits)
        limit = limits.textFileBytes
    }

    func next() throws -> TableRow? {
        while try bytes.peek() != nil {
            bytes.beginRow()
            let number = bytes.line
            let line = try readLine(number)
            if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { continue }
            return TableRow(line: number, cells: try JSONLine(line, number: number).cells())
        }
        return nil
    }

    private func readLine(_ number: Int) throws -> [UInt8] {
        var line: [UInt8] = []
        var isTooLong = false
        while try !bytes.readLineEnd(), let byte = try bytes.next() {
            isTooLong = line.count == limit
            if !isTooLong { line.append(byte) }
        }
        if isTooLong {
            throw TableError(
                line: number,
                "the row is longer than \(limit.grouped) bytes" + Limits.Name.textFileBytes.remedy)
        }
        return line
    }
}
