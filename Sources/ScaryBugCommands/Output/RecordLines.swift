import ScaryBugs

/// Writes the records of documents as lines of JSON or CSV, byte by byte, since a list may have a
/// million of them.
struct RecordLines {
    private let format: OutputFormat
    /// The columns of CSV without a choice.
    let table: DocumentTable
    let header: String
    /// The columns; nil for whole records in JSON.
    private let columns: [(name: String, type: Field.ValueType?)]?
    private let kinds: [(kind: DocumentKind, sources: [Source])]
    /// The current line, and the members of its record.
    private var line: [UInt8] = []
    private var members: [StoredRecord.Member] = []

    /// Where a column's value is.
    private enum Source {
        case number
        case member(Int)
        case others
        /// The kind lacks the field.
        case nowhere

        init(of column: String, in kind: DocumentKind) {
            switch column {
            case "number": self = .number
            // The kind comes before the fields.
            case "kind": self = .member(0)
            case DocumentTable.others: self = .others
            default:
                let place = kind.fields.firstIndex { $0.name == column }
                self = place.map { .member($0 + 1) } ?? .nowhere
            }
        }
    }

    /// - Parameters:
    ///   - format: JSON or CSV.
    ///   - kinds: the kinds among the documents.
    ///   - chosen: the columns that the user chose; nil for all.
    init(_ format: OutputFormat, _ kinds: [DocumentKind], _ chosen: DocumentColumns?) {
        let table = DocumentTable(kinds)
        (self.format, self.table) = (format, table)
        let names = chosen?.names ?? ["number", "kind"] + table.fields + [DocumentTable.others]
        let types = names.map(table.type)
        header = CSV.header(zip(names, types).map { ($0, $1 == .picture ? .picture(nil) : .null) })
        columns = format == .json && chosen == nil ? nil : Array(zip(names, types))
        self.kinds = kinds.map { kind in (kind, names.map { Source(of: $0, in: kind) }) }
    }

    /// - Returns: false if the record isn't what it should be.
    mutating func append(
        _ record: StoredRecord, of name: DocumentName, to lines: inout LineBuffer
    ) -> Bool {
        guard columns != nil else {
            lines.append("{\"number\":\(name.number),")
            lines.append(UnsafeRawBufferPointer(rebasing: record.bytes.dropFirst()))
            lines.endLine()
            return true
        }
        members.removeAll(keepingCapacity: true)
        guard record.forEachMember({ members.append($0) }),
            let (kind, sources) = kinds.first(where: { $0.kind.name == name.kind.name }),
            members.count > kind.fields.count
        else { return false }
        if format == .json {
            makeObject(name, sources)
        } else if !makeRow(name, kind, sources) {
            return false
        }
        line.withUnsafeBytes { lines.append($0) }
        lines.endLine()
        return true
    }

    private mutating func makeObject(_ name: DocumentName, _ sources: [Source]) {
        line.removeAll(keepingCapacity: true)
        for (column, source) in zip(columns ?? [], sources) {
            line += (line.isEmpty ? "{\"" : ",\"").utf8
            line += column.name.utf8
            line += "\":".utf8
            switch source {
            case .number: line += String(name.number).utf8
            case .member(let place): line.append(contentsOf: members[place].value)
            case .others, .nowhere: line += "null".utf8
            }
        }
        line.append(UInt8(ascii: "}"))
    }

    private mutating func makeRow(
        _ name: DocumentName, _ kind: DocumentKind, _ sources: [Source]
    ) -> Bool {
        line.removeAll(keepingCapacity: true)
        for (index, (column, source)) in zip(columns ?? [], sources).enumerated() {
            if index > 0 { line.append(UInt8(ascii: ",")) }
            switch source {
            case .number: line += String(name.number).utf8
            case .member(let place):
                guard appendCell(members[place].value, column.type) else { return false }
            case .others: appendOthers(members.dropFirst(kind.fields.count + 1))
            case .nowhere: if column.type == .picture { line.append(UInt8(ascii: ",")) }
            }
        }
        return true
    }

    /// Appends the values that the program doesn't know, as one object.
    private mutating func appendOthers(_ members: ArraySlice<StoredRecord.Member>) {
        guard !members.isEmpty else { return }
        let all = members.map { String(decoding: $0.bytes, as: UTF8.self) }
        CSV.append("{" + all.joined(separator: ",") + "}", to: &line)
    }

    /// - Parameter value: JSON.
    private mutating func appendCell(
        _ value: UnsafeRawBufferPointer, _ type: Field.ValueType?
    ) -> Bool {
        if type == .picture { return appendPicture(value) }
        switch value.first {
        case UInt8(ascii: "n"): break
        case UInt8(ascii: "t"): line += "yes".utf8
        case UInt8(ascii: "f"): line += "no".utf8
        case UInt8(ascii: "["):
            guard value.count > 2 else { break }
            guard let texts = StoredRecord.texts(value) else { return false }
            CSV.append(CSV.list(texts), to: &line)
        case UInt8(ascii: "\""):
            if type != .timestamp, needsCare(value) {
                guard let text = StoredRecord.text(value) else { return false }
                CSV.append(SpreadsheetText.guarded(text), to: &line)
            } else {
                CSV.append(
                    UnsafeRawBufferPointer(rebasing: value.dropFirst().dropLast()), to: &line)
            }
        default: CSV.append(value, to: &line)
        }
        return true
    }

    /// Whether a text has escapes, or may begin like a formula.
    private func needsCare(_ text: UnsafeRawBufferPointer) -> Bool {
        let first = text.count > 1 ? text[1] : 0
        let isOrdinary =
            first == UInt8(ascii: "\"") || UInt8(ascii: "0")...UInt8(ascii: "9") ~= first
            || UInt8(ascii: "a")...UInt8(ascii: "z") ~= first | 0x20
        return !isOrdinary || text.contains(UInt8(ascii: "\\"))
    }

    private mutating func appendPicture(_ value: UnsafeRawBufferPointer) -> Bool {
        guard value.first == UInt8(ascii: "{") else {
            line.append(UInt8(ascii: ","))
            return true
        }
        var values: [UnsafeRawBufferPointer] = []
        guard let picture = StoredRecord(value), picture.forEachMember({ values.append($0.value) }),
            values.count == 2, let type = StoredRecord.text(values[1])
        else { return false }
        CSV.append(type, to: &line)
        line.append(UInt8(ascii: ","))
        CSV.append(values[0], to: &line)
        return true
    }
}
