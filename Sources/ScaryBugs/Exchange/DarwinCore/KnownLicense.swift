/// A license that GBIF takes (https://www.gbif.org/terms). Darwin Core has its address, and documents its
/// short name.
struct KnownLicense {
    /// Such as `CC-BY-4.0` (https://spdx.org/licenses/).
    let identifier: String
    let name: String
    let address: String

    static let all = [
        KnownLicense(
            "CC0-1.0", "Public Domain (CC0 1.0)", "http://creativecommons.org/publicdomain/zero/1.0"
        ),
        KnownLicense(
            "CC-BY-4.0", "Creative Commons Attribution (CC-BY) 4.0 License",
            "http://creativecommons.org/licenses/by/4.0"),
        KnownLicense(
            "CC-BY-NC-4.0", "Creative Commons Attribution Non Commercial (CC-BY-NC) 4.0 License",
            "http://creativecommons.org/licenses/by-nc/4.0"),
    ]

    private init(_ identifier: String, _ name: String, _ address: String) {
        (self.identifier, self.name, self.address) = (identifier, name, address + "/legalcode")
    }

    /// Finds a license by its short name or its address.
    init?(_ text: String) {
        let found = Self.all.first { [$0.identifier, $0.address].contains(text) }
        guard let found else { return nil }
        self = found
    }
}
