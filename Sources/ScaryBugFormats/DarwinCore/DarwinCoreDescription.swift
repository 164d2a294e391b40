/// The files of a Darwin Core archive that tell what it is: `meta.xml`
/// (https://dwc.tdwg.org/text/) and `eml.xml` (https://eml.ecoinformatics.org).
package enum DarwinCoreDescription {
    /// - Parameter columns: the columns of the occurrences after the identifier.
    package static func meta(_ columns: [String]) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <archive xmlns="http://rs.tdwg.org/dwc/text/" metadata="eml.xml">
        \(table("core", DarwinCoreTerm.occurrence, "occurrence.txt", key: "id", columns))
        \(table(
            "extension", DarwinCoreTerm.multimedia, "multimedia.txt", key: "coreid",
            DarwinCoreTerm.mediaColumns))
        </archive>

        """
    }

    private static func table(
        _ element: String, _ rowType: String, _ file: String, key: String, _ columns: [String]
    ) -> String {
        let isMedia = rowType == DarwinCoreTerm.multimedia
        let fields = columns.enumerated().map { index, column in
            // These terms are of Dublin Core, also the type.
            let address =
                isMedia ? "http://purl.org/dc/terms/" + column : DarwinCoreTerm.address(of: column)
            return "    <field index=\"\(index + 1)\" term=\"\(address)\"/>\n"
        }
        return """
              <\(element) encoding="UTF-8" fieldsTerminatedBy="\\t" linesTerminatedBy="\\n" \
            fieldsEnclosedBy="" ignoreHeaderLines="1" rowType="\(rowType)">
                <files><location>\(file)</location></files>
                <\(key) index="0"/>
            \(fields.joined())  </\(element)>
            """
    }

    /// - Parameters:
    ///   - author: the name of who exports the records.
    ///   - count: the number of records.
    ///   - date: the day of the last change, such as `2026-05-01`.
    ///   - identifier: the UUID of these records.
    ///   - licenses: the licenses of the records, empty for a record without one.
    package static func eml(
        author: String, count: Int, date: String, identifier: String, licenses: Set<String>
    ) -> String {
        let name = MarkupText.escaped(author)
        let person = "<individualName><surName>\(name)</surName></individualName>"
        let records = count == 1 ? "1 record" : "\(count) records"
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <eml:eml xmlns:eml="https://eml.ecoinformatics.org/eml-2.2.0" \
            packageId="urn:uuid:\(identifier.lowercased())" system="scarybug" scope="system" \
            xml:lang="en">
            <dataset>
            <title>Records of insects by \(name)</title>
            <creator>\(person)</creator>
            <metadataProvider>\(person)</metadataProvider>
            <pubDate>\(date)</pubDate>
            <language>en</language>
            <abstract><para>\(records) from the catalogue of \(name).</para></abstract>
            \(rights(licenses))<contact>\(person)</contact>
            </dataset>
            </eml:eml>

            """
    }

    /// - Returns: the elements about the license, as lines; empty if no record has one.
    private static func rights(_ licenses: Set<String>) -> String {
        if licenses.isSubset(of: [""]) { return "" }
        let known = licenses.compactMap { KnownLicense($0) }
        // The license with the most conditions holds for all records together.
        guard known.count == licenses.count,
            let license = KnownLicense.all.last(where: { license in
                known.contains { $0.identifier == license.identifier }
            })
        else {
            return """
                <intellectualRights><para>Each record has a license of its own, in the column license. \
                A record with nothing there has no license.</para></intellectualRights>

                """
        }
        return """
            <intellectualRights><para>This work is licensed under a \
            <ulink url="\(license.address)"><citetitle>\(license.name)</citetitle></ulink>.\
            </para></intellectualRights>
            <licensed><licenseName>\(license.name)</licenseName><url>\(license.address)</url>\
            <identifier>\(license.identifier)</identifier></licensed>

            """
    }
}
