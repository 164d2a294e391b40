import Foundation
import TestSupport
import Testing

@testable import ScaryBugFormatsTests
@testable import ScaryBugRecords
@testable import ScaryBugStore

@Suite struct CheckTests {
    let bench: Bench

    init() throws {
        bench = try Bench()
        let workspace = try bench.workspace()
        let picture = try bench.directory.write(Bench.jpeg, to: "a.jpg")
        try workspace.add("a", picture: picture)
        // Repairs make missing thumbnails, which takes long.
        try bench.directory.write(Bench.jpeg, to: bench.documentPath("1.scarybug/thumbImage.jpg"))
        for title in ["b", "c"] { try workspace.add(title) }
    }

    /// The findings of a check by another session.
    private func findings(
        repairing: Bool = false, dryRun: Bool = false
    ) throws -> [Finding] {
        var findings: [Finding] = []
        let checked = try bench.workspace().check(repairing: repairing, dryRun: dryRun) {
            findings.append($0)
        }
        #expect(checked.open == findings.filter(\.isOpen).count)
        return findings
    }

    private func lines(_ findings: [Finding]) -> [String] {
        findings.map { finding in
            let path = finding.path.split(separator: "/").drop { $0 == "Private Documents" }
            let isWhole = path.isEmpty
            return
                "\(finding.code.rawValue) \(isWhole ? finding.path : path.joined(separator: "/"))"
        }
    }

    private var lost: [String] {
        let path = bench.path("Lost and Found")
        return (try? bench.directory.names(in: path)) ?? []
    }

    @Test func `a workspace without damage has no findings`() throws {
        #expect(try findings().isEmpty)
        #expect(try findings(repairing: true).isEmpty)
        #expect(lost.isEmpty)
    }

    @Test(arguments: Damage.all)
    func `damage is found, and repaired or moved out of the way`(damage: Damage) throws {
        try damage.inflict(bench)
        let found = try findings()
        #expect(lines(found) == damage.findings)
        #expect(found.allSatisfy { $0.isOpen })

        let planned = try findings(repairing: true, dryRun: true)
        #expect(try lines(findings()) == damage.findings)

        let repaired = try findings(repairing: true)
        #expect(lines(repaired).starts(with: damage.findings))
        #expect(planned.map(\.outcome) == repaired.prefix(planned.count).map(\.outcome))
        #expect(repaired.allSatisfy { !$0.isOpen })
        #expect(lost == damage.lost)
        #expect(try bench.workspace().titles == damage.documents)
        #expect(try findings().isEmpty)
        let highest = damage.documents.compactMap { Int($0.prefix { $0 != " " }) }.max() ?? 0
        #expect(try bench.workspace().add("d").number == highest + 1)
    }

    @Test func `a picture belongs to its document, whatever its name was`() throws {
        try bench.directory.rename(
            bench.documentPath("1.scarybug/fullImage.jpg"),
            bench.documentPath("1.scarybug/FULLIMAGE.png"))
        _ = try findings(repairing: true)
        #expect(try bench.workspace().document(1).picture?.fileName == "fullImage.jpg")
    }

    @Test func `litter is reported and left, and other permissions are not a finding`() throws {
        let files = [
            ".DS_Store", "._x", "2.scarybug/.DS_Store", "2.scarybug/Icon\r",
            "2.scarybug/data.sync-conflict-20260501-101112-ABCDEFG.plist",
        ]
        for path in files { try bench.directory.write("", to: bench.documentPath(path)) }
        try bench.directory.makeDirectory(bench.documentPath("3.scarybug/@eaDir"))
        let paths = files + ["3.scarybug/@eaDir"]
        for name in ["1.scarybug", "1.scarybug/data.plist"] {
            chmod(bench.directory.path(bench.documentPath(name)), 0o755)
        }
        for repairing in [false, true] {
            let findings = try findings(repairing: repairing)
            #expect(lines(findings) == paths.map { "litter \($0)" })
            #expect(findings.allSatisfy { $0.outcome == .told })
        }
    }

    @Test(arguments: [
        ([], "damaged"), (Bench.jpeg.dropLast(), "damaged"), (Array("ftypavif".utf8), "unknown"),
        (Array("<svg/>".utf8), "unknown"),
    ])
    func `a photograph that is damaged or of an unknown type is reported and kept`(
        bytes: [UInt8], code: String
    ) throws {
        let photograph = bench.documentPath("1.scarybug/fullImage.jpg")
        try bench.directory.write(bytes, to: photograph)
        for repairing in [false, true] {
            let findings = try findings(repairing: repairing)
            #expect(lines(findings) == ["\(code)-picture 1.scarybug/fullImage.jpg"])
            #expect(findings.allSatisfy { $0.outcome == .told })
        }
        #expect(try bench.directory.bytes(of: photograph) == bytes)
    }

    @Test func `other files of a document are its own`() throws {
        try bench.directory.write("", to: bench.documentPath("2.scarybug/sketch.svg"))
        #expect(try findings().isEmpty)
    }

    @Test func `nothing in Lost and Found is replaced`() throws {
        for text in ["first", "second"] {
            try bench.directory.write(text, to: bench.documentPath("a.txt"))
            _ = try findings(repairing: true)
        }
        #expect(lost == ["a 2.txt", "a.txt"])
        #expect(try bench.directory.text(of: bench.path("Lost and Found/a.txt")) == "first")
    }

    @Test func `planned repairs do not share a name or a number`() throws {
        for path in ["a.txt", "../a.txt"] {
            try bench.directory.write("", to: bench.documentPath(path))
        }
        for name in ["Copy of 1.scarybug", "Other.scarybug"] {
            try FileManager.default.copyItem(
                atPath: bench.directory.path(bench.documentPath("1.scarybug")),
                toPath: bench.directory.path(bench.documentPath(name)))
        }
        let planned = try findings(repairing: true, dryRun: true)
        #expect(lost.isEmpty)
        let repaired = try findings(repairing: true)
        #expect(planned.map(\.outcome) == repaired.map(\.outcome))
    }

    @Test func `a photograph over the limit is a finding and stays`() throws {
        let path = bench.documentPath("1.scarybug/fullImage.jpg")
        try bench.directory.write(Bench.jpeg + Array(repeating: 1, count: 5_000), to: path)
        let limit = try #require(Preference.named("bundleBytes"))
        for (bytes, what) in [(4_000, "is longer than"), (5_200, "and the other files are longer")]
        {
            _ = try bench.workspace().change([(limit, .integer(Int64(bytes)))])
            let finding = try #require(findings(repairing: true).first { $0.code == .overLimit })
            #expect(finding.path.hasSuffix("1.scarybug/fullImage.jpg"))
            #expect(finding.outcome == .left(nil) && finding.message.hasPrefix(what))
        }
    }

    @Test func `a document over a limit stays, and the finding says how to raise it`() throws {
        let workspace = try bench.workspace()
        let limit = try #require(Preference.named("dataFileBytes"))
        _ = try workspace.change([(limit, .integer(10))])
        let findings = try findings(repairing: true)
        #expect(lines(findings) == [1, 2, 3].map { "over-limit \($0).scarybug/data.plist" })
        #expect(findings.allSatisfy { $0.outcome == .left(nil) && $0.message.contains("limit") })
        #expect(lost.isEmpty)
    }

    @Test func `several flaws of one document are repaired one after the other`() throws {
        let document = bench.documentPath("2.scarybug")
        try bench.directory.rename("\(document)/data.plist", "\(document)/Data.PLIST")
        try bench.directory.link("\(document)/link", to: "/")
        chmod(bench.directory.path(document), 0o777)
        try bench.directory.rename(document, bench.documentPath("0002.ScaryBug"))
        #expect(try findings(repairing: true).count == 4)
        #expect(try findings().isEmpty)
        #expect(try bench.workspace().titles == ["1 a", "2 b", "3 c"])
    }

    @Test func `a document that disappears during the check is not a finding`() throws {
        let reader = try bench.workspace().reader()
        let check = DocumentCheck(reader: reader)
        try bench.workspace().delete(2)
        #expect(try check.look(at: DocumentName(number: 2, kind: .bug)).flaws.isEmpty)
    }
}
