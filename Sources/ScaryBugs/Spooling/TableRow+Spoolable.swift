extension TableRow: Spoolable {
    init(from reader: inout SpoolReader) throws {
        line = try Int(from: &reader)
        cells = try [TableCell](from: &reader)
        hasOtherFields = try Bool(from: &reader)
    }

    func write(to writer: inout SpoolWriter) {
        line.write(to: &writer)
        cells.write(to: &writer)
        hasOtherFields.write(to: &writer)
    }
}

extension TableCell: Spoolable {
    init(from reader: inout SpoolReader) throws {
        column = try String(from: &reader)
        position = try Int?(from: &reader)
        value = try TableValue(from: &reader)
    }

    func write(to writer: inout SpoolWriter) {
        column.write(to: &writer)
        position.write(to: &writer)
        value.write(to: &writer)
    }
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
            let names = try [String](from: &reader)
            let values = try [TableValue](from: &reader)
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
        case .list(let values):
            writer.write(Kind.list)
            values.write(to: &writer)
        case .object(let values):
            writer.write(Kind.object)
            Array(values.keys).write(to: &writer)
            Array(values.values).write(to: &writer)
        }
    }
}
