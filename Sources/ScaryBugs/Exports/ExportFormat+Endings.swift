import SystemPackage

extension ExportFormat {
    /// The endings of its files. The first one is the usual one.
    private var endings: [String] {
        let kinds = DocumentKind.all.map { $0.directoryExtension }
        return switch self {
        case .scarybug: kinds + ["sbz", "zip"]
        case .directory, .bug, .creature: kinds
        case .bookArchive, .booksOwned: ["archive"]
        case .dwca: ["zip"]
        case .picture: ["jpg", "jpeg", "tif"] + PictureType.allCases.map(\.rawValue)
        case .geoJSON: ["geojson", "json"]
        case .kml, .gpx: [rawValue]
        }
    }

    /// - Throws: ``ScaryBugsError/Code/invalidValue`` for a name with an ending of something else.
    func checkEnding(of path: String) throws {
        guard let ending = FilePath(path).extension?.lowercased(), !endings.contains(ending),
            let remedy = Self.remedy(forFileNamed: path)
        else { return }
        let what = self == .scarybug ? "a bundle" : "a file of the format \(rawValue)"
        throw ScaryBugsError(
            .invalidValue,
            "\(path) does not end like \(what); end it in .\(endings[0])\(remedy)")
    }

    /// A further way to get a file with the ending of a path, as the end of a sentence; nil for an ending that
    /// isn't known, or none.
    static func remedy(forFileNamed path: String) -> String? {
        guard path.utf8.last != UInt8(ascii: "/"),
            let ending = FilePath(path).extension?.lowercased()
        else { return nil }
        switch ending {
        case "geojson", "kml", "gpx": return ", or leave out --format for a map"
        case "kmz", "shp", "gpkg": return ", or use the ending .kml for a map"
        case "dwca", "xml": return ", or use --format dwca and a name in .zip"
        case "archive": return ", or use --format book-archive for one file of books"
        case "csv", "json": return ", or leave out --format for a table"
        case "tsv", "xls", "xlsx", "ods", "jsonl": return ", or use the ending .csv for a table"
        case "html", "htm", "pdf": return ", or use 'gallery' for a page"
        case "zip": return ", or leave out --format for one file of bundles"
        case "scarybug", "scarycreature", "sbz", "tar", "tgz", "gz":
            return ", or use the ending .zip for one file of all of them"
        case _ where Self.picture.endings.contains(ending):
            return ", or use --format picture for the photograph"
        default:
            // A mistyped ending makes no directory.
            return ["csv", "json", "zip", "geojson", "kml", "gpx", "scarybug"]
                .first { SpellingSuggestion.distance(ending, $0) == 1 }
                .map { ", or use the ending .\($0)" }
        }
    }
}
