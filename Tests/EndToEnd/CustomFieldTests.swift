import TestSupport
import Testing

/// Custom fields and saved queries that several processes use.
@Suite struct CustomFieldTests {
    let scarybug: Program

    init() throws {
        scarybug = try Program(user: "alice")
    }

    @Test(.enabled(if: Sanitizer.current == nil, "it makes them too slow for the lock"))
    func `many processes that add fields at once all win`() throws {
        let running = try (0..<6).map { process in
            let session = try scarybug.start()
            try session.type(
                (0..<8).map {
                    "field add f\(process)_\($0) text\nquery add q\(process)_\($0) all\n"
                }
                .joined())
            return session
        }
        for session in running { #expect(session.finish().standardError == "") }
        let own = try scarybug.run("fields").lines.count {
            $0.hasSuffix("a custom field: any text")
        }
        #expect(own == 48)
        #expect(try scarybug.run("queries").lines.count == 48)
    }

    @Test func `a field that another session adds can be set at once`() throws {
        let session = try scarybug.start()
        try session.type("new Ant\n")
        #expect(try session.readLine() == "1  Ant")
        try scarybug.run("field", "add", "habitat", "text")
        try session.type("set habitat:x rating=1\nset 1 habitat=wood\nset 1 habtat=x\n")
        let transcript = session.finish()
        #expect(
            transcript.standardError == """
                scarybug: stdin:2: no document matches 'habitat:x'; 'list' shows all documents
                scarybug: stdin:4: a bug has no field 'habtat'; the nearest is 'habitat'

                """)
    }
}
