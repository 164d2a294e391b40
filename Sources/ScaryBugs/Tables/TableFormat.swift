import Containers

/// The format of a table's file, detected by its name or its first bytes.
enum TableFormat: Equatable {
    /// A header and rows of values with a separator between them; nil to find the separator in the
    /// header.
    case separated(by: UInt8?)
    /// One JSON object on each line.
    case jsonLines

    /// The filename extensions of tables.
    static let extensions: Set = ["csv", "tsv", "jsonl", "ndjson"]

    /// The number of first bytes that detection needs.
    static let prefixLength = 4_096

    /// Detects the format; nil if the file is not a table.
    ///
    /// The extension decides if it is one of ``extensions``. Any other text may be a table, and its
    /// header decides later.
    ///
    /// - Parameters:
    ///   - fileName: the last part of the path, or a name for a stream.
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
        // The reader reports the encoding as an error.
        if ByteOrderMark(prefix) == .utf16 {
            self = .separated(by: nil)
            return
        }
        guard FileSignature(prefix) == .unknown, PictureType(signature: prefix) == nil,
            !prefix.isEmpty, Self.isText(prefix)
        else { return nil }
        self = Self.beginsObject(prefix) ? .jsonLines : .separated(by: nil)
    }

    /// Whether the bytes can begin a UTF-8 text. The prefix may end within a character.
    private static func isText(_ prefix: [UInt8]) -> Bool {
        let hasControls = prefix.contains { byte in
            (byte < 0x20 && byte != 0x09 && byte != 0x0A && byte != 0x0D) || byte == 0x7F
        }
        return !hasControls
            && (0...3).contains { String(validating: prefix.dropLast($0), as: UTF8.self) != nil }
    }

    /// RTF begins with a brace, too.
    private static func beginsObject(_ prefix: [UInt8]) -> Bool {
        let text = prefix.dropFirst(ByteOrderMark(prefix)?.length ?? 0)
            .filter { $0 != 0x20 && !(0x09...0x0D).contains($0) }
        return text.starts(with: "{\"".utf8) || text.starts(with: "{}".utf8)
    }
}

extension TableFormat {
    /// A reader that starts at the beginning of the file.
    ///
    /// - Parameter file: an open file. The caller must keep it open while the reader is in use.
    /// - Throws: ``ScaryBugsError`` if the file is empty or not UTF-8, whose message follows the
    ///   file's name; ``TableError`` if its header is invalid.
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
