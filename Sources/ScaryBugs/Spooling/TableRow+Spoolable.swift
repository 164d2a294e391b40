extension TableRow: Spoolable {
    init(from reader: inout SpoolReader) throws {
        (line, cells, hasOtherFields) = try reader.read()
    }

    func write(to writer: inout SpoolWriter) { writer.write(line, cells, hasOtherFields) }
}

extension TableCell: Spoolable {
    init(from reader: inout SpoolReader) throws { (column, position, value) = try reader.read() }

    func write(to writer: inout SpoolWriter) { writer.write(column, position, value) }
}

extension TableValue: Spoolable {
    private enum Kind: Int, Spoolable {
        case null, boolean, integer, real, text, list, object
    }

    init(from reader: inout SpoolReader) throws {
        switch try Kind(from: &reader) {
        case .null: self = .null
        case .boolean: self = .boolean(try Bool(from: &reader))
        case .integer: self = .integer(try Int64(from: &reader))
        case .real: self = .real(try Double(from: &reader))
        case .text: self = .text(try String(from: &reader))
        case .list: self = .list(try [TableValue](from: &reader))
        case .object:
            let (names, values): ([String], [TableValue]) = try reader.read()
            self = .object(Dictionary(zip(names, values)) { first, _ in first })
        }
    }

    func write(to writer: inout SpoolWriter) {
        switch self {
        case .null: writer.write(Kind.null)
        case .boolean(let value): writer.write(Kind.boolean, value)
        case .integer(let number): writer.write(Kind.integer, number)
        case .real(let number): writer.write(Kind.real, number)
        case .text(let text): writer.write(Kind.text, text)
        case .list(let values): writer.write(Kind.list, values)
        case .object(let values):
            writer.write(Kind.object, Array(values.keys), Array(values.values))
        }
    }
}
