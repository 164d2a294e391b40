/// An error in an XML file.
package struct XMLError: Error, Hashable, CustomStringConvertible {
    package enum Code: Hashable, Sendable {
        case malformed
        case limitExceeded
        /// A character has more marks than ``CombiningMarks/most``.
        case tooManyMarks
    }

    package let code: Code
    /// The reason, as a sentence fragment such as "the XML ends too early".
    package fileprivate(set) var message: String
    /// The place, in bytes of UTF-8 from the start.
    package let offset: Int
    /// The line and the character on it, from 1.
    package fileprivate(set) var line = 1
    package fileprivate(set) var column = 1

    static func malformed(_ message: String, at offset: Int) -> XMLError {
        XMLError(code: .malformed, message: message, offset: offset)
    }

    static func limitExceeded(_ message: String, at offset: Int) -> XMLError {
        XMLError(code: .limitExceeded, message: message, offset: offset)
    }

    package var description: String { "line \(line), column \(column): \(message)" }
}

/// The start of an element.
package struct XMLElement {
    /// The name without its prefix, such as `wpt`.
    package let name: String
    /// The prefix, which stands for a namespace; empty for none.
    package let prefix: String
    /// Where it begins, in bytes of UTF-8 from the start.
    package let offset: Int
    /// The line on which it begins, from 1.
    package let line: Int
    private let attributes: [(name: String, value: String)]

    fileprivate init(_ tag: XMLScanner.Tag, line: Int) {
        self.line = line
        offset = tag.offset
        attributes = tag.attributes
        let colon = tag.name.utf8.firstIndex(of: UInt8(ascii: ":"))
        prefix = colon.map { String(tag.name[..<$0]) } ?? ""
        name = colon.map { String(tag.name[$0...].dropFirst()) } ?? tag.name
    }

    /// The value of an attribute, by its name with its prefix.
    package subscript(name: String) -> String? {
        attributes.first { $0.name == name }?.value
    }
}

/// Reads the elements of an XML file one after another, in flat memory.
///
/// The caller takes an element by ``child()``, and then its contents by one of the three functions:
///
///     var xml = XMLElements(bytes)
///     while let root = try xml.child() {
///         while let child = try xml.child() {
///             print(child.name, child["id"] ?? "", try xml.text())
///         }
///     }
///
/// All functions throw ``XMLError`` for wrong XML, and the errors of the source. Only the five predefined
/// entities exist, and a document type declares nothing.
package struct XMLElements {
    private let source: XMLSource
    private let nesting: Int
    private var scanner: XMLScanner
    /// The names of the elements that are not closed yet, with their prefixes.
    private var open: [String] = []
    /// Whether the last element was a tag such as `<a/>`.
    private var isEmpty = false
    private var hasBegun = false
    /// The text that ``child()`` has skipped last, before a child or the end of the element.
    package private(set) var textBefore = ""

    /// The most bytes of a tag or a text.
    package static let limit = 1 << 24
    /// The most elements in each other.
    package static let nesting = 256

    /// - Parameters:
    ///   - limit: the most bytes of a tag or a text.
    ///   - nesting: the most elements in each other.
    ///   - keepsLineEnds: whether texts keep carriage returns, as Apple's systems do in property lists.
    ///   - read: returns the next bytes of the file, in UTF-8, UTF-16, ISO 8859-1 or Windows-1252 as the file
    ///     says; none at its end.
    package init(
        limit: Int = limit, nesting: Int = nesting, keepsLineEnds: Bool = false,
        _ read: @escaping () throws -> [UInt8]
    ) {
        source = XMLSource(limit: limit, read)
        self.nesting = nesting
        scanner = XMLScanner(source, keepsLineEnds: keepsLineEnds)
    }

    /// - Parameter bytes: a whole file.
    package init(_ bytes: [UInt8], nesting: Int = nesting, keepsLineEnds: Bool = false) {
        var rest = bytes
        self.init(
            limit: max(bytes.count, Self.limit), nesting: nesting, keepsLineEnds: keepsLineEnds
        ) {
            defer { rest = [] }
            return rest
        }
    }

    package static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }

    /// The next element in the innermost open one, or the outermost element; nil at the end of that one.
    package mutating func child() throws -> XMLElement? {
        try locating { xml throws(XMLError) in
            if !xml.hasBegun {
                xml.hasBegun = true
                try xml.scanner.skipProlog()
            } else if xml.open.isEmpty {
                return try xml.finish()
            }
            xml.textBefore = ""
            if xml.endsEmpty() { return nil }
            if !xml.open.isEmpty { xml.textBefore = try xml.scanner.text() }
            return try xml.tag()
        }
    }

    /// The text up to the end of the innermost open element, with the texts of elements in it.
    package mutating func text() throws -> String {
        try locating { xml throws(XMLError) in
            var text = ""
            try xml.readToEnd { text += $0 }
            return text
        }
    }

    /// Skips all up to the end of the innermost open element.
    package mutating func skip() throws {
        try locating { xml throws(XMLError) in try xml.readToEnd { _ in } }
    }

    private mutating func readToEnd(_ body: (String) -> Void) throws(XMLError) {
        let depth = open.count
        while !open.isEmpty, open.count >= depth {
            if endsEmpty() { continue }
            body(try scanner.text())
            _ = try tag()
        }
    }

    /// Whether the innermost element ends since its tag was like `<a/>`.
    private mutating func endsEmpty() -> Bool {
        guard isEmpty else { return false }
        isEmpty = false
        open.removeLast()
        return true
    }

    /// - Returns: nil for the end of the innermost element.
    private mutating func tag() throws(XMLError) -> XMLElement? {
        let tag = try scanner.tag()
        if tag.kind == .end {
            guard let name = open.popLast() else {
                throw .malformed("\"\(tag.name)\" ends before it begins", at: tag.offset)
            }
            guard name == tag.name else {
                throw .malformed(
                    "the element \"\(name)\" is ended as \"\(tag.name)\"", at: tag.offset)
            }
            return nil
        }
        guard open.count < nesting else {
            throw .limitExceeded(
                "elements nested more than \(nesting) deep", at: tag.offset)
        }
        open.append(tag.name)
        isEmpty = tag.kind == .empty
        return XMLElement(tag, line: scanner.place(of: tag.offset).line)
    }

    private mutating func finish() throws(XMLError) -> XMLElement? {
        try scanner.skipSpaceAndComments()
        guard scanner.atEnd else {
            throw .malformed("text behind the outermost element", at: scanner.position)
        }
        return nil
    }

    /// Runs `body`, and tells the place of its error.
    private mutating func locating<Value>(
        _ body: (inout XMLElements) throws(XMLError) -> Value
    ) throws -> Value {
        do {
            let value = try body(&self)
            if let failure = source.failure { throw failure }
            return value
        } catch var error as XMLError {
            if let failure = source.failure { throw failure }
            (error.line, error.column) = scanner.place(of: error.offset)
            if source.isCut {
                error.message = "a tag or a comment is longer than \(source.limit) bytes"
            } else if error.code == .malformed, scanner.atEnd, !open.isEmpty {
                error.message = "cut off: " + error.message
            }
            throw error
        }
    }
}
