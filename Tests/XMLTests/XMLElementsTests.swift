import Testing
import XML

@Suite("The elements of an XML file")
struct XMLElementsTests {
    /// The elements as `name attribute=value (children) text`, read in pieces of some bytes.
    private static func outline(
        _ bytes: [UInt8], piece: Int = 1 << 16, limit: Int = XMLElements.limit
    ) throws -> String {
        var rest = bytes[...]
        var xml = XMLElements(limit: limit) {
            defer { rest = rest.dropFirst(piece) }
            return Array(rest.prefix(piece))
        }
        var parts: [String] = []
        while let root = try xml.child() {
            parts.append("\(root.line) \(root.prefix)|\(root.name)")
            while let child = try xml.child() {
                let value = child["a"].map { " a=\($0)" } ?? ""
                parts.append("\(child.line) \(child.name)\(value): \(try xml.text())")
            }
        }
        return parts.joined(separator: "\n")
    }

    private static func error(_ text: String, limit: Int = XMLElements.limit) -> String? {
        do {
            _ = try outline(Array(text.utf8), piece: 350, limit: limit)
            return nil
        } catch { return "\(error)" }
    }

    private static let sample = """
        <?xml version="1.0"?>
        <?xml-stylesheet href="a.xsl"?>
        <!DOCTYPE kml SYSTEM "kml.dtd">
        <g:gpx xmlns:g="urn:g" version='1.1'><!-- > -->
          <g:wpt-ä a="1 &lt; &#50; &amp; &quot;"><x>é</x> and <y z='"'/>&#x1F41E;</g:wpt-ä>
          <e a=''/><c><![CDATA[<d>&]]></c
          ><!-- b --><?p q?>
        </g:gpx>

        """

    @Test(
        "have names, attributes and texts, in pieces of any size", arguments: [1, 2, 3, 7, 1_000])
    func elements(piece: Int) throws {
        #expect(
            try Self.outline(Array(Self.sample.utf8), piece: piece) == """
                4 g|gpx
                5 wpt-ä a=1 < 2 & ": é and 🐞
                6 e a=: \n\
                6 c: <d>&
                """)
    }

    @Test("have line feeds for all line ends, but not for references")
    func lineEnds() throws {
        let text = "<a><b>1\r\n2\r3&#13;\n</b></a>"
        #expect(try Self.outline(Array(text.utf8)) == "1 |a\n1 b: 1\n2\n3\r\n")
    }

    @Test("are skipped with all that is in them")
    func skipping() throws {
        var xml = XMLElements(Array("<a><b><c/>x<c><d/></c></b><e/><f>y</f></a>".utf8))
        var names: [String] = []
        _ = try xml.child()
        while let child = try xml.child() {
            names.append(child.name)
            try xml.skip()
        }
        #expect(names == ["b", "e", "f"])
        #expect(try xml.child() == nil)
    }

    @Test(
        "come in the encoding that the file shows or declares",
        arguments: ["UTF-16", "utf-16le", "ISO-8859-1", "Windows-1252"])
    func encodings(name: String) throws {
        let isWide = name.lowercased().hasPrefix("utf-16")
        let text = "<?xml version='1.0' encoding='\(name)'?><a><b>é€\(isWide ? "🐞" : "")</b></a>"
        var bytes: [UInt8] = []
        if isWide {
            if name == "UTF-16" { bytes = [0xFF, 0xFE] }
            for unit in text.utf16 { bytes += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
        } else {
            bytes = text.unicodeScalars.map { $0 == "€" ? 0x80 : UInt8($0.value) }
        }
        let outline = "1 |a\n1 b: é€\(isWide ? "🐞" : "")"
        #expect(try Self.outline(bytes) == outline)
        #expect(try Self.outline(bytes, piece: 1) == outline)
    }

    private static let wrong: [(xml: String, message: String)] = [
        ("", "line 1, column 1: the XML ends too early"),
        ("<a>\n <b>é</c></a>", "line 2, column 6: the element \"b\" is ended as \"c\""),
        ("<a>\n <b", "line 2, column 2: cut off: the tag \"b\" doesn't end where it should"),
        ("<a><b>x", "line 1, column 8: cut off: the XML ends too early"),
        ("<a/></a>", "line 1, column 5: text behind the outermost element"),
        ("</a>", "line 1, column 1: \"a\" ends before it begins"),
        ("<a b='1' b='2'/>", "line 1, column 10: a tag has the attribute \"b\" twice"),
        ("<a b='&x;'/>", "line 1, column 7: a reference to an entity that XML doesn't predefine"),
        (
            "<!DOCTYPE a [<!ENTITY b 'c'>]><a/>",
            "line 1, column 1: a document type with its own declarations is not supported"
        ),
        (
            "<?xml version='1.0' encoding='EBCDIC'?><a/>",
            "line 1, column 1: the encoding 'EBCDIC' is not supported; save it as UTF-8"
        ),
        (
            String(repeating: "<a>", count: 257),
            "line 1, column 769: elements nested more than 256 deep"
        ),
    ]

    @Test("that are wrong are refused with the place and the reason", arguments: wrong)
    func refusal(xml: String, message: String) {
        #expect(Self.error(xml) == message)
    }

    @Test("have texts, tags and comments of a limited length")
    func limits() {
        let long = String(repeating: "x", count: 3_000)
        let tag = "a tag or a comment is longer than 1000 bytes"
        #expect(
            Self.error("<a><b>\(long)</b></a>", limit: 1_000)
                == "line 1, column 1051: a text longer than 1000 bytes")
        #expect(Self.error("<a><b c='\(long)'/></a>", limit: 1_000) == "line 1, column 7: \(tag)")
        #expect(Self.error("<a><!-- \(long) --></a>", limit: 1_000) == "line 1, column 4: \(tag)")
    }

    @Test("must be UTF-8 where nothing else is declared")
    func invalid() throws {
        let bytes = Array("<a><b>\n".utf8) + [0xC3, 0x28] + Array("</b></a>".utf8)
        #expect(throws: XMLError.self) { try Self.outline(bytes) }
    }
}
