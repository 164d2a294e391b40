import Glibc
import TestSupport

@testable import ScaryBugFormats
@testable import ScaryBugRecords

/// A file with a table, removed with the last copy of this value.
struct TableFile {
    private let directory: TemporaryDirectory
    private var path: String

    init(_ bytes: [UInt8]) throws {
        directory = try TemporaryDirectory()
        path = try directory.write(bytes, to: "table")
    }

    init(_ text: String) throws {
        try self.init(Array(text.utf8))
    }

    /// A long table. Only one row is in memory at a time.
    init(_ first: String, _ row: String, count: Int) throws {
        try self.init(first)
        let file = try Directory.open(path: directory.path).createFile(named: "long")
        path = directory.path("long")
        try file.write(Array(first.utf8))
        for _ in 0..<count { try file.write(Array(row.utf8)) }
    }

    /// A table that begins a file of another size, whose rest is a hole.
    init(_ first: String, inFileOf size: Int) throws {
        try self.init(first)
        guard truncate(path, size) == 0 else { throw TestFailure("truncate: \(errno)") }
    }

    func open() throws -> File { try File.open(path: path) }

    /// Everything read from the file: the header, each row as `LINE: VALUE|VALUE`, and each error.
    func outcomes(as format: TableFormat, limits: Limits = Limits()) throws -> [String] {
        let file = try open()
        let reader = try format.reader(of: file, limits: limits)
        var outcomes = reader.columns.map { [$0.joined(separator: "|")] } ?? []
        while let outcome = try Self.outcome(of: reader) { outcomes.append(outcome) }
        return outcomes
    }

    private static func outcome(of reader: any TableReader) throws -> String? {
        do { return try reader.next().map(text) } catch let error as TableError {
            return error.description
        }
    }

    private static func text(of row: TableRow) -> String {
        "\(row.line): " + row.cells.map { text(of: $0) }.joined(separator: "|")
    }

    private static func text(of cell: TableCell) -> String {
        guard case .text(let text) = cell.value, cell.position != nil else {
            return "\(cell.column)=\(cell.value)"
        }
        return text
    }
}
