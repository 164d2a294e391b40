import Foundation
import SystemFiles
import TestSupport
import Testing

@testable import ScaryBugFormats
@testable import ScaryBugRecords
@testable import ScaryBugStore
@testable import ScaryBugStoreTests
@testable import ScaryBugs

/// Sheets of labels.
@Suite struct LabelSheetTests {
    private let bench: Bench
    private let workspace: Workspace

    init() throws {
        bench = try Bench()
        workspace = try bench.workspace()
        for title in ["Ant", "Bee", "Cicada"] { try workspace.add(title) }
    }

    private func sheet(
        _ numbers: [Int] = [1, 2, 3], codes: Bool = false, without fields: [String] = [],
        _ tell: @escaping (LabelSheet.Remark) throws -> Void = { _ in }
    ) throws -> LabelSheet {
        let names = try numbers.map { try workspace.documentName($0) }
        return LabelSheet(
            of: names, in: workspace, on: .letter, codes: codes,
            telling: workspace.outgoing(
                without: try workspace.withholding(
                    of: fields, blur: nil, from: names, usesPreference: false)), tell)
    }

    private func page(of sheet: LabelSheet) throws -> String {
        let path = bench.directory.path("labels.html")
        _ = try sheet.write(to: PageDestination(path, of: workspace, replacing: true))
        return try bench.directory.text(of: "labels.html")
    }

    @Test func `labels have the order of the documents`() throws {
        let page = try page(of: sheet([3, 1]))
        let places = ["@page { size: letter;", "2 labels of", "Cicada", "Ant", "</html>"].map {
            page.firstRange(of: $0)?.lowerBound
        }
        #expect(!places.contains(nil))
        #expect(places.compactMap(\.self) == places.compactMap(\.self).sorted())
        #expect(!page.contains("Bee"))
    }

    @Test(arguments: [(false, 21), (true, 34)])
    func `a row has ten labels, and six with codes`(codes: Bool, rows: Int) throws {
        for number in 4...204 { try workspace.add("Beetle \(number)") }
        let page = try page(of: sheet(Array(1...204), codes: codes))
        #expect(page.components(of: "<svg ") == 204)
        #expect(page.components(of: "<div>") == rows)
        #expect(page.components(of: "</div>") == rows)
    }

    @Test func `the page runs no script, and hostile text stays text`() throws {
        try workspace.edit(
            1,
            [
                .set(.title, .text("</text></svg><script>alert('x')</script>")),
                .set(.place, .text("\" onload=\"alert(1)&")),
            ])
        let page = try page(of: sheet())
        #expect(page.contains("default-src 'none'; "))
        #expect(page.components(of: "<script") == 0)
        #expect(page.contains("&lt;/text&gt;"))
        #expect(page.contains("&quot; onload=&quot;alert(1)&amp;"))
    }

    @Test func `others don't get what is withheld`() throws {
        try workspace.edit(
            1,
            [
                .set(.place, .text("my garden")),
                .set(.at, .position(try Position("50.9324,-1.4508"))),
            ])
        #expect(try page(of: sheet()).contains("50.9324°N"))
        let page = try page(of: sheet(without: ["location"]))
        #expect(!page.contains("50.9"))
        #expect(!page.contains("my garden"))
    }

    @Test func `an identifier that is too long gets no code, and is named`() throws {
        let long = String(repeating: "x", count: 63)
        #expect(try LabelCode(long) == nil)
        #expect(try LabelCode("a\0b") == nil)
        #expect(try LabelCode(String(long.dropFirst())) != nil)
        let code = try #require(try LabelCode("B5A6D8E6-7B0E-4B8F-9C2A-3F1E5D7C9A01"))
        #expect(code.code.width == 25)
        #expect(code.margin >= 4 * code.module)
        let page = try page(of: sheet([1], codes: true))
        let identifier = try workspace.document(1).data.identifier
        #expect(page.contains("role=\"img\" aria-label=\"QR code of \(identifier)\""))
    }

    @Test func `documents with one number are told apart`() throws {
        let creature = DocumentName(number: 1, kind: .creature)
        #expect(creature.shortest(sharing: [1]) == "1.scarycreature")
        #expect(creature.shortest(sharing: [2]) == "1")
        try workspace.add("Kraken", kind: .creature)
        let path = { bench.directory.path(bench.documentPath($0)) }
        try FileManager.default.moveItem(
            atPath: path("4.scarycreature"), toPath: path("1.scarycreature"))
        let names = try workspace.documentNames()
        let sheet = LabelSheet(
            of: names, in: workspace, on: .a4, codes: false,
            telling: workspace.outgoing(without: nil), { _ in })
        let page = try page(of: sheet)
        for number in ["1.scarybug", "1.scarycreature", "2", "3"] {
            #expect(page.contains(">No. \(number)<"))
        }
    }

    @Test func `a document that can't be read leaves the page as it was`() throws {
        try bench.directory.write("old", to: "labels.html")
        try bench.directory.write("damaged", to: bench.documentPath("2.scarybug/data.plist"))
        #expect(throws: ScaryBugsError.self) { try page(of: sheet()) }
        #expect(try bench.directory.text(of: "labels.html") == "old")
        #expect(try bench.directory.names(in: ".").sorted() == ["home", "labels.html"])
    }

    @Test(
        .enabled(
            if: Tool.isExpected("zbarimg") && Tool.isExpected("rsvg-convert"),
            "zbarimg (zbar-tools) or rsvg-convert (librsvg2-bin) is missing"))
    func `zbarimg reads the identifier from the label`() throws {
        let page = try page(of: sheet([2], codes: true))
        let start = try #require(page.firstRange(of: "<svg ")?.upperBound)
        let end = try #require(page.firstRange(of: "</svg>")?.upperBound)
        let style = "<style>.cut { fill: none }</style>"
        let body = page[start..<end].replacing(">", with: ">" + style, maxReplacements: 1)
        let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" \(body)"
        let path = try bench.directory.write(svg, to: "label.svg")
        let image = bench.directory.path("label.png")
        let renderer = try Program(executable: #require(Tool.path(of: "rsvg-convert")))
        // 29 mm at 600 dots per inch.
        let rendered = try renderer.run("-w", "687", "-b", "white", "-o", image, path)
        try #require(rendered.status == 0, "\(rendered)")
        let reader = try Program(executable: #require(Tool.path(of: "zbarimg")))
        let read = try reader.run("--nodbus", "-q", "--raw", image)
        #expect(read.standardOutput == (try workspace.document(2).data.identifier) + "\n")
    }
}

extension String {
    /// How often a text stands in this one.
    fileprivate func components(of text: String) -> Int { ranges(of: text).count }
}
