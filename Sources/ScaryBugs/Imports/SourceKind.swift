import Containers

/// The kind of a file that is given to an import.
///
/// The first bytes tell, and the name decides where they leave a choice. ``ContainerListing`` tells
/// what a container holds.
enum SourceKind {
    case picture(PictureType)
    case backup
    /// A file that contains others: a bundle, unless a look inside tells something else.
    case container
    /// A container with several documents or bundles.
    case documents
    case propertyList
    /// A text that may be a table, which its header decides.
    case table(TableFormat)
    /// A file that no import takes. The text says what it is, and what to do.
    case foreign(String)
    case unknown

    /// - Parameter fileName: the last part of the path, or a name for a stream.
    init(of file: borrowing File, named fileName: String) throws {
        self.init(try file.prefix(TableFormat.prefixLength), named: fileName)
    }

    /// - Parameters:
    ///   - prefix: the first bytes.
    ///   - fileName: the last part of the path, or a name for a stream.
    init(_ prefix: [UInt8], named fileName: String) {
        if let type = PictureType(signature: prefix) {
            self = .picture(type)
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

    private static func unsigned(_ prefix: [UInt8], _ fileName: String) -> SourceKind {
        if TableFormat.isGeoJSON(prefix) {
            return .foreign("a map in GeoJSON; jq '.features[].properties' makes a table of it")
        }
        if prefix.dropFirst(257).starts(with: "ustar".utf8) { return .container }
        if let media = mediaFile(prefix) { return .foreign(media) }
        if !TableFormat.isNamedLikeTable(fileName), let mail = Mail.description(of: prefix) {
            return .foreign(mail)
        }
        return TableFormat(fileName: fileName, prefix: prefix).map(SourceKind.table) ?? .unknown
    }

    // MARK: Descriptions

    static let spreadsheet = "a spreadsheet; save the table as CSV (UTF-8)"
    static let seeHelp = "'help bundles' lists what can be imported"

    /// A file of an office program before 2007, or one with a password.
    private static func officeFile(_ fileName: String, _ prefix: [UInt8]) -> String? {
        guard prefix.starts(with: FileSignature.compoundFile) else { return nil }
        return isNamedLikeSpreadsheet(fileName) ? spreadsheet : nil
    }

    static func isNamedLikeSpreadsheet(_ fileName: String) -> Bool {
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
