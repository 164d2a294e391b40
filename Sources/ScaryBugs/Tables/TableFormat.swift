/// What a table's file is, told by its name or its first bytes.
enum TableFormat: Equatable {
    /// Values with a character between them, under a header; nil if the header tells which one.
    case separated(by: UInt8?)
    /// One JSON object a line.
    case jsonLines

    /// Extensions of names that tell.
    static let extensions: Set = ["csv", "tsv", "jsonl", "ndjson"]

    /// Bytes that are enough to tell.
    static let prefixLength = 4_096

    /// Nil if it is no table.
    ///
    /// A name that tells is believed. Any other text may be a table, and its header decides.
    ///
    /// - Parameters:
    ///   - fileName: the last part of the path, or how a stream is called.
    ///   - prefix: the first bytes.
    init?(fileName: String, prefix: [UInt8]) {
        let parts = fileName.split(separator: ".", omittingEmptySubsequences: false)
        switch parts.count > 1 ? parts.last?.lowercased() : nil {
        case "csv": self = .separated(by: nil)
        case "tsv": self = .separated(by: UInt8(ascii: "\t"))
        case "jsonl", "ndjson": self = .jsonLines
        default: self.init(prefix: prefix)
        }
    }

    private init?(prefix: [UInt8]) {
        // Named when it is read.
        if ByteOrderMark(prefix) == .utf16 {
            self = .separated(by: nil)
            return
        }
        guard ByteFormat(prefix) == .unknown, !prefix.isEmpty, Self.isText(prefix) else {
            return nil
        }
        self = Self.beginsObject(prefix) ? .jsonLines : .separated(by: nil)
    }

    /// Whether it can be the beginning of a text, which may end within a character.
    private static func isText(_ prefix: [UInt8]) -> Bool {
        let hasControls = prefix.contains { byte in
            (byte < 0x20 && byte != 0x09 && byte != 0x0A && byte != 0x0D) || byte == 0x7F
        }
        return !hasControls
            && (0...3).contains { String(validating: prefix.dropLast($0), as: UTF8.self) != nil }
    }

    /// A brace alone would do for RTF, too.
    private static func beginsObject(_ prefix: [UInt8]) -> Bool {
        let text = prefix.dropFirst(ByteOrderMark(prefix)?.length ?? 0)
            .filter { $0 != 0x20 && !(0x09...0x0D).contains($0) }
        return text.starts(with: "{\"".utf8) || text.starts(with: "{}".utf8)
    }
}

extension TableFormat {
    /// Begins to read a table from the start of its file.
    ///
    /// - Parameter file: kept open by the caller while the reader is in use.
    /// - Throws: ``ScaryBugsError`` that goes on after the file's name if the file is empty or no
    ///   UTF-8, ``TableError`` if its header is wrong.
    func reader(
        of file: borrowing File, limits: Limits = Limits()
    ) throws -> any TableReader {
        switch self {
        case .separated(let separator):
            try SeparatedReader(file, separator: separator, limits: limits)
        case .jsonLines: try JSONLinesReader(file, limits: limits)
        }
    }
}
