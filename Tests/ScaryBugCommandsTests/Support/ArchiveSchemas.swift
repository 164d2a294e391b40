import Foundation
import TestSupport

/// Checks the XML of an archive with xmllint.
enum ArchiveSchemas {
    /// The messages about a file that breaks a schema; empty for a good file.
    ///
    /// - Parameter options: the option for the kind of schema, and the path of the schema.
    static func problems(of path: String, _ options: [String]) throws -> String {
        let xmllint = try Program(executable: Tool.path(of: "xmllint") ?? "xmllint")
        let checked = try xmllint.run(["--noout", "--nonet"] + options + [path])
        return checked.status == 0 ? "" : checked.standardError
    }

    /// The directory of the schemas of TDWG and GBIF, which not every machine has.
    static let published: String? = {
        let directory = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../../shared/formats/xsd").standardizedFileURL.path
        return FileManager.default.fileExists(atPath: directory) ? directory : nil
    }()

    /// What `meta.xml` has to be (https://dwc.tdwg.org/text/), in RELAX NG.
    static let meta = """
        <grammar xmlns="http://relaxng.org/ns/structure/1.0" ns="http://rs.tdwg.org/dwc/text/"
         datatypeLibrary="http://www.w3.org/2001/XMLSchema-datatypes">
        <start><element name="archive"><attribute name="metadata"/>
        <element name="core"><ref name="files"/>
        <element name="id"><ref name="index"/></element><ref name="fields"/></element>
        <zeroOrMore><element name="extension"><ref name="files"/>
        <element name="coreid"><ref name="index"/></element><ref name="fields"/></element></zeroOrMore>
        </element></start>
        <define name="files">
        <attribute name="encoding"><value>UTF-8</value></attribute>
        <attribute name="fieldsTerminatedBy"><value>\\t</value></attribute>
        <attribute name="linesTerminatedBy"><value>\\n</value></attribute>
        <attribute name="fieldsEnclosedBy"><value></value></attribute>
        <attribute name="ignoreHeaderLines"><data type="nonNegativeInteger"/></attribute>
        <attribute name="rowType"><data type="anyURI"/></attribute>
        <element name="files"><oneOrMore><element name="location"><text/></element></oneOrMore></element>
        </define>
        <define name="fields"><oneOrMore><element name="field"><ref name="index"/>
        <attribute name="term"><data type="anyURI"><param name="pattern">http://.*</param></data>
        </attribute></element></oneOrMore></define>
        <define name="index"><attribute name="index"><data type="nonNegativeInteger"/></attribute></define>
        </grammar>
        """

    /// What GBIF needs of `eml.xml`, in the order of EML 2.2 (https://eml.ecoinformatics.org).
    static let eml = """
        <grammar xmlns="http://relaxng.org/ns/structure/1.0" ns=""
         datatypeLibrary="http://www.w3.org/2001/XMLSchema-datatypes">
        <start><element name="eml" ns="https://eml.ecoinformatics.org/eml-2.2.0">
        <attribute name="packageId"/><attribute name="system"/>
        <attribute name="scope"><value>system</value></attribute>
        <attribute name="lang" ns="http://www.w3.org/XML/1998/namespace"/>
        <element name="dataset" ns="">
        <element name="title"><data type="string"><param name="minLength">10</param></data></element>
        <element name="creator"><ref name="person"/></element>
        <element name="metadataProvider"><ref name="person"/></element>
        <element name="pubDate"><data type="date"/></element>
        <element name="language"><text/></element>
        <element name="abstract"><element name="para">
        <data type="string"><param name="minLength">25</param></data></element></element>
        <optional><element name="intellectualRights"><element name="para"><mixed><optional>
        <element name="ulink"><attribute name="url"><data type="anyURI"/></attribute>
        <element name="citetitle"><text/></element></element></optional></mixed></element></element>
        </optional>
        <optional><element name="licensed"><element name="licenseName"><text/></element>
        <element name="url"><data type="anyURI"/></element>
        <element name="identifier"><text/></element></element></optional>
        <element name="contact"><ref name="person"/></element>
        </element></element></start>
        <define name="person"><element name="individualName"><element name="surName">
        <data type="string"><param name="minLength">1</param></data></element></element></define>
        </grammar>
        """
}
