import XML

/// Reads a table of separated values, as spreadsheets write them.
final class SeparatedReader: TableReader {
    let usesDecimalComma: Bool

    private var scanner: SeparatedScanner
    private let header: TableHeader

    /// Bytes in which to look for the header.
    private static let prefixLength = 65_536

    /// Reads the header.
    ///
    /// - Parameters:
    ///   - file: an open file. The caller must keep it open while this reader is in use.
    ///   - separator: the character between values; nil to find it in the header. A first line such
    ///     as `sep=;` overrides it.
    ///   - mapped: the fields that the user names for columns, in lower case.
    /// - Throws: ``ScaryBugsError`` if the file is empty or UTF-16, whose message follows the
    ///   file's name; ``TableError`` if the header is invalid.
    init(
        _ file: borrowing File, separator: UInt8?, besides mapped: [String: String] = [:],
        limits: Limits = Limits()
    ) throws {
        var bytes = try TableBytes(file, limits: limits)
        let raw = try file.prefix(Self.prefixLength)
        let prefix = Array(raw.dropFirst(ByteOrderMark(raw)?.length ?? 0))
        let announced = Separator.announced(in: prefix)
        if announced != nil {
            while try !bytes.readLineEnd(), try bytes.next() != nil {}
        }
        let separator = announced ?? separator ?? Separator.likeliest(in: prefix)
        usesDecimalComma = [";", "\t", "|"].map { UInt8(ascii: $0) }.contains(separator)
        scanner = SeparatedScanner(
            bytes, separator: separator, as: raw.count == prefix.count ? nil : .utf8, limits: limits
        )
        guard let record = try scanner.next() else { throw ScaryBugsError(.damaged, "empty") }
        header = try TableHeader(record, separator: separator, besides: mapped)
        scanner.isLenient =
            header.origin == .foreign || ColumnVocabulary.shared.tellFinds(header.names)
    }

    var columns: [String]? { header.names }
    var origin: TableOrigin? { header.origin }
    var warnings: [String] {
        scanner.encoding == .windows1252 ? ["not UTF-8; read as Windows-1252"] : []
    }

    func next() throws -> TableRow? {
        guard let record = try scanner.next() else { return nil }
        return TableRow(line: record.line, cells: try header.cells(of: record))
    }
}

/// A row of separated values that is being read.
///
/// After the first error it discards all bytes, so that a quote that is never closed uses no
/// memory.
struct SeparatedRecord {
    /// The line on which the row begins, from 1.
    let line: Int
    private(set) var values: [String] = []
    /// The first error in the row.
    private(set) var error: TableError?

    private let limits: Limits
    private let quote: UInt8?
    /// The bytes of the row so far, and of the values before this one.
    private var (size, earlierSize) = (0, 0)
    private var value: [UInt8] = []
    private var valueLine: Int

    init(line: Int, quote: UInt8? = .quote, limits: Limits) {
        self.line = line
        (self.quote, self.limits) = (quote, limits)
        valueLine = line
    }

    var isBlank: Bool { error == nil && values.allSatisfy { $0.allSatisfy(\.isWhitespace) } }

    /// Begins the value anew, as if nothing was wrong with it.
    mutating func restartValue() {
        value.removeAll(keepingCapacity: true)
        (error, size) = (nil, earlierSize)
    }

    /// Whether the value so far has both bytes.
    func hasValue(with bytes: UInt8...) -> Bool { bytes.allSatisfy(value.contains) }

    mutating func beginValue(line: Int) {
        value.removeAll(keepingCapacity: true)
        (valueLine, earlierSize) = (line, size)
        if error == nil, values.count == limits.tableColumns {
            refuseRow(
                "has more than \(limits.tableColumns.grouped) values"
                    + Limits.Name.tableColumns.remedy)
        }
    }

    mutating func append(_ byte: UInt8) {
        guard error == nil else { return }
        if byte == 0 { refuseValue("has a NUL in it") }
        size += 1
        if size > limits.textFileBytes {
            refuseRow(
                "is longer than \(limits.textFileBytes.grouped) bytes, or a quote is never closed"
                    + Limits.Name.textFileBytes.remedy)
        }
        value.append(byte)
    }

    mutating func endValue(isQuoted: Bool, _ decoder: inout TableDecoder) {
        guard error == nil else { return }
        if !isQuoted { while value.last?.isBlank == true { value.removeLast() } }
        guard let text = decoder.text(of: value) else {
            return refuseValue(
                "is \(decoder.encoding == .windows1252 ? "in another encoding than those before" : "not UTF-8"); "
                    + "save the table as UTF-8")
        }
        if CombiningMarks.areTooMany(in: text) { return refuseValue(TableError.tooManyMarks) }
        // Such as a no-break space before the quote.
        if !isQuoted, let quote, let first = value.first, first < 0x20 || first >= 0x80,
            text.trimmed.utf8.first == quote
        {
            return refuseValue("has a quote after white space; remove the white space")
        }
        values.append(text)
    }

    /// Records an error in the current value, unless the row has an earlier error.
    mutating func refuseValue(_ what: String) {
        error =
            error ?? TableError(line: valueLine, column: values.count + 1, "the value \(what)")
    }

    private mutating func refuseRow(_ what: String) {
        error = error ?? TableError(line: line, "the row \(what)")
    }
}

/// Parses separated values (RFC 4180) row by row.
///
/// Blanks around a value do not belong to it, since some programs write one after each separator.
/// Blanks in quotes do.
///
/// It reads an invalid row to its end, as far as it can find that end, so that the rows after it
/// can be read.
struct SeparatedScanner {
    private var bytes: TableBytes
    private let separator: UInt8
    private let quote: UInt8?
    private let limits: Limits
    private var record: SeparatedRecord
    private var decoder: TableDecoder
    /// Whether an odd quote is a part of its value, as in a table of a program that writes none around values.
    var isLenient = false

    /// The encoding so far; nil if all characters are in ASCII.
    var encoding: TextDecoder.Encoding? { decoder.encoding }

    /// - Parameters:
    ///   - quote: the character around values that have the separator; nil for none.
    ///   - encoding: the encoding if it is known.
    init(
        _ bytes: TableBytes, separator: UInt8, quote: UInt8? = .quote,
        as encoding: TextDecoder.Encoding? = nil, limits: Limits = Limits()
    ) {
        decoder = TableDecoder(encoding: encoding)
        self.bytes = bytes
        (self.separator, self.quote, self.limits) = (separator, quote, limits)
        record = SeparatedRecord(line: bytes.line, quote: quote, limits: limits)
    }

    /// The next row that isn't blank; nil after the last.
    ///
    /// - Throws: ``TableError`` if the row is invalid.
    mutating func next() throws -> SeparatedRecord? {
        while try bytes.peek() != nil {
            bytes.beginRow()
            // Skips empty lines without making records, since there may be millions of them.
            if try bytes.readLineEnd() { continue }
            try readRecord()
            if let error = record.error { throw error }
            if !record.isBlank { return record }
        }
        return nil
    }

    private mutating func readRecord() throws {
        record = SeparatedRecord(line: bytes.line, quote: quote, limits: limits)
        while true {
            try readValue()
            guard try bytes.peek() == separator else { break }
            _ = try bytes.next()
        }
        _ = try bytes.readLineEnd()
    }

    private mutating func readValue() throws {
        record.beginValue(line: bytes.line)
        try skipBlanks()
        var isQuoted = try quote != nil && bytes.peek() == quote
        if isQuoted {
            let (start, isRight) = (bytes, record.error == nil)
            try readQuoted()
            try skipBlanks()
            if try isLenient && isRight && isOddlyQuoted() {
                (bytes, isQuoted) = (start, false)
                record.restartValue()
            }
        }
        while let byte = try bytes.peek(), byte != separator, !byte.endsLine {
            if isQuoted {
                record.refuseValue(
                    "goes on behind its closing quote; double a quote that is part of it")
            }
            record.append(byte)
            _ = try bytes.next()
        }
        record.endValue(isQuoted: isQuoted, &decoder)
    }

    /// Whether the quote before a value that was read is more likely a part of it. No cell has both a tab and a
    /// line end, where tabs separate.
    private mutating func isOddlyQuoted() throws -> Bool {
        let next = try bytes.peek()
        return record.error != nil || next.map { $0 != separator && !$0.endsLine } ?? false
            || separator == UInt8(ascii: "\t") && record.hasValue(with: separator, .lineFeed)
    }

    private mutating func skipBlanks() throws {
        while let byte = try bytes.peek(), byte.isBlank, byte != separator {
            _ = try bytes.next()
        }
    }

    private mutating func readQuoted() throws {
        _ = try bytes.next()
        while record.error == nil || !isLenient, let byte = try bytes.next() {
            if byte == quote {
                guard try bytes.peek() == quote else { return }
                _ = try bytes.next()
            }
            record.append(byte)
        }
        record.refuseValue("has an opening quote and no closing one")
    }
}
