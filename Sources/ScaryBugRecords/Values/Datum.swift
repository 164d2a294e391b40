/// The datums of positions, by the names and EPSG codes that programs give them.
package enum Datum {
    /// Names of WGS 84, and of datums that differ from it by a few metres at most.
    private static let near = [
        "wgs84", "wgs1984", "worldgeodeticsystem", "crs84", "etrs89", "europeanterrestrial",
        "grs80",
        "nad83", "nad1983", "northamericandatum1983", "northamericandatumof1983",
        "northamerican1983", "gda94", "gda2020", "geocentricdatumofaustralia", "nzgd2000", "rgf93",
        "sirgas", "itrf", "jgd20", "cgcs2000",
    ]
    /// Parts of the names of others.
    private static let others = [
        "agd66", "agd84", "airy", "amersfoort", "arc1950", "bd72", "belge", "bessel", "ch1903",
        "clarke", "dhdn", "ed50", "epsg", "european", "gauss", "hayford", "hermannskogel",
        "international", "irenet", "krassow", "krasov", "lambert", "lisb", "luxembourg", "lv03",
        "lv95", "mgi", "nad27", "nad1927", "northamerican", "ntf", "nzgd49", "osgb", "potsdam",
        "psad", "pulkovo", "rauenberg", "rijksdriehoek", "rt90", "sad69", "southamerican", "srid",
        "system42", "tokyo", "wgs",
    ]
    /// The codes of their latitudes and longitudes.
    private static let codes: Set = [
        4326, 4979, 4258, 4937, 4269, 4617, 4152, 4759, 6318, 4283, 7844, 4167, 4171, 4674, 4612,
        6668, 4490,
    ]
    /// What programs write for none.
    private static let none: Set = ["", "na", "none", "null", "nodata"]

    /// The warning about positions of another datum, of which nobody knows how to convert it here.
    package static func warning(about count: Int, _ name: String) -> String {
        "\(count.counting("record")) \(count == 1 ? "has" : "have") another datum than WGS 84 "
            + "(\(name.shortened)); the position is not converted, and stays as text"
    }

    /// Whether a text names a datum. In German a date is called so, too, as in `Sommer 2024`.
    package static func isNamed(in text: String) -> Bool {
        let plain = text.lowercased().filter { $0.isLetter || $0.isNumber }
        return (near + others).contains { plain.place(of: $0) != nil }
    }

    /// Whether latitudes and longitudes of a datum are those of WGS 84 but for a few metres. A position
    /// without a datum counts as one of WGS 84.
    package static func isUsual(_ name: String) -> Bool {
        let plain = name.lowercased().filter { $0.isLetter || $0.isNumber }
        let isUnknown = none.contains(plain) || plain.hasPrefix("un") || plain.hasPrefix("not")
        if isUnknown || near.contains(where: { plain.place(of: $0) != nil }) { return true }
        let isCode = ["epsg", "srid"].contains { plain.place(of: $0) != nil }
        guard isCode || plain.allSatisfy(\.isNumber) else { return false }
        return name.split { !$0.isNumber }.last.flatMap { Int($0) }.map(codes.contains) ?? false
    }
}
