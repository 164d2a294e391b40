/// The kinds of files that belong to the photograph beside them by their names.
enum Companion {
    /// The picture of a camera's sensor, which has no common format.
    case raw
    /// The video of a Live Photo, or one that the camera took with the photograph.
    case video
    /// The edits or the metadata of another program.
    case sidecar

    init?(named name: String) {
        let suffix = name.lowercased().split(separator: ".").last.map(String.init) ?? ""
        if Self.rawExtensions.contains(suffix) {
            self = .raw
        } else if ["mov", "mp4"].contains(suffix) {
            self = .video
        } else if ["xmp", "aae"].contains(suffix) {
            self = .sidecar
        } else {
            return nil
        }
    }

    private static let rawExtensions: Set = [
        "3fr", "arw", "cr2", "cr3", "crw", "dng", "erf", "iiq", "kdc", "mef", "mrw", "nef", "nrw",
        "orf", "pef", "raf", "raw", "rw2", "rwl", "sr2", "srf", "srw", "x3f",
    ]

    /// The keys under which a file looks for its photograph: names without an ending, in lower case.
    ///
    /// Lightroom writes `IMG_1.xmp` beside `IMG_1.JPG`, darktable `IMG_1.JPG.xmp`, and an iPhone
    /// `IMG_1_HEVC.MOV` beside `IMG_1.HEIC`.
    static func keys(ofCompanion name: String) -> [String] {
        let stem = stem(of: name)
        let hevc = "_hevc"
        return [stem, Self.stem(of: stem)]
            + (stem.hasSuffix(hevc) ? [String(stem.dropLast(hevc.count))] : [])
    }

    static func stem(of name: String) -> String {
        let name = name.lowercased()
        return name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    }
}
