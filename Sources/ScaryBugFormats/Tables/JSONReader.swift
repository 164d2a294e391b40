/// Reads a table of JSON objects: one on each line (jsonlines.org), several lines for each, or an
/// array of them.
final class JSONReader: TableReader {
    private var bytes: TableBytes
    private let limit: Int
    private var isInArray = false
    /// Whether the array is a member of an object: the features of a map, or the results of a query on the web.
    private var isInCollection = false
    /// Whether the rows are the features of a map. Their numbers may be rounded, and other members may follow
    /// them.
    private let hasFeatures: Bool
    /// The name of the reference system that a map names before its features; nil for none.
    private(set) var referenceSystem: String?

    /// - Parameters:
    ///   - file: an open file. The caller must keep it open while this reader is in use.
    ///   - hasFeatures: whether to read the features of a map in GeoJSON, in a collection or one on each line.
    /// - Throws: ``ScaryBugsError`` if the file is not UTF-8. Its message follows the file's name.
    init(
        _ file: borrowing File, ofFeatures hasFeatures: Bool = false, limits: Limits = Limits()
    ) throws {
        bytes = try TableBytes(file, limits: limits)
        (limit, self.hasFeatures) = (limits.textFileBytes, hasFeatures)
        if try !skip(to: hasFeatures ? "features" : "results") {
            bytes = try TableBytes(file, limits: limits)
        }
    }

    /// Skips to an array of objects in the first object.
    ///
    /// - Returns: whether there is one.
    private func skip(to name: String) throws -> Bool {
        var (depth, text, isInSystem) = (0, [] as [UInt8], false)
        var (isInString, isEscaped) = (false, false)
        while let byte = try bytes.next() {
            bytes.beginRow()
            if isInString {
                isInString = isEscaped || byte != .quote
                isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
                if isInString, text.count < 200 { text.append(byte) }
                if !isInString, isInSystem, text.contains(UInt8(ascii: ":")) {
                    referenceSystem = TerminalText.text(String(decoding: text, as: UTF8.self))
                }
                continue
            }
            switch Unicode.Scalar(byte) {
            case "\"": (isInString, text) = (true, [])
            case "[" where depth == 1 && text.elementsEqual(name.utf8):
                while let next = try bytes.peek(), next.isBlank || next.endsLine {
                    _ = try bytes.next()
                }
                // A row of a table may have a list of that name.
                guard let next = try bytes.peek(), hasFeatures || "{]".utf8.contains(next) else {
                    return false
                }
                (isInArray, isInCollection) = (true, true)
                return true
            case "{", "[":
                if depth == 1 { isInSystem = text.elementsEqual("crs".utf8) }
                depth += 1
            case "}", "]":
                depth -= 1
                if depth == 1 { isInSystem = false }
                if depth == 0 { return false }
            default: break
            }
        }
        return false
    }

    func next() throws -> TableRow? {
        if try skipToRow() {
            let number = bytes.line
            do {
                let object = try JSONObject(read(number), number)
                let cells = try object.cells(keepingDigits: !hasFeatures && !isInCollection)
                return TableRow(
                    line: number, cells: cells + (isInCollection ? Self.members(of: cells) : []))
            } catch let error as TableError where hasFeatures {
                throw try bytes.peek() == nil ? error.asCutOff : error
            }
        }
        guard isInArray else { return nil }
        isInArray = false
        throw TableError(line: bytes.line, "cut off: the array of rows has no end")
    }

    /// The members of objects whose names mean something, such as `user.login`.
    private static func members(of cells: [TableCell]) -> [TableCell] {
        cells.flatMap { cell -> [TableCell] in
            guard case .object(let members) = cell.value else { return [] }
            return members.sorted { $0.key < $1.key }.compactMap { key, value in
                let column = "\(cell.column).\(key)"
                guard ColumnVocabulary.shared.knows(column), value.text != nil else { return nil }
                return TableCell(column: column, value: value)
            }
        }
    }

    /// Skips what stands between objects.
    ///
    /// - Returns: whether a row follows.
    private func skipToRow() throws -> Bool {
        while let byte = try bytes.peek() {
            bytes.beginRow()
            switch Unicode.Scalar(byte) {
            // RFC 8142 has a record separator before each feature.
            case " ", "\t", "\r", "\n", ",", "\u{1E}": break
            case "[": isInArray = true
            case "]":
                isInArray = false
                if isInCollection { try skipRest() }
                if hasFeatures || isInCollection { return false }
            default: return true
            }
            _ = try bytes.next()
        }
        return false
    }

    /// Skips the members of a collection after its rows.
    private func skipRest() throws {
        let whole = hasFeatures ? "map" : "object"
        var nesting = JSONNesting(in: UInt8(ascii: "}"))
        var (isComplete, excess) = (false, nil as Int?)
        _ = try bytes.next()
        while let byte = try bytes.next() {
            bytes.beginRow()
            if isComplete, excess == nil, !byte.isBlank, !byte.endsLine { excess = bytes.line }
            isComplete = isComplete || nesting.follow(byte) == .complete
        }
        if let excess { throw TableError(line: excess, "text after the end of the \(whole)") }
        if !isComplete { throw TableError(line: bytes.line, "cut off: the \(whole) has no end") }
    }

    /// Reads an object or, where none begins, a line.
    private func read(_ number: Int) throws -> [UInt8] {
        // One byte more than the limit shows that the row is too long.
        var object: [UInt8] = []
        let isWhole = try bytes.peek() == UInt8(ascii: "{") && readObject(&object)
        if !isWhole { try skipToObject(&object) }
        if object.count > limit {
            throw TableError(
                line: number,
                "the row is longer than \(limit.grouped) bytes" + Limits.Name.textFileBytes.remedy)
        }
        // So that an error at the end is one of the last line that has something.
        return Array(object[...(object.lastIndex { $0 > 0x20 } ?? -1)])
    }

    /// - Returns: false if the object has an error, and the next one does not begin here.
    private func readObject(_ object: inout [UInt8]) throws -> Bool {
        var nesting = JSONNesting()
        var isLineEmpty = false
        while let byte = try bytes.peek() {
            let progress = nesting.follow(byte)
            if progress == .broken { return isLineEmpty && byte == UInt8(ascii: "{") }
            isLineEmpty = byte.endsLine || byte.isBlank && isLineEmpty
            if object.count <= limit { object.append(byte) }
            _ = try bytes.next()
            if progress == .complete { return try isBetweenObjects() }
        }
        isInArray = false
        return true
    }

    /// Whether the rest of the line can follow an object.
    private func isBetweenObjects() throws -> Bool {
        while try bytes.peek()?.isBlank == true { _ = try bytes.next() }
        guard let byte = try bytes.peek() else { return true }
        return byte.endsLine || "{,]".utf8.contains(byte)
    }

    /// Reads the rest of the line, and skips the lines before the next object.
    private func skipToObject(_ object: inout [UInt8]) throws {
        var isFirstLine = true
        isInArray = false
        while try bytes.peek() != nil, try isFirstLine || !beginsObject() {
            while let byte = try bytes.peek(), !byte.endsLine {
                if isFirstLine, object.count <= limit { object.append(byte) }
                _ = try bytes.next()
            }
            _ = try bytes.readLineEnd()
            bytes.beginRow()
            isFirstLine = false
        }
    }

    private func beginsObject() throws -> Bool {
        while try bytes.peek()?.isBlank == true { _ = try bytes.next() }
        return try bytes.peek() == UInt8(ascii: "{")
    }
}

/// Follows the brackets and strings of a JSON object byte by byte, to find its end.
///
/// It notices only errors that hide the end. jansson finds all others.
struct JSONNesting {
    enum Progress {
        case inside, complete
        /// The object has an error before this byte, so its end can't be known.
        case broken
    }

    /// The bytes that close the open brackets.
    private var closers: [UInt8]

    /// - Parameter closer: the byte that closes a bracket that is open already; nil for none.
    init(in closer: UInt8? = nil) { closers = closer.map { [$0] } ?? [] }

    private var (isInString, isEscaped) = (false, false)
    /// The last byte that is not white space.
    private var previous: UInt8 = 0

    /// jansson refuses deeper nesting.
    private static let depth = 2_048

    mutating func follow(_ byte: UInt8) -> Progress {
        if isInString { return followString(byte) }
        if byte.isBlank || byte.endsLine { return .inside }
        defer { previous = byte }
        switch Unicode.Scalar(byte) {
        case "\"": isInString = true
        case "{", "[":
            guard mayOpen, closers.count < Self.depth else { return .broken }
            closers.append(byte + 2)
        case "}", "]":
            guard closers.popLast() == byte else { return .broken }
            if closers.isEmpty { return .complete }
        default: break
        }
        return .inside
    }

    private mutating func followString(_ byte: UInt8) -> Progress {
        if byte.endsLine { return .broken }
        isInString = isEscaped || byte != .quote
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
        return .inside
    }

    /// Whether JSON allows a bracket to open here. After an object without its end, it does not.
    private var mayOpen: Bool {
        switch closers.last {
        case nil: true
        case UInt8(ascii: "}"): previous == UInt8(ascii: ":")
        default: previous == UInt8(ascii: "[") || previous == UInt8(ascii: ",")
        }
    }
}
