import Containers
import SystemPackage

/// The kind of a file that is given to an import.
///
/// The first bytes tell, and the name decides where they leave a choice. ``ContainerListing`` tells
/// what a container holds.
package enum SourceKind {
    case picture(PictureType)
    case backup
    /// A file that contains others: a bundle, unless a look inside tells something else.
    case container
    /// A container with several documents or bundles.
    case documents
    /// A container with the tables of a Darwin Core archive.
    case darwinCore
    /// A container with one table, which has this path.
    case containedTable(String)
    case propertyList
    /// A mail message or a mailbox.
    case mail
    /// A text that may be a table, which its header decides.
    case table(TableFormat)
    /// A file that no import takes. The text says what it is, and what to do.
    case foreign(String)
    case unknown

    /// - Parameter fileName: the last part of the path, or a name for a stream.
    package init(of file: borrowing File, named fileName: String) throws {
        self.init(try file.prefix(TableFormat.prefixLength), named: fileName)
    }

    /// - Parameters:
    ///   - prefix: the first bytes.
    ///   - fileName: the last part of the path, or a name for a stream.
    init(_ prefix: [UInt8], named fileName: String) {
        if let type = PictureType(signature: prefix) {
            self = .picture(type)
        } else if let encoding = Self.wideEncoding(prefix) {
            self = .foreign("a text in \(encoding); save it as UTF-8")
        } else if ByteOrderMark(prefix) == .utf16, let format = MapFormat(fileName: fileName) {
            self = .table(.map(format))
        } else if let markup = Markup(prefix) {
            self = markup.kind(named: fileName)
        } else {
            switch FileSignature(prefix) {
            case .zip where BackupFormat.begins(prefix): self = .backup
            case .zip, .gzip, .wrapper: self = .container
            case .foreign where prefix.starts(with: "bplist".utf8):
                self = Markup.isSavedPage(prefix) ? .foreign(Markup.savedPage) : .propertyList
            case .foreign(let what): self = .foreign(Self.officeFile(fileName, prefix) ?? what)
            case .unknown: self = Self.unsigned(prefix, fileName)
            }
        }
    }

    /// UTF-32, or UTF-16 without a byte order mark; nil for any other encoding.
    private static func wideEncoding(_ prefix: [UInt8]) -> String? {
        let bytes = prefix.prefix(16)
        let isText = { (size: Int, place: Int) in
            bytes.count >= 2 * size
                && bytes.enumerated().allSatisfy { index, byte in
                    index % size == place ? byte == 0x09 || byte.endsLine || byte > 0x1F : byte == 0
                }
        }
        let hasMark =
            bytes.starts(with: [0xFF, 0xFE, 0, 0]) || bytes.starts(with: [0, 0, 0xFE, 0xFF])
        if hasMark || isText(4, 0) || isText(4, 3) { return "UTF-32" }
        return isText(2, 0) || isText(2, 1) ? "UTF-16 without a byte order mark" : nil
    }

    private static func unsigned(_ prefix: [UInt8], _ fileName: String) -> SourceKind {
        let isNamedLikeGeoJSON = MapFormat(fileName: fileName) == .geoJSON && !prefix.isEmpty
        if isNamedLikeGeoJSON || TableFormat.isGeoJSON(prefix) { return .table(.map(.geoJSON)) }
        if prefix.dropFirst(257).starts(with: "ustar".utf8) { return .container }
        if let media = mediaFile(prefix) { return .foreign(media) }
        if !TableFormat.isNamedLikeTable(fileName),
            let mail = Mail.kind(of: prefix, named: fileName)
        {
            return mail
        }
        return TableFormat(fileName: fileName, prefix: prefix).map(SourceKind.table) ?? .unknown
    }

    // MARK: Descriptions

    package static let spreadsheet = "a spreadsheet; save the table as CSV (UTF-8)"
    package static let seeHelp = "'help bundles' lists what can be imported"

    /// A file of an office program before 2007, or one with a password.
    private static func officeFile(_ fileName: String, _ prefix: [UInt8]) -> String? {
        guard prefix.starts(with: FileSignature.compoundFile) else { return nil }
        if fileName.lowercased().hasSuffix(".msg") { return MailPart.outlookMessage }
        return isNamedLikeSpreadsheet(fileName) ? spreadsheet : nil
    }

    package static func isNamedLikeSpreadsheet(_ fileName: String) -> Bool {
        let name = fileName.lowercased()
        return [".xls", ".xlsx", ".xlsm", ".xlsb", ".xlt", ".ods", ".fods", ".numbers"]
            .contains(where: name.hasSuffix)
    }

    /// A video, or a picture of a type that is not supported (ISO/IEC 14496-12).
    private static func mediaFile(_ prefix: [UInt8]) -> String? {
        // The size of the file follows the first two bytes, then four zeros.
        if prefix.starts(with: "BM".utf8), prefix.dropFirst(6).prefix(4).allSatisfy({ $0 == 0 }) {
            return "a BMP picture; save it as JPEG or PNG"
        }
        guard prefix.dropFirst(4).starts(with: "ftyp".utf8) else { return nil }
        return prefix.dropFirst(8).starts(with: "avi".utf8)
            ? "an AVIF picture; save it as JPEG or PNG" : "a video; \(seeHelp)"
    }
}

/// A text that begins with a tag: XML or HTML.
package struct Markup {
    /// The name of the first element, in lower case; nil if the prefix has none.
    package let root: String?

    /// - Parameter prefix: the first bytes of the file. nil is returned for any other text.
    package init?(_ prefix: [UInt8]) {
        var rest = Self.droppingSpace(
            prefix.dropFirst(ByteOrderMark(prefix) == .utf8 ? 3 : 0))
        guard rest.first == UInt8(ascii: "<") else { return nil }
        while let (next, name) = Self.next(rest) {
            if let name {
                root = name
                return
            }
            rest = Self.droppingSpace(next)
        }
        root = nil
    }

    func kind(named fileName: String) -> SourceKind {
        switch root {
        case nil where MapFormat(fileName: fileName) != nil:
            .table(.map(MapFormat(fileName: fileName) ?? .gpx))
        // A damaged property list may have lost its first element.
        case nil, "plist": .propertyList
        case "html", "head", "body", "frameset": .foreign(Self.savedPage)
        case "gpx": .table(.map(.gpx))
        case "kml": .table(.map(.kml))
        case "trainingcenterdatabase":
            .foreign("a TCX file with tracks, not documents; \(SourceKind.seeHelp)")
        case "workbook": .foreign(SourceKind.spreadsheet)
        case "office:document" where SourceKind.isNamedLikeSpreadsheet(fileName):
            .foreign(SourceKind.spreadsheet)
        case "archive", "eml":
            .foreign("a part of a Darwin Core archive; import the directory with all of its files")
        case "svg": .foreign("an SVG picture; save it as JPEG or PNG")
        case let name?: .foreign("an XML file (<\(name)>); \(SourceKind.seeHelp)")
        }
    }

    // MARK: Descriptions

    static let savedPage =
        "a web page, which can't be imported; import the file that it offers, or ask who made it "
        + "for bundles"

    /// Whether a binary property list is a page that Safari saved.
    static func isSavedPage(_ prefix: [UInt8]) -> Bool {
        prefix.contains("WebMainResource".utf8)
    }

    // MARK: Reading

    /// Reads a declaration, a comment or the first tag.
    ///
    /// - Returns: the bytes after it, and the element's name; nil at the end of the prefix.
    private static func next(_ text: ArraySlice<UInt8>) -> (ArraySlice<UInt8>, String?)? {
        if text.starts(with: "<!--".utf8) {
            return dropping(through: "-->", text).map { ($0, nil) }
        }
        if text.starts(with: "<?".utf8) { return dropping(through: "?>", text).map { ($0, nil) } }
        if text.starts(with: "<!".utf8) {
            let words = text.prefix(32).split(whereSeparator: isEnd)
            if words.count > 1, word(words[1]) == "html" { return (text, "html") }
            return dropping(through: ">", text).map { ($0, nil) }
        }
        guard text.first == UInt8(ascii: "<"), text.count > 1 else { return nil }
        let name = word(text.dropFirst().prefix(40).prefix { !isEnd($0) })
        let isPrefixed = name.hasPrefix("office:")
        return (text, isPrefixed ? name : name.split(separator: ":").last.map(String.init) ?? name)
    }

    private static func dropping(
        through end: String, _ text: ArraySlice<UInt8>
    ) -> ArraySlice<UInt8>? {
        text.firstRange(of: end.utf8).map { text[$0.upperBound...] }
    }

    private static func droppingSpace(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        text.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    }

    /// Whether a byte ends a name.
    private static func isEnd(_ byte: UInt8) -> Bool {
        byte <= 0x20 || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/")
            || byte == UInt8(ascii: "[")
    }

    private static func word(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes, as: UTF8.self).lowercased()
    }
}

extension Bundle {
    /// Whether a name has the ending of a bundle.
    package static func isNamedLikeBundle(_ name: String) -> Bool {
        bundleExtensions.contains(FilePath(name).extension?.lowercased() ?? "")
    }

    /// Whether the ending of a bundle stands anywhere in a name, as in `X.scarybug.part`.
    package static func isNamedAfterBundle(_ name: String) -> Bool {
        name.lowercased().split(separator: ".").dropFirst().contains { part in
            bundleExtensions.contains(String(part.prefix { $0.isLetter }))
        }
    }

    private static let bundleExtensions = DocumentKind.all.map(\.directoryExtension) + ["sbz"]
}
