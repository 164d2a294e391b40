import Foundation
import TestSupport
import Testing

/// Maps of points in GeoJSON, KML and GPX.
@Suite struct MapTests {
    private let scarybug: InProcess

    /// Alice's documents have all that a format could lose; Dor has no position.
    init() throws {
        scarybug = try InProcess(user: "alice")
        for user in ["alice", "bob"] {
            try scarybug.run(
                "--user", user, "-c",
                "field add wind number\nfield add wet boolean\nfield add name text")
        }
        try scarybug.run(
            "-c",
            #"""
            new 'Ant & "bee" <2>' at=50.932371,-1.450782±25 rating=2.5 seen=2026-05-01T14:30+02:00 \
                tags=garden,'"a, b"' notes="tab\tand\r\nlines\n" species='Bombus cf. terrestris' count=3 \
                wind=0.1 wet=yes name=another
            new "Zikade e\u0301 مرحبا" at=-33.86,151.2 seen=1906~ count=0
            new =cmd at=0,180 seen=2026-05/.. place=Fiji
            new Dor
            new 'A book' --kind book author=Nina at=1,2
            """#)
    }

    private func write(_ text: String, _ name: String) throws {
        try scarybug.directory.write(Array(text.utf8), to: "work/\(name)")
    }

    /// A user's documents with a position, without their numbers and dates.
    private func documents(of user: String) throws -> [String] {
        let json = try scarybug.run("--user", user, "--json", "list", "kind:bug", "has:at").lines
        return json.map { line in
            let members = line.split(separator: ",\"").filter { member in
                !["{\"number\"", "created\"", "modified\""].contains { member.hasPrefix($0) }
            }
            return members.joined(separator: ",\"")
        }
    }

    @Test func `a field with one text that is no date is a text`() throws {
        try scarybug.run(
            "-c",
            """
            field add first text
            field add last text
            set 1-3 first=2026-05-01 last=2026-05-01
            set 2 last=soon
            export 1-3 %/t.geojson
            """)
        let imported = try scarybug.run("--user", "carl", "import", "%/t.geojson")
        #expect(imported.standardError.contains("'field add first date'"), "\(imported)")
        #expect(imported.standardError.contains("'field add last text'"), "\(imported)")
    }

    @Test(arguments: ["geojson", "kml", "gpx"])
    func `a map gives every field back`(format: String) throws {
        let exported = try scarybug.run("export", "kind:bug", "%/m.\(format)")
        #expect(
            exported.standardError
                == "scarybug: warning: 1 document without a position left out: 4\n")
        #expect(exported.lines == ["exported 3 documents to %/m.\(format)"])
        #expect(try scarybug.run("--user", "bob", "import", "%/m.\(format)").status == 0)
        #expect(try documents(of: "bob") == documents(of: "alice"))
        // The same documents make the same bytes.
        try scarybug.run("export", "kind:bug", "%/again", "--format", format)
        #expect(
            try scarybug.directory.bytes(of: "work/again")
                == scarybug.directory.bytes(of: "work/m.\(format)"))
        let text = String(
            decoding: try scarybug.directory.bytes(of: "work/again"), as: UTF8.self)
        #expect(!text.contains("~Changes"))
        let told = "scarybug: %/m.\(format): 3 records are here already\n"
        let known = try scarybug.run("import", "%/m.\(format)", "--update")
        #expect(known.gave("nothing changed\n", error: told))
        let new = try scarybug.run("--user", "bob", "import", "%/m.\(format)", "--only-new")
        #expect(new.gave(error: told))
    }

    @Test(arguments: [
        ("<b>x</b> & y", "&amp;lt;b&gt;x&amp;lt;/b&gt; &amp;amp; y"),
        ("a &amp; b", "a &amp;amp;amp; b"), ("it's \"so\"", "it&#39;s &quot;so&quot;"),
        ("&#39; &\u{301}", "&amp;amp;#39; &amp;amp;\u{301}"),
        ("1\r\n2 & 3", "1&#13;\n2 &amp;amp; 3"),
    ])
    func `notes in KML are text within HTML`(notes: String, written: String) throws {
        try scarybug.run("set", "3", "notes=\(notes)")
        try scarybug.run("export", "3", "%/m.kml")
        let text = try scarybug.directory.text(of: "work/m.kml")
        #expect(text.contains("<description>\(written)</description>"), "\(text)")
        try scarybug.run("--user", "bob", "import", "%/m.kml")
        #expect(try documents(of: "bob") == documents(of: "alice").suffix(1))
        #expect(
            try scarybug.run("import", "%/m.kml", "--update").standardOutput == "nothing changed\n")
    }

    @Test(arguments: [
        ("&lt;b&gt;x&lt;/b&gt; &amp; y", "<b>x</b> & y"), ("AT&amp;T", "AT&T"),
        ("<![CDATA[<b>x</b> &amp; y]]>", "<b>x</b> &amp; y"),
        ("&amp;nbsp;&amp;amp;", "&nbsp;&amp;"),
    ])
    func `notes of an older map or another program stay`(written: String, notes: String) throws {
        try write(
            "<kml><Placemark><name>Ant</name><description>\(written)</description>"
                + "<Point><coordinates>1,2</coordinates></Point></Placemark></kml>", "m.kml")
        try scarybug.run("--user", "bob", "import", "%/m.kml")
        #expect(
            try scarybug.run("--user", "bob", "list", "--columns", "notes").gave("\(notes)\n"))
    }

    @Test(arguments: ["geojson", "kml", "gpx"])
    func `only what another program has edited changes`(format: String) throws {
        try scarybug.run("export", "3", "%/m.\(format)")
        var text = String(
            decoding: try scarybug.directory.bytes(of: "work/m.\(format)"), as: UTF8.self)
        for (old, new) in [
            ("[180,0]", "[-17.8,15.5]"), ("<coordinates>180,0<", "<coordinates>-17.8,15.5<"),
            ("lon=\"180\" lat=\"0\"", "lon=\"-17.8\" lat=\"15.5\""),
        ] { text = text.replacingOccurrences(of: old, with: new) }
        try write(text, "m.\(format)")
        #expect(
            try scarybug.run("import", "%/m.\(format)", "--update", "--dry-run").gave(
                "3  at 0,180 → 15.5,-17.8\n"))
        // Somebody changed it here since, so nobody knows which one is right.
        var later = scarybug
        later.environment["SOURCE_DATE_EPOCH"] = "1767225660"
        try later.run("set", "3", "at=1,1")
        #expect(
            try later.run("import", "%/m.\(format)", "--update").standardOutput
                == "kept 3  =cmd: at (changed here, too; --force takes the table's)\n")
        try later.run("import", "%/m.\(format)", "--update", "--force")
        #expect(try later.run("count", "at:15.5,-17.8").standardOutput == "1\n")
    }

    @Test(arguments: ["geojson", "kml", "gpx"])
    func `edits of two copies of a map, and one here, meet`(format: String) throws {
        try scarybug.run("set", "3", "observer=Nina", "notes=sun")
        try scarybug.run("export", "3", "%/m.\(format)")
        let text = String(
            decoding: try scarybug.directory.bytes(of: "work/m.\(format)"), as: UTF8.self)
        try scarybug.run("set", "3", "notes=rain")
        for (old, new) in [("Nina", "Nora"), ("Fiji", "Suva"), ("", "")] {
            try write(text.replacingOccurrences(of: old, with: new), "m.\(format)")
            let taken = try scarybug.run("import", "%/m.\(format)", "--update")
            #expect(!taken.standardOutput.contains("kept"), "\(taken)")
        }
        #expect(
            try scarybug.run("list", "3", "--columns", "observer,place,notes").lines
                == ["Nora  Suva  rain"])
    }

    @Test func `a map that comes back ends no conflict`() throws {
        try scarybug.run("export", "1", "%/a.scarybug")
        try scarybug.run("--user", "bob", "import", "%/a.scarybug")
        try scarybug.run("--user", "bob", "set", "1", "rating=1")
        try scarybug.run("--user", "bob", "export", "1", "%/b.scarybug")
        try scarybug.run("set", "1", "rating=4")
        try scarybug.run("import", "%/b.scarybug", "--update")
        try scarybug.run("export", "1", "%/m.kml")
        #expect(
            try scarybug.run("import", "%/m.kml", "--update").standardOutput == "nothing changed\n")
        #expect(try scarybug.run("count", "has:conflict").standardOutput == "1\n")
    }

    @Test(arguments: [
        ("kml", "<when>2026-05-01T12:30:00Z</when>", "<when>2026-05-02T08:15:00Z</when>"),
        ("gpx", "<time>2026-05-01T12:30:00Z</time>", "<time>2026-05-02T08:15:00.000Z</time>"),
    ])
    func `a date that another program has edited counts`(
        format: String, old: String, new: String
    ) throws {
        try scarybug.run("export", "1,3", "%/m.\(format)")
        let text = String(
            decoding: try scarybug.directory.bytes(of: "work/m.\(format)"), as: UTF8.self)
        #expect(text.contains(old))
        try write(text.replacingOccurrences(of: old, with: new), "m.\(format)")
        try scarybug.run("import", "%/m.\(format)", "--update")
        #expect(
            try scarybug.run("--json", "show", "1").standardOutput.contains(
                "\"seen\":\"2026-05-02T08:15:00"))
    }

    @Test func `what a friend changed and added on a map comes back`() throws {
        try scarybug.run("export", "1,3", "%/m.geojson")
        try scarybug.run("--user", "bob", "import", "%/m.geojson")
        try scarybug.run(
            "--user", "bob", "-c", "set 1 rating=4 tags+=new tags-=garden\nnew Bee at=3,4")
        try scarybug.run("--user", "bob", "export", "all", "%/back.geojson")
        try scarybug.run("--user", "carol", "import", "%/m.geojson")
        let updated = try scarybug.run("--user", "carol", "import", "%/back.geojson", "--update")
        #expect(
            updated.standardOutput
                == "updated 1  Ant & \"bee\" <2>: rating, tags\n"
                + "imported %/back.geojson: Bee as 3\n")
        let tags = try scarybug.run("--user", "carol", "--json", "show", "1").standardOutput
        #expect(tags.contains(#""tags":["\"a","b\"","new"]"#))
    }

    @Test func `a point that another program has added has its name as the title`() throws {
        try scarybug.run("export", "3", "%/m.geojson")
        let text = String(
            decoding: try scarybug.directory.bytes(of: "work/m.geojson"), as: UTF8.self)
        let feature = """
            ,{"type":"Feature","properties":{"name":"Added"},"geometry":{"type":"Point","coordinates":[3,4]}}
            ]}
            """
        try write(text.replacingOccurrences(of: "\n]}", with: feature), "m.geojson")
        let added = try scarybug.run("import", "%/m.geojson", "--update")
        #expect(added.standardOutput == "imported %/m.geojson: Added as 6\n")
        let again = try scarybug.run("import", "%/m.geojson", "--only-new")
        #expect(again.gave(error: "scarybug: %/m.geojson: 2 records are here already\n"))
    }

    @Test(arguments: ["geojson", "kml", "gpx"])
    func `a blurred map leaves exact positions`(format: String) throws {
        try scarybug.run("export", "1,3", "%/exact.\(format)")
        try scarybug.run("export", "1,3", "%/blurred.\(format)", "--blur", "10km")
        try scarybug.run("--user", "bob", "import", "%/exact.\(format)")
        for user in ["alice", "bob"] {
            try scarybug.run("--user", user, "import", "%/blurred.\(format)", "--update")
            let shown = try scarybug.run("--user", user, "--json", "show", "1").standardOutput
            #expect(shown.contains("\"at\":\"50.932371,-1.450782±25\""))
            #expect(!shown.contains("dataGeneralizations"))
        }
        // The exact position replaces the rounded one, with what was said about that.
        try scarybug.run("--user", "carol", "import", "%/blurred.\(format)")
        try scarybug.run("--user", "carol", "import", "%/exact.\(format)", "--update")
        let shown = try scarybug.run("--user", "carol", "--json", "show", "1").standardOutput
        #expect(shown.contains("\"at\":\"50.932371,-1.450782±25\""))
        #expect(!shown.contains("dataGeneralizations"))
    }

    @Test(arguments: ["geojson", "kml", "gpx"])
    func `a document that was deleted stays away`(format: String) throws {
        try scarybug.run("export", "1-3", "%/m.\(format)")
        try scarybug.run("delete", "2")
        for option in ["--only-new", "--update"] {
            let known = try scarybug.run("import", "%/m.\(format)", option)
            #expect(known.standardOutput.contains("deleted here on 2026"))
            #expect(!known.standardOutput.contains("imported"))
        }
    }

    @Test(arguments: ["gpx", "kml"])
    func `a point without what other programs don't know is the same document`(
        format: String
    ) throws {
        try scarybug.run("config", "license=CC0-1.0")
        try scarybug.run("export", "1-3", "%/m.\(format)")
        var text = String(
            decoding: try scarybug.directory.bytes(of: "work/m.\(format)"), as: UTF8.self)
        #expect(text.contains("CC0-1.0"))
        text.replace(#/(?s)<(extensions|ExtendedData)>.*?</(extensions|ExtendedData)>/#, with: "")
        #expect(!text.contains("CC0-1.0"))
        try write(text, "stripped.\(format)")
        try scarybug.run("--user", "bob", "import", "%/m.\(format)")
        for user in ["alice", "bob"] {
            let known = try scarybug.run(
                "--user", user, "import", "%/stripped.\(format)", "--update")
            #expect(known.standardOutput == "nothing changed\n", "\(known)")
        }
        try write(
            text.replacing("Fiji", with: "").replacing("<name>=cmd", with: "<name>Cmd"),
            "m.\(format)")
        let updated = try scarybug.run(
            "import", "%/m.\(format)", "--update", "--force", "--dry-run")
        #expect(updated.standardOutput == "3  title =cmd → Cmd\n")
    }

    @Test func `a map tells what a copy may tell`() throws {
        try scarybug.run("config", "license=CC0-1.0", "credit=Nina")
        let exported = try scarybug.run(
            "export", "1,3", "-", "--format", "gpx", "--blur", "10km", "--without", "notes")
        #expect(exported.standardOutput.contains("CC0-1.0</s:field>"))
        #expect(exported.standardOutput.contains("<wpt lon=\"-1.426\" lat=\"50.9015\">"))
        #expect(!exported.standardOutput.contains("50.93"))
        #expect(!exported.standardOutput.contains("<desc>"))
        #expect(!exported.standardOutput.contains("Fiji"))
        #expect(
            try scarybug.run("export", "1", "%/m.kml", "--without", "location").gave(
                error: "scarybug: no document with a position (at), and a map has nothing else; "
                    + "positions are left out; --blur 10km instead of location keeps rough ones\n",
                status: 1))
        #expect(!scarybug.directory.exists("work/m.kml"))
    }

    @Test func `a map says once that it has no photographs`() throws {
        try scarybug.directory.write(SamplePicture.png, to: "work/a.png")
        try scarybug.run("-c", "set 1,3 image=%/a.png")
        let exported = try scarybug.run("export", "kind:bug", "%/m.kml")
        #expect(
            exported.standardError == """
                scarybug: warning: photographs are not on the map
                scarybug: warning: 1 document without a position left out: 4

                """)
    }

    // MARK: Maps of other programs

    private static let gpx = """
        <?xml version="1.0" encoding="ISO-8859-1"?>
        <gpx version="1.0" xmlns="http://www.topografix.com/GPX/1/0">
        <wpt lat="45.77" lon="14.35"><ele>551</ele><time>2010-08-05T14:58:37Z</time><name>001</name>
        <desc>on ivy</desc><sym>Flag</sym><url>http://x.example</url></wpt>
        <wpt lat="45.78" lon="14.36"><sym>Flag</sym><x:ext xmlns:x="u"><x:hr>60</x:hr></x:ext></wpt>
        <trk><trkseg><trkpt lat="1" lon="2"/></trkseg></trk><rte/></gpx>
        """
    private static let kml = """
        <kml:kml xmlns:kml="http://www.opengis.net/kml/2.2"><kml:Document><kml:Folder>
        <kml:Placemark><kml:name>Ant</kml:name><kml:description><![CDATA[<b>small</b>]]></kml:description>
        <kml:TimeSpan><kml:begin>2026-05</kml:begin></kml:TimeSpan>
        <kml:ExtendedData><kml:Data name="sex"><kml:displayName>S</kml:displayName>
        <kml:value>female</kml:value></kml:Data><kml:SchemaData><kml:SimpleData name="moss">wet</kml:SimpleData>
        </kml:SchemaData></kml:ExtendedData>
        <kml:Point><kml:coordinates> 14.35,45.77,0 </kml:coordinates></kml:Point></kml:Placemark>
        <kml:Placemark><kml:LineString><kml:coordinates>1,2 3,4</kml:coordinates></kml:LineString></kml:Placemark>
        </kml:Folder></kml:Document></kml:kml>
        """
    private static let geoJSON = """
        {"name": "x", "features": [
         {"type": "Feature", "id": "n/1", "properties": {"name": "Ant", "moss": [1, true], "observed_on":
         "2026-05-01"}, "geometry": {"type": "Point", "coordinates": [14.3500000000000001, 45.77, 3]}},
         {"type": "Feature", "properties": {}, "geometry": null},
         {"type": "Feature", "properties": {}, "geometry": {"type": "Polygon", "coordinates": []}}
        ], "type": "FeatureCollection"}
        """

    @Test(arguments: [
        ("m.gpx", gpx, 2, "2 lines or areas are"), ("m.kml", kml, 1, "1 line or area is"),
        ("m.json", geoJSON, 1, "2 lines or areas are"),
    ])
    func `the points of another program become documents`(
        name: String, text: String, count: Int, others: String
    ) throws {
        try write(text, name)
        let imported = try scarybug.run("--user", "carol", "import", "%/\(name)")
        #expect(imported.lines.count == count)
        #expect(imported.standardError.contains("\(others) left out; only points are taken"))
        let again = try scarybug.run("--user", "carol", "import", "%/\(name)", "--only-new")
        #expect(!again.standardOutput.contains("imported"))
        let point = try scarybug.run("--user", "carol", "--json", "show", "1").standardOutput
        #expect(point.contains("\"at\":\"45.77,14.35\""))
        let expected: [String: [String]] = [
            "m.gpx": [
                "\"title\":\"001\"", "\"notes\":\"on ivy\"", "\"seen\":\"2010-08-05T14:58:37Z\"",
                "\"minimumElevationInMeters\":\"551\"", "\"sym\":\"Flag\"",
                "\"link\":\"http://x.example\"",
            ],
            "m.kml": [
                "\"title\":\"Ant\"", "\"notes\":\"<b>small</b>\"", "\"seen\":\"2026-05/..\"",
                "\"sex\":\"female\"", "\"moss\":\"wet\"",
            ],
            "m.json": [
                "\"title\":\"Ant\"", "\"seen\":\"2026-05-01\"", "\"moss\":[1,true]",
                "\"id\":\"n/1\"",
                "\"minimumElevationInMeters\":3",
            ],
        ]
        for value in expected[name] ?? [] { #expect(point.contains(value), "\(value) in \(point)") }
    }

    @Test func `points without a name have their symbol, and features may stand on lines`() throws {
        try write(Self.gpx, "m.gpx")
        try scarybug.run("--user", "carol", "import", "%/m.gpx")
        #expect(try scarybug.run("--user", "carol", "list", "2").standardOutput.contains("Flag"))
        let feature = #"{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]}}"#
        try write("\(feature)\n\(feature)\n", "m.geojson")
        let imported = try scarybug.run("--user", "dora", "import", "%/m.geojson")
        #expect(imported.lines.count == 2)
    }

    @Test(arguments: [
        ("m.gpx", "<gpx>\n<wpt lat='91' lon='0'><name>A</name></wpt></gpx>", "91, 0"),
        (
            "m.kml",
            "<kml>\n<Placemark><Point><coordinates>x,1</coordinates></Point></Placemark></kml>",
            "1, x"
        ),
        (
            "m.geojson",
            #"{"type":"FeatureCollection","features":["# + "\n"
                + #"{"type":"Feature","geometry":{"type":"Point","coordinates":[200,48]}}]}"#,
            "48, 200"
        ),
    ])
    func `a place that is no position stays as a text`(
        name: String, text: String, place: String
    ) throws {
        try write(text, name)
        let imported = try scarybug.run("--user", "carol", "import", "%/\(name)")
        #expect(
            imported.standardError.contains(
                "%/\(name): '\(place)' on line 2 is no position, and kept as text (coordinates)\n"),
            "\(imported)")
        let shown = try scarybug.run("--user", "carol", "--json", "show", "1").standardOutput
        #expect(shown.contains("\"coordinates\":\"\(place)\""))
    }

    @Test func `features have record separators, lists of tags, and perhaps no place`() throws {
        let place = #""geometry":{"type":"Point","coordinates":[1,2]}}"#
        try write(
            "\u{1E}{\"type\":\"Feature\",\"properties\":{\"tags\":[\"a\",\"b\"]},\(place)\n"
                + "\u{1E}{\"type\":\"Feature\",\"properties\":{\"name\":\"B\"},\"geometry\":null}\n",
            "m.geojsons")
        let imported = try scarybug.run("--user", "carol", "import", "%/m.geojsons")
        #expect(imported.lines.count == 2, "\(imported)")
        let shown = try scarybug.run("--user", "carol", "--json", "list").standardOutput
        #expect(shown.contains(#""tags":["a","b"]"#) && shown.contains(#""title":"B""#))
    }

    @Test func `a field counts more than the time of a waypoint`() throws {
        try write(
            "<gpx><wpt lat='1' lon='2'><time>2026-05-01T12:00:00Z</time><name>A</name>"
                + "<extensions><seen>1906</seen></extensions></wpt></gpx>", "m.gpx")
        try scarybug.run("--user", "carol", "import", "%/m.gpx")
        let shown = try scarybug.run("--user", "carol", "--json", "show", "1").standardOutput
        #expect(shown.contains(#""seen":"1906""#), "\(shown)")
    }

    @Test(.enabled(if: Tool.isExpected("ogrinfo"), "there is no ogrinfo (gdal-bin) here"))
    func `a map that went through GDAL has its names and notes`() throws {
        try scarybug.run("export", "1-3", "%/m.kml")
        let program = try Program(executable: #require(Tool.path(of: "ogr2ogr")))
        let paths = ["m.geojson", "m.kml"].map { scarybug.directory.path("work/\($0)") }
        #expect(try program.run("-f", "GeoJSON", paths[0], paths[1]).status == 0)
        let imported = try scarybug.run("--user", "carol", "import", "%/m.geojson")
        #expect(imported.lines.count == 3, "\(imported)")
        let shown = try scarybug.run("--user", "carol", "--json", "show", "1").standardOutput
        #expect(shown.contains(#""title":"Ant & \"bee\" <2>""#), "\(shown)")
        #expect(shown.contains(#""notes":"tab\tand"#), "\(shown)")
    }

    @Test func `a point of our own without a name is unidentified`() throws {
        try scarybug.run("export", "3", "%/m.geojson")
        let bytes = try scarybug.directory.bytes(of: "work/m.geojson")
        let text = String(decoding: bytes, as: UTF8.self)
        try write(text.replacing(#""name":"=cmd","#, with: ""), "m.geojson")
        let imported = try scarybug.run("--user", "carol", "import", "%/m.geojson")
        #expect(imported.standardOutput.contains("Unidentified as 1"), "\(imported)")
    }

    @Test func `a shape may stand alone`() throws {
        try write(#"{"type": "Point", "coordinates": [16.3, 48.2]}"#, "p.json")
        try scarybug.run("--user", "carol", "import", "%/p.json")
        let point = try scarybug.run("--user", "carol", "--json", "show", "1").standardOutput
        #expect(point.contains("\"at\":\"48.2,16.3\""))
        try write(#"{"type": "LineString", "coordinates": [[1, 2], [3, 4]]}"#, "l.json")
        let line = try scarybug.run("--user", "carol", "import", "%/l.json")
        #expect(line.standardError.hasPrefix("scarybug: %/l.json: a GeoJSON map without points;"))
    }

    @Test(arguments: [
        ("urn:ogc:def:crs:OGC:1.3:CRS84", true), ("EPSG:4326", true),
        ("urn:ogc:def:crs:EPSG::3857", false),
    ])
    func `positions of another reference system stay texts`(system: String, isUsual: Bool) throws {
        let feature = #"{"type":"Feature","geometry":{"type":"Point","coordinates":[16,48,0]}}"#
        let crs = #"{"type":"name","properties":{"name":"\#(system)"}}"#
        try write(
            #"{"type":"FeatureCollection","crs":\#(crs),"features":[\#(feature)]}"#, "m.geojson")
        let taken = try scarybug.run("--user", "carol", "import", "%/m.geojson").standardError
        let warning =
            "scarybug: warning: %/m.geojson: its positions are in '\(system)', not in WGS 84; they are "
            + "not converted, and stay as texts (coordinates)\n"
        #expect(taken.contains(warning) != isUsual)
        let point = try scarybug.run("--user", "carol", "--json", "show", "1").standardOutput
        #expect(point.contains("\"at\":\"48,16\"") == isUsual)
        #expect(point.contains("\"coordinates\":\"16, 48, 0\"") != isUsual)
    }

    @Test func `a directory of maps is told`() throws {
        try scarybug.directory.makeDirectory("work/maps")
        try write(Self.kml, "maps/m.kml")
        #expect(
            try scarybug.run("import", "%/maps").standardError.hasSuffix(
                "; m.kml in it is a map; name it alone to import it\n"))
    }

    @Test func `a value that holds for all points fills what they lack`() throws {
        try write(Self.kml, "m.kml")
        try scarybug.run(
            "--user", "carol", "import", "%/m.kml", "observer=Nina", "sex=male", "tags+=new")
        let shown = try scarybug.run("--user", "carol", "--json", "show", "1").standardOutput
        for value in [#""observer":"Nina""#, #""sex":"female""#, #""tags":["new"]"#] {
            #expect(shown.contains(value))
        }
        try scarybug.run("export", "1", "%/a.scarybug")
        for path in ["a.scarybug", "maps"] {
            try scarybug.directory.makeDirectory("work/maps")
            let refused = try scarybug.run("import", "%/\(path)", "observer=Nina")
            #expect(
                refused.gave(
                    error:
                        "scarybug: %/\(path): 'observer=' is for photographs, tables, maps and Darwin "
                        + "Core archives; leave it out, and change the documents after the import\n",
                    status: 1))
        }
    }

    @Test func `a map tells that it lacks control characters`() throws {
        try scarybug.run("-c", "set 1,3 notes='a\u{1}b'")
        let warning =
            "scarybug: warning: XML has no control characters, so U+FFFD stands for them on the map\n"
        #expect(try scarybug.run("export", "1,3", "%/m.kml").standardError == warning)
        #expect(try scarybug.run("export", "1,3", "%/m.geojson").standardError.isEmpty)
    }

    @Test func `the options of tables hold`() throws {
        try write(Self.kml, "m.kml")
        let planned = try scarybug.run(
            "--user", "carol", "import", "%/m.kml", "--dry-run", "--map", "moss=place", "--map",
            "sex=")
        #expect(planned.standardOutput == "would import %/m.kml: Ant as 1\n")
        try scarybug.run(
            "--user", "carol", "import", "%/m.kml", "--map", "moss=place", "--map", "sex=")
        let shown = try scarybug.run("--user", "carol", "--json", "show", "1").standardOutput
        #expect(shown.contains("\"place\":\"wet\"") && shown.contains("\"sex\":null"))
    }

    // MARK: Refusals

    @Test(arguments: [
        (
            "m.gpx", "<gpx><trk/></gpx>",
            "a GPX map without points; documents come from waypoints (wpt), not from tracks; "
                + "'exiftool -geotag' gives photographs the positions of a track"
        ),
        (
            "m.kml", "<kml/>",
            "a KML map without points; documents come from placemarks with a Point"
        ),
        (
            "m.geojson", #"{"type":"FeatureCollection","features":[]}"#,
            "a GeoJSON map without points; documents come from features with a Point"
        ),
        (
            "m.geojson", #"{"type":"FeatureCollection","features":[]} x"#,
            "1: text after the end of the map"
        ),
        ("m.gpx", "<gpx><trk>", "1: column 11: cut off: the XML ends too early"),
        ("m.gpx", "", "empty"),
        (
            "m.kml",
            "<kml>\n<Placemark><description>\(String(repeating: "x", count: 1 << 20))</description>"
                + "</Placemark></kml>",
            "2: the point is longer than 1,048,576 bytes; 'config textFileBytes=N' raises "
                + "the limit"
        ),
        (
            "m.kml", "<!DOCTYPE a [<!ENTITY b 'c'>]><kml>&b;</kml>",
            "1: column 1: a document type with its own declarations is not supported"
        ),
        (
            "m.kml", "<kml><Placemark><name>&b;</name></Placemark></kml>",
            "1: column 23: a reference to an entity that XML doesn't predefine"
        ),
        (
            "m.gpx", String(repeating: "<gpx>", count: 300),
            "1: column 1281: elements nested more than 256 deep"
        ),
    ])
    func `a map without points, or a wrong one, is named`(
        name: String, text: String, message: String
    ) throws {
        try write(text, name)
        let separator = message.first?.isNumber == true ? ":" : ": "
        #expect(
            try scarybug.run("--user", "carol", "import", "%/\(name)").gave(
                error: "scarybug: %/\(name)\(separator)\(message)\n", status: 1))
    }

    @Test(arguments: ["geojson", "kml", "gpx"])
    func `a map that was cut leaves nothing`(format: String) throws {
        try scarybug.run("export", "1-3", "%/m.\(format)")
        let bytes = try scarybug.directory.bytes(of: "work/m.\(format)")
        // The last line of GeoJSON has no document.
        for end in stride(from: 20, to: bytes.count - 20, by: 97) {
            try scarybug.directory.write(Array(bytes[..<end]), to: "work/cut.\(format)")
            let cut = try scarybug.run("--user", "carol", "import", "%/cut.\(format)")
            #expect(cut.status == 1 && cut.standardOutput.isEmpty, "cut at \(end)")
            #expect(cut.standardError.hasPrefix("scarybug: %/cut.\(format):"))
            let isTold = [": cut off: ", " doesn't end"].contains(where: cut.standardError.contains)
            #expect(isTold, "\(cut)")
        }
        #expect(try scarybug.run("--user", "carol", "count").standardOutput == "0\n")
    }

    // MARK: Other programs

    private func places(_ path: String, _ arguments: [String]) throws -> Set<[Double]> {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return Set(
            text.split(separator: "\n").map { line in
                line.split { !"-.0123456789".contains($0) }.compactMap { Double($0) }
                    .prefix(2).sorted()
            }.filter { $0.count == 2 })
    }

    private static let places: Set<[Double]> = [
        [-1.450782, 50.932371], [-33.86, 151.2], [0, 180],
    ]

    @Test(
        .enabled(if: Tool.isExpected("ogrinfo"), "there is no ogrinfo (gdal-bin) here"),
        arguments: ["geojson", "kml", "gpx"])
    func `GDAL finds the points`(format: String) throws {
        try scarybug.run("export", "1-3", "%/m.\(format)")
        let ogrinfo = try #require(Tool.path(of: "ogr2ogr"))
        let path = scarybug.directory.path("work/m.\(format)")
        let options = [
            "-f", "CSV", "/vsistdout/", path, "-lco", "GEOMETRY=AS_XY", "-select", "name",
        ]
        #expect(try places(ogrinfo, options) == Self.places)
    }

    @Test(
        .enabled(if: Tool.isExpected("gpsbabel"), "there is no gpsbabel here"),
        arguments: ["geojson", "kml", "gpx"])
    func `gpsbabel finds the points`(format: String) throws {
        try scarybug.run("export", "1-3", "%/m.\(format)")
        let gpsbabel = try #require(Tool.path(of: "gpsbabel"))
        let path = scarybug.directory.path("work/m.\(format)")
        let found = try places(gpsbabel, ["-i", format, "-f", path, "-o", "csv", "-F", "-"])
        let rounded = Set(Self.places.map { $0.map { ($0 * 100_000).rounded() / 100_000 } })
        #expect(found == rounded)
    }

    @Test(arguments: [
        #"{"type":"MultiPoint","coordinates":[[16.3,48.2]]}"#,
        #"{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[16.3,48.2]}]}"#,
        #"{"type":"GeometryCollection","geometries":[{"type":"MultiPoint","coordinates":[[16.3,48.2]]}]}"#,
    ])
    func `a shape of GeoJSON that is one point is that point`(shape: String) throws {
        try write(
            #"{"type":"Feature","properties":{"name":"Moth"},"geometry":\#(shape)}"#, "m.geojson")
        #expect(try scarybug.run("--user", "carol", "import", "%/m.geojson").status == 0)
        #expect(
            try scarybug.run("--user", "carol", "list", "--columns", "title,at").lines == [
                "Moth  48.2,16.3"
            ])
    }

    @Test func `several points in a shape are none`() throws {
        let shape = #"{"type":"MultiPoint","coordinates":[[16.3,48.2],[1,2]]}"#
        try write(#"{"type":"Feature","properties":{},"geometry":\#(shape)}"#, "m.geojson")
        #expect(try scarybug.run("import", "%/m.geojson").status == 1)
    }

    @Test func `folders of KML become tags, and a MultiGeometry of one point is a point`() throws {
        let point = "<Point><coordinates>16.3,48.2</coordinates></Point>"
        try write(
            """
            <kml><Document><name>all</name><Folder><name>Bees</name><Folder><name>2026</name>
            <Placemark><name>A</name><MultiGeometry>\(point)</MultiGeometry></Placemark></Folder>
            <Placemark><name>B</name>\(point)</Placemark></Folder>
            <Placemark><name>C</name>\(point)</Placemark>
            <Folder><name>Trip</name><Placemark><name>E</name><ExtendedData><Data name="tags">
            <value>oak,red</value></Data></ExtendedData>\(point)</Placemark></Folder>
            <Placemark><name>D</name><MultiGeometry>\(point)<LineString/></MultiGeometry></Placemark>
            </Document></kml>
            """, "m.kml")
        let imported = try scarybug.run("--user", "carol", "import", "%/m.kml")
        #expect(imported.standardError.contains("1 line or area is left out"))
        let rows = try scarybug.run("--user", "carol", "--csv", "list", "--columns", "title,tags")
        #expect(
            rows.lines == [
                "title,tags", "A,\"Bees,2026\"", "B,Bees", "C,", "E,\"Trip,oak,red\"",
            ])
        let again = try scarybug.run("--user", "carol", "import", "%/m.kml", "--only-new")
        #expect(again.standardError.contains("4 records are here already"))
    }
}
