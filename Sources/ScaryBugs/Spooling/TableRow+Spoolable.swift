extension TableRow: Spoolable {
    init(from reader: inout SpoolReader) throws {
        line = try reader.number()
        cells = try reader.list { try TableCell(from: &$0) }
        hasOtherFields = try reader.flag()
    }

    func write(to writer: inout SpoolWriter) {
        writer.write(line)
        writer.write(cells) { $0.write(to: &$1) }
        writer.write(hasOtherFields)
    }
}

extension TableCell: Spoolable {
    init(from reader: inout SpoolReader) throws {
        column = try reader.text()
        position = try reader.optionalNumber()
        value = try TableValue(from: &reader)
    }

    func write(to writer: inout SpoolWriter) {
        writer.write(column)
        writer.write(position)
        value.write(to: &writer)
    }
}

extension TableValue: Spoolable {
    private enum Kind: Int {
        case null, boolean, integer, real, text, list, object
    }

    init(from reader: inout SpoolReader) throws {
        switch Kind(rawValue: try reader.number()) {
        case .null: self = .null
        case .boolean: self = .boolean(try reader.flag())
        case .integer: self = .integer(Int64(try reader.number()))
        case .real:
            self = .real(Double(bitPattern: UInt64(bitPattern: Int64(try reader.number()))))
        case .text: self = .text(try reader.text())
        case .list: self = .list(try reader.list { try TableValue(from: &$0) })
        case .object:
            let entries = try reader.list { (try $0.text(), try TableValue(from: &$0)) }
            self = .object(Dictionary(entries) { first, _ in first })
        case nil: throw SpoolReader.damage
        }
    }

    func write(to writer: inout SpoolWriter) {
        switch self {
        case .null: writer.write(Kind.null.rawValue)
        case .boolean(let value):
            writer.write(Kind.boolean.rawValue)
            writer.write(value)
        case .integer(let number):
            writer.write(Kind.integer.rawValue)
            writer.write(Int(number))
        case .real(let number):
            writer.write(Kind.real.rawValue)
            writer.write(Int(Int64(bitPattern: number.bitPattern)))
        case .text(let text):
            writer.write(Kind.text.rawValue)
            writer.write(text)
        case .list(let values):
            writer.write(Kind.list.rawValue)
            writer.write(values) { $0.write(to: &$1) }
        case .object(let values):
            writer.write(Kind.object.rawValue)
            writer.write(Array(values)) { entry, writer in
                writer.write(entry.key)
                entry.value.write(to: &writer)
            }
        }
    }
}
