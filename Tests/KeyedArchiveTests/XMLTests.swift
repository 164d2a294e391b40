import KeyedArchive
import Testing

/// XML with its expected value or error message.
struct XMLCase<Outcome: Sendable>: Sendable, CustomTestStringConvertible {
    let xml: String
    let outcome: Outcome

    init(_ xml: String, _ outcome: Outcome) {
        self.xml = xml
        self.outcome = outcome
    }

    var testDescription: String { String(xml.prefix(80)) }
}

@Suite("An XML property list")
struct XMLTests {
    static let values: [XMLCase<PropertyList>] = [
        XMLCase("<true/>", .boolean(true)),
        XMLCase("<false></false>", .boolean(false)),
        XMLCase("<integer> -12 </integer>", .integer(-12)),
        XMLCase("<integer>+0x1F</integer>", .integer(31)),
        XMLCase("<integer>-0Xff</integer>", .integer(-255)),
        XMLCase("<integer>18446744073709551616</integer>", .integer(1 << 64)),
        XMLCase("<real>1.5e3</real>", .real(1500)),
        XMLCase("<real>-infinity</real>", .real(-.infinity)),
        XMLCase("<string/>", .string("")),
        XMLCase("<string> a\r\n\u{1}b </string>", .string(" a\r\n\u{1}b ")),
        XMLCase("<string>&lt;&gt;&amp;&quot;&apos;</string>", .string("<>&\"'")),
        XMLCase("<string>&#228;&#x1F41E;&#x1;</string>", .string("ä🐞\u{1}")),
        XMLCase("<string>a<!-- b -->c<![CDATA[<d>&amp;]]>e</string>", .string("ac<d>&amp;e")),
        XMLCase("<date>2001-01-01T00:00:00Z</date>", .date(0)),
        XMLCase("<date>2000-02-29T23:59:59Z</date>", .date(-26_438_401)),
        XMLCase("<date>0001-01-01T00:00:00Z</date>", .date(-63_113_904_000)),
        XMLCase("<date>9999-12-31T23:59:59Z</date>", .date(252_423_993_599)),
        XMLCase("<data></data>", .data([])),
        XMLCase("<data>\n\tAQ ID\n\tBA==\n</data>", .data([1, 2, 3, 4])),
        XMLCase("<data>//79</data>", .data([0xFF, 0xFE, 0xFD])),
        XMLCase("<data>AAE=</data>", .data([0, 1])),
        XMLCase("<array/>", .array([])),
        XMLCase("<array><array/><true/></array>", .array([.array([]), .boolean(true)])),
        XMLCase("<dict />", .dictionary([:])),
        XMLCase(
            "<!-- x --><dict><key>a</key><!-- y --><dict/></dict>",
            .dictionary(["a": .dictionary([:])])),
        XMLCase("<dict><key>CF$UID</key><integer>7</integer></dict>", .uid(7)),
        XMLCase(
            "<dict><key>CF$UID</key><string>7</string></dict>",
            .dictionary(["CF$UID": .string("7")])),
    ]

    @Test("gives its value", arguments: values)
    func value(sample: XMLCase<PropertyList>) throws {
        #expect(
            try PropertyList(bytes: Array(XMLSamples.document(sample.xml).utf8)) == sample.outcome)
    }

    static let files: [String] = [
        "<plist><true/></plist>",
        "\u{FEFF}<?xml version='1.0'?><plist version='1.0'><true/></plist>",
        " \n<!-- a --><!DOCTYPE plist><!-- b --><plist><true/></plist><!-- c -->\n",
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<plist a = \"b\" c='d'><true/></plist >",
    ]

    @Test("may start in several ways", arguments: files)
    func start(file: String) throws {
        #expect(try PropertyList(bytes: Array(file.utf8)) == .boolean(true))
    }

    static let hostile: [XMLCase<String>] = [
        XMLCase("<html></html>", "XML, but not a property list (at byte 0)"),
        XMLCase("<plist/>", "a property list without a value (at byte 0)"),
        XMLCase("<plist></plist>", "a property list without a value (at byte 0)"),
        XMLCase(
            "<plist><true/><true/></plist>", "a second value after the outermost one (at byte 14)"),
        XMLCase("<plist><true/></plist>x", "text behind the outermost element (at byte 22)"),
        XMLCase("<plist>x<true/></plist>", "text where a tag should be (at byte 8)"),
        XMLCase("<plist><array>", "cut off: the XML ends too early (at byte 14)"),
        XMLCase(
            "<plist><array></dict></plist>",
            "the element \"array\" is ended as \"dict\" (at byte 14)"),
        XMLCase("<plist><b/></plist>", "the unknown element \"b\" (at byte 7)"),
        XMLCase("<plist><a b='c'/></plist>", "the unknown element \"a\" (at byte 7)"),
        XMLCase("<plist a=b>", "an attribute without quotes (at byte 7)"),
        XMLCase("<plist><></plist>", "a tag without a name (at byte 8)"),
        XMLCase("<plist><key>a</key></plist>", "a key where none belongs (at byte 7)"),
        XMLCase("<plist><dict><key>a</key><key>", "a key where none belongs (at byte 25)"),
        XMLCase("<plist><dict><true/>", "a value of a dictionary without a key (at byte 13)"),
        XMLCase(
            "<plist><dict><key>a</key></dict>",
            "the last key of a dictionary has no value (at byte 7)"),
        XMLCase(
            "<plist><dict><key>a</key><true/><key>a</key><true/>",
            "a dictionary has the key \"a\" twice (at byte 44)"),
        XMLCase(
            "<plist><dict><key>CF$UID</key><integer>-1</integer></dict>",
            "the reference -1 is not in 32 bits (at byte 7)"),
        XMLCase("<plist><string>a", "cut off: the XML ends too early (at byte 16)"),
        XMLCase(
            "<plist><string>a</data></plist>",
            "the element \"string\" is ended as \"data\" (at byte 16)"),
        XMLCase(
            "<plist><string><b/></string>", "a tag inside of the element \"string\" (at byte 15)"),
        XMLCase(
            "<plist><string>&a;</string>",
            "a reference to an entity that XML doesn't predefine (at byte 15)"),
        XMLCase(
            "<plist><string>&#0;</string>", "a character reference to no character (at byte 15)"),
        XMLCase(
            "<plist><string>&#xD800;</string>", "a character reference to no character (at byte 15)"
        ),
        XMLCase(
            "<plist><string>&#+65;</string>", "a character reference to no character (at byte 15)"),
        XMLCase("<plist><!-- a", "cut off: a comment doesn't end (at byte 7)"),
        XMLCase(
            "<plist><string><![CDATA[a", "cut off: a CDATA section doesn't end (at byte 15)"),
        XMLCase("<?xml version='1.0'", "the XML declaration doesn't end (at byte 0)"),
        XMLCase("<?xmlx?><plist/>", "the XML declaration is damaged (at byte 0)"),
        XMLCase(
            "<?xml version='1.0' encoding='EBCDIC'?><plist/>",
            "the encoding 'EBCDIC' is not supported; save it as UTF-8 (at byte 0)"),
        XMLCase(
            "<!DOCTYPE plist [<!ENTITY a 'b'>]><plist/>",
            "a document type with its own declarations is not supported (at byte 0)"),
        XMLCase(
            "<plist><integer>1x</integer>",
            "the text of an element \"integer\" is not a valid value (at byte 7)"),
        XMLCase(
            "<plist><integer>--1</integer>",
            "the text of an element \"integer\" is not a valid value (at byte 7)"),
        XMLCase(
            "<plist><integer/>",
            "the text of an element \"integer\" is not a valid value (at byte 7)"),
        XMLCase(
            "<plist><real>a</real>",
            "the text of an element \"real\" is not a valid value (at byte 7)"),
        XMLCase(
            "<plist><true>a</true>",
            "the text of an element \"true\" is not a valid value (at byte 7)"),
        XMLCase(
            "<plist><date>2001-02-29T00:00:00Z</date>",
            "the text of an element \"date\" is not a valid value (at byte 7)"),
        XMLCase(
            "<plist><data>A</data>",
            "the text of an element \"data\" is not a valid value (at byte 7)"),
        XMLCase(
            "<plist><data>AA==A</data>",
            "the text of an element \"data\" is not a valid value (at byte 7)"),
        XMLCase(
            "<plist><data>====</data>",
            "the text of an element \"data\" is not a valid value (at byte 7)"
        ),
        XMLCase(
            "<plist>\(String(repeating: "<array>", count: 257))",
            "containers nested more than 256 deep (at byte 1799)"),
    ]

    @Test("that is hostile is refused with the place and the reason", arguments: hostile)
    func refusal(sample: XMLCase<String>) {
        let error = failure { () throws(KeyedArchiveError) in
            _ = try PropertyList(bytes: Array(sample.xml.utf8))
        }
        #expect(error?.description == sample.outcome)
    }

    @Test("is in UTF-8 unless it says otherwise")
    func encoding() throws {
        let latin =
            Array("<?xml version='1.0' encoding='ISO-8859-1'?><plist><string>".utf8) + [0xE4]
            + Array("</string></plist>".utf8)
        #expect(try PropertyList(bytes: latin) == .string("ä"))
        let bytes = Array("<plist><string>".utf8) + [0xC3, 0x28] + Array("</string></plist>".utf8)
        let error = failure { () throws(KeyedArchiveError) in _ = try PropertyList(bytes: bytes) }
        #expect(error?.description == "the XML is not valid UTF-8 (at byte 15)")
        let wide = failure { () throws(KeyedArchiveError) in
            _ = try PropertyList(bytes: [0xFE, 0xFF, 0, 0x3C])
        }
        #expect(wide?.code == .notAPropertyList)
    }
}
