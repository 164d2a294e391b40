import Foundation

/// A Darwin Core archive as a directory, whose `meta.xml` is put together from words.
struct ArchiveDraft {
    /// The attributes and the elements of the core.
    var core = "fieldsTerminatedBy=\"\\t\" fieldsEnclosedBy=\"\" ignoreHeaderLines=\"1\""
    var rowType = "Occurrence"
    /// The terms by their positions; `=` begins the default of a column.
    var columns = ["0:occurrenceID", "1:scientificName", "2:eventDate"]
    var files = ["occurrence.txt": Array("id\tname\tdate\nA\tApis\t2026\nB\tVespa\t2025\n".utf8)]
    var locations = ["occurrence.txt"]
    /// Elements after the core.
    var rest = ""
    var id = #"<id index="0"/>"#

    var meta: String {
        """
        <?xml version="1.0"?>
        <archive xmlns="http://rs.tdwg.org/dwc/text/">
        <core \(core) rowType="http://rs.tdwg.org/dwc/terms/\(rowType)">
        <files>\(locations.map { "<location>\($0)</location>" }.joined())</files>\(id)
        \(columns.map(Self.field).joined(separator: "\n"))
        </core>\(rest)</archive>
        """
    }

    static func field(_ text: String) -> String {
        let halves = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let parts = halves[1].split(separator: "=", maxSplits: 1)
        let index = halves[0].isEmpty ? "" : " index=\"\(halves[0])\""
        let usual = parts.count > 1 ? " default=\"\(parts[1])\"" : ""
        return "<field\(index) term=\"http://rs.tdwg.org/dwc/terms/\(parts[0])\"\(usual)/>"
    }

    /// An extension with pictures.
    static func pictures(_ file: String) -> String {
        """
        <extension fieldsTerminatedBy="\\t" fieldsEnclosedBy="" \
        rowType="http://rs.gbif.org/terms/1.0/Multimedia"><files><location>\(file)</location></files>
        <coreid index="0"/><field index="1" term="http://purl.org/dc/terms/identifier"/>
        <field index="2" term="http://purl.org/dc/terms/license"/></extension>
        """
    }
}
