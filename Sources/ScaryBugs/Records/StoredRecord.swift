/// A document's values as JSON in the index, so that lists in JSON and CSV need not read the document.
///
/// The object has the members of ``DocumentRecord/values(of:number:)`` but the number, in the same order,
/// and no blanks. It is a cache, so its bytes may be anything.
package struct StoredRecord {
    package let bytes: UnsafeRawBufferPointer

    /// The most bytes of a record. Larger documents are read, so that their texts don't stand twice.
    static let mostBytes = 16 << 10

    /// - Returns: nil unless the bytes are an object as far as one look can tell.
    package init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count > 1, bytes.first == UInt8(ascii: "{"), bytes.last == UInt8(ascii: "}"),
            bytes.allSatisfy({ $0 >= 0x20 })
        else { return nil }
        self.bytes = bytes
    }

    package struct Member {
        /// The name and the value, as they are in the record.
        package let bytes: UnsafeRawBufferPointer
        package let value: UnsafeRawBufferPointer
    }

    /// Calls `body` with each member.
    ///
    /// - Returns: false if the bytes are no such object.
    package func forEachMember(_ body: (Member) -> Void) -> Bool {
        var scanner = RecordScanner(bytes)
        guard scanner.skip("{") else { return false }
        repeat {
            let start = scanner.offset
            guard scanner.skipText(), scanner.skip(":") else { return false }
            let middle = scanner.offset
            guard scanner.skipValue() else { return false }
            body(
                Member(
                    bytes: scanner.slice(start..<scanner.offset),
                    value: scanner.slice(middle..<scanner.offset)))
        } while scanner.skip(",")
        return scanner.skip("}") && scanner.offset == bytes.count
    }
}

extension StoredRecord {
    /// The characters of a JSON string, given with its quotes; nil for anything else.
    package static func text(_ string: UnsafeRawBufferPointer) -> String? {
        guard string.count > 1, string.first == UInt8(ascii: "\"") else { return nil }
        let inner = UnsafeRawBufferPointer(rebasing: string[1..<(string.count - 1)])
        guard inner.contains(UInt8(ascii: "\\")) else {
            return String(decoding: inner, as: UTF8.self)
        }
        return unescaped(inner)
    }

    /// The characters of the strings in a JSON array; nil if it has other elements.
    package static func texts(_ array: UnsafeRawBufferPointer) -> [String]? {
        var scanner = RecordScanner(array)
        guard scanner.skip("[") else { return nil }
        var texts: [String] = []
        while !scanner.skip("]") {
            guard texts.isEmpty || scanner.skip(",") else { return nil }
            let start = scanner.offset
            guard scanner.skipText(), let text = text(scanner.slice(start..<scanner.offset)) else {
                return nil
            }
            texts.append(text)
        }
        return texts
    }

    private static func unescaped(_ bytes: UnsafeRawBufferPointer) -> String {
        var units: [UInt16] = []
        var rest = Substring(decoding: bytes, as: UTF8.self).utf16
        while let unit = rest.popFirst() {
            guard unit == UInt8(ascii: "\\"), let escape = rest.popFirst() else {
                units.append(unit)
                continue
            }
            switch UInt8(exactly: escape) {
            case UInt8(ascii: "n"): units.append(0x0A)
            case UInt8(ascii: "t"): units.append(0x09)
            case UInt8(ascii: "r"): units.append(0x0D)
            case UInt8(ascii: "u"):
                units.append(UInt16(String(rest.prefix(4)) ?? "", radix: 16) ?? 0xFFFD)
                rest = rest.dropFirst(4)
            default: units.append(escape)
            }
        }
        return String(decoding: units, as: UTF16.self)
    }
}

/// Finds the ends of the values in a record.
private struct RecordScanner {
    private let bytes: UnsafeRawBufferPointer
    private(set) var offset = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    private var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    func slice(_ range: Range<Int>) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: bytes[range])
    }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        offset += 1
        return true
    }

    mutating func skipText() -> Bool {
        guard skip("\"") else { return false }
        while let byte = next {
            offset += 1
            if byte == UInt8(ascii: "\"") { return true }
            if byte == UInt8(ascii: "\\") { offset += 1 }
        }
        offset = bytes.count
        return false
    }

    /// Skips a text, a number or a word, or an array or object with all of its elements.
    mutating func skipValue() -> Bool {
        var depth = 0
        let start = offset
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                guard skipText() else { return false }
                continue
            case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: ","):
                if depth == 0 { return offset > start }
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                if depth == 0 { return offset > start }
                depth -= 1
            default: break
            }
            offset += 1
        }
        return false
    }
}

struct StoredRecordWriter {
    /// The record as far as it is made.
    private(set) var json: [UInt8] = []
    /// Whether CSV shows a value that JSON doesn't have.
    private var isIncomplete = false

    private static let kind = JSON.bytes(ofName: "kind")

    init(kind: DocumentKind) {
        // Enough for an ordinary document.
        json.reserveCapacity(512)
        json.append(UInt8(ascii: "{"))
        add(Self.kind, .string(kind.name))
    }

    mutating func add(_ field: Field, _ value: RecordValue) {
        switch value {
        // Half of the values of an ordinary document.
        case .null, .picture(nil): json.append(lent: field.jsonNull)
        default: add(field.jsonName, value)
        }
    }

    private mutating func add(_ name: [UInt8], _ value: RecordValue) {
        if json.count > 1 { json.append(UInt8(ascii: ",")) }
        json.append(lent: name)
        JSON.append(value, to: &json)
        switch value {
        case .number(let number): isIncomplete = isIncomplete || !number.isFinite
        case .rating(let rating): isIncomplete = isIncomplete || !rating.isFinite
        default: break
        }
    }

    mutating func addUnknown(_ data: DocumentData) {
        let fields = data.kind.fields
        for (name, value) in DocumentRecord.unknown(data) {
            // JSON gives such a value another name than CSV.
            let isTaken = ["number", "kind"].contains(name) || fields.contains { $0.name == name }
            isIncomplete = isIncomplete || isTaken
            add(JSON.bytes(ofName: name), value)
        }
    }

    /// Ends the record. Returns false if the document must be read instead.
    mutating func finish() -> Bool {
        guard !isIncomplete, json.count < StoredRecord.mostBytes else { return false }
        json.append(UInt8(ascii: "}"))
        return true
    }
}
