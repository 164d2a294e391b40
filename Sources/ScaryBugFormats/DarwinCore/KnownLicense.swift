/// A license that GBIF takes (https://www.gbif.org/terms). Darwin Core has its address, and documents its
/// short name.
package struct KnownLicense {
    /// Such as `CC-BY-4.0` (https://spdx.org/licenses/).
    package let identifier: String
    let name: String
    let address: String

    /// The licenses, from the one with the fewest conditions to the one with the most.
    package static let all = [
        KnownLicense("CC0-1.0", "Public Domain (CC0 1.0)", "publicdomain/zero/1.0"),
        KnownLicense(
            "CC-BY-4.0", "Creative Commons Attribution (CC-BY) 4.0 License", "licenses/by/4.0"),
        KnownLicense(
            "CC-BY-NC-4.0", "Creative Commons Attribution Non Commercial (CC-BY-NC) 4.0 License",
            "licenses/by-nc/4.0"),
    ]

    private init(_ identifier: String, _ name: String, _ path: String) {
        (self.identifier, self.name) = (identifier, name)
        address = "http://creativecommons.org/\(path)/legalcode"
    }

    /// Finds a license by its short name, by the name that GBIF gives it (`CC0_1_0`), or by its address.
    package init?(_ text: String) {
        guard let found = Self.known[Self.plain(text)] else { return nil }
        self = found
    }

    private static let known = Dictionary(
        uniqueKeysWithValues: all.flatMap { license in
            [license.identifier, license.address].map { (plain($0), license) }
        })

    private static func plain(_ text: String) -> String {
        var text = RowIdentities.withoutScheme(text.trimmed.lowercased())
        for end in ["/", "/legalcode", "/deed.en"] where text.hasSuffix(end) {
            text = String(text.dropLast(end.utf8.count))
        }
        return text.filter { $0.isLetter || $0.isNumber }
    }
}
