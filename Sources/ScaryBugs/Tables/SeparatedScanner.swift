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
    private let limits: Limits
    private var record: SeparatedRecord

    init(_ bytes: TableBytes, separator: UInt8, limits: Limits = Limits()) {
        self.bytes = bytes
        self.separator = separator
        self.limits = limits
        record = SeparatedRecord(line: bytes.line, limits: limits)
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
        record = SeparatedRecord(line: bytes.line, limits: limits)
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
        let isQuoted = try bytes.peek() == .quote
        if isQuoted {
            try readQuoted()
            try skipBlanks()
        }
        while let byte = try bytes.peek(), byte != separator, !byte.endsLine {
            if isQuoted {
                record.refuseValue(
                    "goes on behind its closing quote; double a quote that is part of it")
            }
            record.append(byte)
            _ = try bytes.next()
        }
        record.endValue(isQuoted: isQuoted)
    }

    private mutating func skipBlanks() throws {
        while let byte = try bytes.peek(), byte.isBlank, byte != separator {
            _ = try bytes.next()
        }
    }

    private mutating func readQuoted() throws {
        _ = try bytes.next()
        while let byte = try bytes.next() {
            if byte == .quote {
                guard try bytes.peek() == .quote else { return }
                _ = try bytes.next()
            }
            record.append(byte)
        }
        record.refuseValue("has an opening quote and no closing one")
    }
}
