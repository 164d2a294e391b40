/// A document's values as JSON in the index, so that lists in JSON and CSV need not read the document.
///
/// The object has the members of ``DocumentRecord`` but the number, in the same order, and no blanks. It
/// is a cache, so its bytes may be anything.
package struct StoredRecord {
    private let bytes: UnsafeRawBufferPointer

    /// The most bytes of a record. Larger documents are read, so that their texts don't stand twice.
    static let mostBytes = 16 << 10

    /// - Returns: nil unless the bytes are an object as far as one look can tell.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count > 1, bytes.first == UInt8(ascii: "{"), bytes.last == UInt8(ascii: "}"),
            bytes.allSatisfy({ $0 >= 0x20 })
        else { return nil }
        self.bytes = bytes
    }

    /// The values with the number, as one line of JSON.
    package func json(numbered number: Int) -> String {
        "{\"number\":\(number)," + String(decoding: bytes.dropFirst(), as: UTF8.self)
    }

    /// The values as in ``DocumentRecord``; nil if the record has others than the kind's fields, so that
    /// the document must be read.
    package func values(
        of name: DocumentName, _ kind: DocumentKind
    ) -> [(name: String, value: RecordValue)]? {
        guard let members = try? JSONObject(Array(bytes), 1).members(),
            members.count == kind.fields.count + 1
        else { return nil }
        var values: [(name: String, value: RecordValue)] = [
            ("number", .integer(name.number)), ("kind", .string(kind.name)),
        ]
        for (field, member) in zip(kind.fields, members.dropFirst()) {
            guard member.name == field.name, let value = RecordValue(member.value, of: field) else {
                return nil
            }
            values.append((field.name, value))
        }
        return values
    }
}

extension RecordValue {
    /// The value of a field from JSON; nil if the field can't have it.
    fileprivate init?(_ value: TableValue, of field: Field) {
        switch (field.type, value) {
        case (.picture, .null): self = .picture(nil)
        case (.picture, .object(let members)):
            guard case .integer(let size)? = members["bytes"],
                case .text(let mediaType)? = members["type"]
            else { return nil }
            let type = PictureType.allCases.first { $0.mediaType == mediaType }
            self = .picture(Picture(fileName: "", size: size, type: type))
        case (_, .null): self = .null
        case (.rating, .integer(let value)): self = .rating(Float(value))
        case (.rating, .real(let value)): self = .rating(Float(value))
        case (.number, .integer(let value)): self = .number(Double(value))
        case (.number, .real(let value)): self = .number(value)
        case (.count, .integer(let value)): self = .integer(value)
        case (.boolean, .boolean(let value)): self = .boolean(value)
        case (.timestamp, .text(let text)):
            guard let time = Timestamp(text) else { return nil }
            self = .timestamp(time)
        case (.list, .list(let values)):
            self = .list(
                values.compactMap { if case .text(let text) = $0 { .string(text) } else { nil } })
        case (_, .text(let text)): self = .string(text)
        default: return nil
        }
    }
}

struct StoredRecordWriter {
    /// The record as far as it is made.
    private(set) var json: [UInt8] = []
    /// Whether CSV shows a value that JSON doesn't have, or a field has a value of another type.
    var isIncomplete = false

    init(kind: DocumentKind) {
        json.append(UInt8(ascii: "{"))
        add("kind", .string(kind.name))
    }

    mutating func add(_ name: String, _ value: RecordValue) {
        if json.count > 1 { json.append(UInt8(ascii: ",")) }
        JSON.append(name: name, to: &json)
        JSON.append(value, to: &json)
        switch value {
        case .number(let number): isIncomplete = isIncomplete || !Self.isKept(number)
        case .rating(let rating): isIncomplete = isIncomplete || !Self.isKept(rating)
        default: break
        }
    }

    /// Whether a number is the same after it was JSON, which may lose the sign of 0.
    private static func isKept(_ number: some BinaryFloatingPoint) -> Bool {
        number.isFinite && (number != 0 || number.sign == .plus)
    }

    mutating func addUnknown(_ data: DocumentData) {
        let fields = data.kind.fields
        for (name, value) in DocumentRecord.unknown(data) {
            // JSON gives such a value another name than CSV.
            let isTaken = ["number", "kind"].contains(name) || fields.contains { $0.name == name }
            isIncomplete = isIncomplete || isTaken
            add(name, value)
        }
        for (name, value) in DocumentRecord.conflicts(of: data) { add(name, value) }
    }

    /// Ends the record. Returns false if the document must be read instead.
    mutating func finish() -> Bool {
        guard !isIncomplete, json.count < StoredRecord.mostBytes else { return false }
        json.append(UInt8(ascii: "}"))
        return true
    }
}
