import CJansson
import Containers
import XML

/// A JSON object, parsed by jansson.
package struct JSONObject: ~Copyable {
    private let root: UnsafeMutablePointer<json_t>
    private let text: [UInt8]
    private let number: Int

    /// The deepest nesting: deeper than anybody writes, and safe for the stack.
    private static let depth = 64

    /// - Parameter number: the number of its first line in its file.
    /// - Throws: ``TableError`` with the position if the text is not JSON, or has a number that is too
    ///   large.
    package init(_ text: [UInt8], _ number: Int) throws {
        var error = json_error_t()
        guard let root = Self.root(of: text, &error) ?? Self.root(of: Self.quoted(text), &error)
        else {
            throw TableError(
                line: number + max(0, Int(error.line) - 1), column: Int(error.column),
                "\(Self.problem)\(Self.text(of: error))")
        }
        self.root = root
        (self.text, self.number) = (text, number)
    }

    private static func root(
        of text: [UInt8]?, _ error: inout json_error_t
    ) -> UnsafeMutablePointer<json_t>? {
        let flags = JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL | JSON_DECODE_ANY
        return text?.withUnsafeBytes { json_loadb($0.baseAddress, $0.count, Int(flags), &error) }
    }

    fileprivate static let problem = "the row cannot be read as JSON: "

    deinit {
        json_decref(root)
    }

    /// jansson's message, which may quote a part of the text.
    private static func text(of error: json_error_t) -> String {
        let bytes = withUnsafeBytes(of: error.text) { $0.prefix { $0 != 0 }.map(\.self) }
        return TerminalText.text(String(decoding: bytes, as: UTF8.self))
    }

    private func failure(_ what: String) -> TableError {
        TableError(line: number, "the row \(what)")
    }
}

extension TableError {
    /// The error of the last row of a file, as one that tells whether the end of the file is missing.
    var asCutOff: TableError {
        let isCutOff =
            message.hasPrefix(JSONObject.problem + "premature end of input")
            || message.hasSuffix(" near end of file")
        return isCutOff ? TableError(line: line, column: column, "cut off: \(message)") : self
    }
}

extension JSONObject {
    private typealias Node = UnsafeMutablePointer<json_t>

    /// The members of the object, in their order.
    ///
    /// - Throws: ``TableError`` if it is not an object, or is nested too deep.
    package func members() throws -> [(name: String, value: TableValue)] {
        guard root.pointee.type == JSON_OBJECT else {
            throw failure("is not a JSON object such as {\"title\": \"Ladybird\"}")
        }
        return try members(of: root, depth: 1)
    }

    /// The members as cells of a row.
    ///
    /// - Parameter keepsDigits: whether a number with too many digits is an error.
    /// - Throws: ``TableError`` as above, or if a name is there twice.
    func cells(keepingDigits keepsDigits: Bool = true) throws -> [TableCell] {
        let members = try members()
        let names = members.map(\.name)
        if keepsDigits, let quoted = Self.quoted(text) {
            guard TableOrigin(names) == .own, let number = Self.longNumbers(in: text).first else {
                return try JSONObject(quoted, self.number).cells()
            }
            throw failure(
                "has the number \(String(decoding: text[number], as: UTF8.self)), which has more digits "
                    + "than a number keeps; as a text, in quotes, it keeps them")
        }
        if let (index, before) = names.firstRepetition {
            throw failure("has both \(Self.quoted(names[before])) and \(Self.quoted(names[index]))")
        }
        return members.map { TableCell(column: $0.name, value: $0.value) }
    }

    private func value(of node: Node, depth: Int) throws -> TableValue {
        switch node.pointee.type {
        case JSON_TRUE: .boolean(true)
        case JSON_FALSE: .boolean(false)
        case JSON_INTEGER: .integer(json_integer_value(node))
        case JSON_REAL: .real(json_real_value(node))
        case JSON_STRING: .text(try text(of: node))
        case JSON_ARRAY: .list(try elements(of: node, depth: depth + 1))
        case JSON_OBJECT: .object(try object(node, depth: depth + 1))
        default: .null
        }
    }

    private func text(of node: Node) throws -> String {
        let bytes = UnsafeRawBufferPointer(
            start: json_string_value(node), count: json_string_length(node))
        return try checked(String(decoding: bytes, as: UTF8.self))
    }

    private func checked(_ text: String) throws -> String {
        if CombiningMarks.areTooMany(in: text) { throw failure(TableError.tooManyMarks) }
        return text
    }

    private func elements(of node: Node, depth: Int) throws -> [TableValue] {
        try check(depth)
        return try (0..<json_array_size(node)).map { index in
            guard let element = json_array_get(node, index) else { return .null }
            return try value(of: element, depth: depth)
        }
    }

    private func object(_ node: Node, depth: Int) throws -> [String: TableValue] {
        try Dictionary(members(of: node, depth: depth)) { _, _ in
            // jansson rejects equal bytes. These names differ only in normalization: é can be one
            // character or two.
            throw failure("has an object with the same name twice")
        }
    }

    private func members(
        of object: Node, depth: Int
    ) throws -> [(name: String, value: TableValue)] {
        try check(depth)
        var members: [(name: String, value: TableValue)] = []
        var next = json_object_iter(object)
        while let member = next, let name = json_object_iter_key(member),
            let node = json_object_iter_value(member)
        {
            members.append(
                (try checked(String(cString: name)), try value(of: node, depth: depth)))
            next = json_object_iter_next(object, member)
        }
        return members
    }

    private func check(_ depth: Int) throws {
        if depth > Self.depth { throw failure("is nested more than \(Self.depth) deep") }
    }

    private static func quoted(_ name: String) -> String { EntryName.quoted(Array(name.utf8)) }

    /// The text with the numbers that have too many digits as texts; nil without any.
    private static func quoted(_ text: [UInt8]) -> [UInt8]? {
        let numbers = longNumbers(in: text)
        if numbers.isEmpty { return nil }
        var (quoted, end) = ([] as [UInt8], 0)
        for number in numbers {
            quoted += text[end..<number.lowerBound] + [.quote] + text[number] + [.quote]
            end = number.upperBound
        }
        return quoted + text[end...]
    }

    /// The numbers that have too many digits. jansson rounds those with a decimal point or an exponent without
    /// an error, and takes no whole number over 64 bits.
    private static func longNumbers(in text: [UInt8]) -> [Range<Int>] {
        var (numbers, start) = ([] as [Range<Int>], 0)
        var (isInString, isEscaped) = (false, false)
        for (index, byte) in text.enumerated() {
            if !isInString, isPartOfNumber(byte) { continue }
            // A shorter number has no more than 15 digits.
            if index - start > 16, !isKept(text[start..<index]) { numbers.append(start..<index) }
            start = index + 1
            isInString = isInString ? isEscaped || byte != .quote : byte == .quote
            isEscaped = isInString && !isEscaped && byte == UInt8(ascii: "\\")
        }
        return numbers
    }

    private static func isPartOfNumber(_ byte: UInt8) -> Bool {
        byte.isASCIIDigit || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
            || byte == UInt8(ascii: "+") || byte | 0x20 == UInt8(ascii: "e")
    }

    private static func isKept(_ number: ArraySlice<UInt8>) -> Bool {
        let text = String(decoding: number, as: UTF8.self)
        let isWhole = number.allSatisfy { $0.isASCIIDigit || $0 == UInt8(ascii: "-") }
        return isWhole ? Int64(text) != nil : Double(text)?.keepsDigits(of: text) ?? true
    }
}
