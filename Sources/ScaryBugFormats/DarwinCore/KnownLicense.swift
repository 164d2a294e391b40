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

    /// Finds the license of a sentence that names nothing else, such as `licensed under CC BY 4.0`.
    init?(sentence: String) {
        let words = sentence.lowercased().split { !$0.isLetter && !$0.isNumber }
            .map { Self.usualWords[String($0)] ?? String($0) }
        let terms = words.enumerated().filter { !words[..<$0.offset].contains($0.element) }
            .map(\.element).joined()
        // It has one version.
        self.init(terms == "cc0" ? Self.all[0].identifier : terms)
    }

    /// The words of such sentences, and what they are in a short name.
    private static let usualWords = [
        "attribution": "by", "noncommercial": "nc", "non": "nc", "creative": "cc", "zero": "0",
    ].merging(
        """
        a commercial commons dedication domain image international licence license licensed photo \
        photograph picture public the this is under universal work
        """.split(separator: " ").map { (String($0), "") }
    ) { word, _ in word }

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
