import TestSupport
import Testing

/// All roads read the same forms of positions.
@Suite struct PositionAgreementTests {
    private let scarybug: InProcess
    private static let positions = SamplePositions.texts + SamplePositions.squares

    init() throws { scarybug = try InProcess(user: "alice") }

    private var listed: [String] {
        get throws {
            let list = try scarybug.run("list", "all", "--columns", "at", "--csv").standardOutput
            return list.split(separator: "\n").dropFirst().map { $0.filter { $0 != "\"" } }
        }
    }

    private func take(_ files: [String: String], _ source: String) throws -> [String] {
        for (name, text) in files { try scarybug.directory.write(text, to: "work/\(name)") }
        let taken = try scarybug.run("import", "%/\(source)")
        #expect(taken.status == 0, "\(taken)")
        return try listed
    }

    private static func quoted(_ text: String) -> String {
        "\""
            + text.split(separator: "\"", omittingEmptySubsequences: false).joined(
                separator: "\"\"")
            + "\""
    }

    private static var wanted: [String] { positions.map(\.position) }

    @Test(arguments: [
        "title,at", "scientificName,at", "scientificName,gridReference",
        "scientificName,verbatimCoordinates",
    ])
    func `tables`(header: String) throws {
        let rows = Self.positions.map { "Apis," + Self.quoted($0.text) }
        let table = ([header] + rows).joined(separator: "\n")
        #expect(try take(["t.csv": table], "t.csv") == Self.wanted)
    }

    @Test func `archives`() throws {
        var draft = ArchiveDraft()
        draft.columns = ["1:scientificName", "2:verbatimCoordinates"]
        let rows = Self.positions.enumerated().map { "\($0)\tApis\t\($1.text)\n" }
        try scarybug.directory.makeDirectory("work/a")
        let files = ["a/meta.xml": draft.meta, "a/occurrence.txt": "\n" + rows.joined()]
        #expect(try take(files, "a") == Self.wanted)
    }

    @Test func `maps`() throws {
        let features = Self.positions.map { position in
            let text = position.text.split(separator: "\"", omittingEmptySubsequences: false)
                .joined(separator: "\\\"")
            return
                #"{"type":"Feature","geometry":null,"properties":{"title":"A","gridref":"\#(text)"}}"#
        }
        let map = #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#
        #expect(try take(["m.geojson": map], "m.geojson") == Self.wanted)
    }

    @Test func `lines and queries`() throws {
        for (text, _) in Self.positions {
            let made = try scarybug.run("new", "Apis", "at=\(text)")
            #expect(made.status == 0, "\(made)")
            let near = try scarybug.run("count", "near:\(text)/100m")
            #expect(near.standardOutput != "0\n", "\(text): \(near)")
        }
        #expect(try listed == Self.wanted)
    }
}
