import TestSupport
import Testing

/// Texts that are too long for a date, on each road that reads dates. Tried at each separator, the
/// longest one would take hours.
@Suite struct LongDateTests {
    private let scarybug: InProcess

    init() throws {
        scarybug = try InProcess(user: "alice")
        try scarybug.run("field", "add", "collected", "date")
        try scarybug.run("new", "Ant", "seen=1906")
    }

    private static let texts = [101, 20_001].map {
        (0..<$0).map { $0 % 2 == 0 ? "1" : "-" }.joined()
    }

    @Test(
        arguments: texts,
        [
            "new Bee seen=", "new Bee collected=", "set 1 seen=", "list seen:", "list seen:>",
            "list seen:2026..", "list created:", "list collected:", "query add old seen:",
        ])
    func `in a command it is refused`(text: String, command: String) throws {
        let transcript = try scarybug.run(input: command + text + "\n")
        #expect(transcript.status == 1, "\(transcript)")
        #expect(transcript.standardError.contains("longer than a date; write one such as 1906"))
        #expect(transcript.standardError.utf8.count < 500)
        #expect(try scarybug.run("count", "seen:1906").gave("1\n"))
    }

    private static let tables = [
        ("a.csv", "title,seen\nBee,TEXT\n"), ("a.csv", "title,collected\nBee,TEXT\n"),
        ("a.jsonl", #"{"title":"Bee","seen":"TEXT"}"#),
    ]

    @Test(arguments: texts, tables)
    func `in an own table it is refused`(text: String, table: (String, String)) throws {
        let transcript = try take(table, text)
        #expect(transcript.status == 1)
        #expect(transcript.standardError.contains("longer than a date"), "\(transcript)")
    }

    private static let others = [
        ("a.csv", "scientificName,eventDate\nApis,TEXT\n"),
        ("a.csv", "scientificName,eventDate,verbatimEventDate\nApis,1906,TEXT\n"),
        ("a.csv", "scientificName,eventDate,eventTime\nApis,1906-05-01,TEXT\n"),
        ("a.csv", "scientificName,year,month\nApis,1906,TEXT\n"),
        ("a.gpx", "<gpx><wpt lat='1' lon='2'><time>TEXT</time><name>Apis</name></wpt></gpx>"),
        (
            "a.kml",
            "<kml><Placemark><TimeStamp><when>TEXT</when></TimeStamp><name>Apis</name>"
                + "<Point><coordinates>1,2</coordinates></Point></Placemark></kml>"
        ),
        (
            "a.geojson",
            #"{"type":"Feature","properties":{"name":"Apis","eventDate":"TEXT"},"#
                + #""geometry":{"type":"Point","coordinates":[1,2]}}"#
        ),
    ]

    @Test(arguments: texts, others)
    func `another program's record comes without the date`(
        text: String, table: (String, String)
    ) throws {
        let transcript = try take(table, text)
        #expect(transcript.status == 0, "\(transcript)")
        #expect(try scarybug.run("count", "Apis").gave("1\n"))
        #expect(try scarybug.run("count", "seen:1907..").gave("0\n"))
    }

    private func take(_ table: (name: String, rows: String), _ text: String) throws -> Transcript {
        let rows = table.rows.replacing("TEXT", with: text)
        try scarybug.directory.write(rows, to: "work/\(table.name)")
        return try scarybug.run("import", "%/\(table.name)")
    }
}
