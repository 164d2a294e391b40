import Containers
import SystemPackage

/// The format of a table's file, detected by its first bytes.
package enum TableFormat: Equatable {
    /// A header and rows of values with a separator between them; nil to find the separator in the
    /// header.
    case separated(by: UInt8?)
    /// JSON objects, on a line each or in an array.
    case json
    /// The points of a map.
    case map(MapFormat)

    private static let extensions: Set = ["csv", "tsv", "json", "jsonl", "ndjson"]

    package static func isNamedLikeTable(_ path: String) -> Bool {
        extensions.contains(FilePath(path).extension?.lowercased() ?? "")
            || MapFormat(fileName: path) != nil
    }

    /// The number of first bytes that detection needs.
    package static let prefixLength = 4_096

    /// Detects the format by the contents; nil if the file is not a table.
    ///
    /// Any text may be a table, and its header decides later. The extension decides where the
    /// contents leave a choice.
    ///
    /// - Parameters:
    ///   - fileName: the last part of the path, or a name for a stream.
    ///   - prefix: the first bytes.
    package init?(fileName: String, prefix: [UInt8]) {
        let parts = fileName.split(separator: ".", omittingEmptySubsequences: false)
        let fileExtension = parts.count > 1 ? parts.last?.lowercased() ?? "" : ""
        let text = Self.text(of: prefix)
        guard Self.extensions.contains(fileExtension) || Self.isTable(prefix) else { return nil }
        // A text that is empty or begins like JSON is more likely invalid than separated values.
        let isInvalid = text.first.map { "{[".utf8.contains($0) } ?? true
        if Self.beginsObject(text)
            || ["json", "jsonl", "ndjson"].contains(fileExtension) && isInvalid
        {
            self = .json
        } else {
            let header = text.prefix { !$0.endsLine }
            let hasTabs = fileExtension == "tsv" && header.contains(UInt8(ascii: "\t"))
            self = .separated(by: hasTabs ? UInt8(ascii: "\t") : nil)
        }
    }

    /// Whether the bytes begin a map in GeoJSON (RFC 7946): a collection, a feature on each line, or a shape
    /// alone.
    static func isGeoJSON(_ prefix: [UInt8]) -> Bool {
        let text = prefix.filter { $0 > 0x20 }
        return beginsObject(text[...])
            && (text.contains("\"type\":\"Feature".utf8)
                || shapes.contains { text.starts(with: "{\"\($0)".utf8) })
    }

    private static let shapes =
        ["coordinates\":["]
        + [
            "Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon",
            "GeometryCollection",
        ].map { "type\":\"\($0)\"" }

    private static func isTable(_ prefix: [UInt8]) -> Bool {
        // The reader reports the encoding as an error.
        if ByteOrderMark(prefix) == .utf16 { return true }
        return FileSignature(prefix) == .unknown && PictureType(signature: prefix) == nil
            && !prefix.isEmpty && isText(prefix)
    }

    /// Whether the bytes can begin a text. The prefix may end within a character.
    private static func isText(_ prefix: [UInt8]) -> Bool {
        let text = prefix.count < prefixLength ? TableBytes.withoutEnd(prefix[...]) : prefix[...]
        let hasControls = text.contains { byte in
            (byte < 0x20 && byte != 0x09 && byte != 0x0A && byte != 0x0D) || byte == 0x7F
        }
        return !hasControls
            && ((0...3).contains { String(validating: text.dropLast($0), as: UTF8.self) != nil }
                || TableDecoder.hasCharacters(prefix))
    }

    /// The bytes after a byte order mark and white space.
    private static func text(of prefix: [UInt8]) -> ArraySlice<UInt8> {
        prefix.dropFirst(ByteOrderMark(prefix)?.length ?? 0)
            .drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
    }

    /// Whether the text begins a JSON object, or an array of objects. RTF begins with a brace, too.
    private static func beginsObject(_ text: ArraySlice<UInt8>) -> Bool {
        let start = text.filter { $0 != 0x20 && !(0x09...0x0D).contains($0) }
        return ["{\"", "{}", "[{\"", "[{}", "[]"].contains { start.starts(with: $0.utf8) }
    }

    /// A reader that starts at the beginning of the file.
    ///
    /// - Parameters:
    ///   - file: an open file. The caller must keep it open while the reader is in use.
    ///   - mapped: the fields that the user names for columns, in lower case.
    /// - Throws: ``ScaryBugsError`` if the file is empty or not UTF-8, whose message follows the
    ///   file's name; ``TableError`` if its header is invalid.
    package func reader(
        of file: borrowing File, besides mapped: [String: String] = [:], limits: Limits = Limits()
    ) throws -> any TableReader {
        switch self {
        case .separated(let separator):
            try SeparatedReader(file, separator: separator, besides: mapped, limits: limits)
        case .json: try JSONReader(file, limits: limits)
        case .map(let format): try MapReader(file, format, limits: limits)
        }
    }

    package var isMap: Bool { if case .map = self { true } else { false } }
}
