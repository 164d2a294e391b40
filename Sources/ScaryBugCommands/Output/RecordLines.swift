import ScaryBugs

/// Writes the records of documents as lines of JSON or CSV, byte by byte, since a list may have a
/// million of them.
struct RecordLines {
    private let format: OutputFormat
    let table: DocumentTable
    /// The header of CSV.
    let header: String
    private let kinds: [(name: String, columns: [Column], fieldCount: Int)]
    /// The current line of CSV, and the members of its record.
    private var line: [UInt8] = []
    private var members: [StoredRecord.Member] = []

    /// A column of one kind.
    private struct Column {
        /// The field's place among the members; nil if the kind lacks the field.
        let place: Int?
        let type: Field.ValueType?
    }

    /// - Parameters:
    ///   - format: JSON or CSV.
    ///   - kinds: the kinds among the documents.
    init(_ format: OutputFormat, _ kinds: [DocumentKind]) {
        let table = DocumentTable(kinds)
        (self.format, self.table) = (format, table)
        header = CSV.header(table.emptyColumns)
        self.kinds = kinds.map { kind in
            let columns = table.fields.map { name in
                // The kind comes before the fields.
                Column(
                    place: kind.fields.firstIndex { $0.name == name }.map { $0 + 1 },
                    type: table.type(of: name))
            }
            return (kind.name, columns, kind.fields.count)
        }
    }

    /// - Returns: false if the record isn't what it should be.
    mutating func append(
        _ record: StoredRecord, of name: DocumentName, to lines: inout LineBuffer
    ) -> Bool {
        if format == .json {
            lines.append("{\"number\":\(name.number),")
            lines.append(UnsafeRawBufferPointer(rebasing: record.bytes.dropFirst()))
        } else {
            guard makeLine(record, of: name) else { return false }
            line.withUnsafeBytes { lines.append($0) }
        }
        lines.endLine()
        return true
    }

    private mutating func makeLine(_ record: StoredRecord, of name: DocumentName) -> Bool {
        line.removeAll(keepingCapacity: true)
        members.removeAll(keepingCapacity: true)
        guard record.forEachMember({ members.append($0) }),
            let kind = kinds.first(where: { $0.name == name.kind.name }),
            members.count > kind.fieldCount
        else { return false }
        line += "\(name.number),\(kind.name)".utf8
        for column in kind.columns {
            line.append(UInt8(ascii: ","))
            let value = column.place.map { members[$0].value }
            guard appendCell(value, column.type) else { return false }
        }
        line.append(UInt8(ascii: ","))
        appendOthers(members.dropFirst(kind.fieldCount + 1))
        return true
    }

    /// Appends the values that the program doesn't know, as one object.
    private mutating func appendOthers(_ members: ArraySlice<StoredRecord.Member>) {
        guard !members.isEmpty else { return }
        let all = members.map { String(decoding: $0.bytes, as: UTF8.self) }
        CSV.append("{" + all.joined(separator: ",") + "}", to: &line)
    }

    /// - Parameter value: JSON; nil where the kind lacks the field.
    private mutating func appendCell(
        _ value: UnsafeRawBufferPointer?, _ type: Field.ValueType?
    ) -> Bool {
        guard let value else {
            if type == .picture { line.append(UInt8(ascii: ",")) }
            return true
        }
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

    /// Appends the cells of the type and the size.
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
