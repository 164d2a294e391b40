import Foundation
import TestSupport
import Testing

@testable import ScaryBugFormatsTests
@testable import ScaryBugStore
@testable import ScaryBugStoreTests
@testable import ScaryBugs

@Suite struct ExportTests {
    let bench: Bench
    let workspace: Workspace

    init() throws {
        bench = try Bench()
        workspace = try bench.workspace()
        for title in ["Potato Bug", "potato bug", "a/b"] { try workspace.add(title) }
        try bench.directory.makeDirectory("out")
    }

    /// Exports documents to a path in the temporary directory and returns the paths of the bundles.
    @discardableResult
    private func export(
        _ numbers: [Int], to name: String, as format: ExportFormat = .scarybug,
        replacing: Bool = false
    ) throws -> [String] {
        let path = bench.directory.path(name)
        let export = try Export(
            from: workspace, to: path, as: format, count: numbers.count, replacing: replacing)
        return try export.write(numbers.map { try workspace.documentName($0) }).map(\.path)
    }

    @Test func `bundles are named after titles, with distinct names`() throws {
        let paths = try export([1, 2, 3], to: "out")
        let names = ["Potato Bug.scarybug", "potato bug 2.scarybug", "a_b.scarybug"]
        #expect(paths == names.map { bench.directory.path("out/\($0)") })
        #expect(try bench.directory.names(in: "out") == names.sorted())
    }

    @Test func `an existing file is replaced only with --force`() throws {
        try bench.directory.write("precious", to: "out/x.scarybug")
        let path = bench.directory.path("out/x.scarybug")
        #expect(
            message { try export([1], to: "out/x.scarybug") }
                == "\(path) exists; --force replaces it")
        #expect(try bench.directory.text(of: "out/x.scarybug") == "precious")
        try export([1], to: "out/x.scarybug", replacing: true)
        #expect(try bench.directory.bytes(of: "out/x.scarybug").starts(with: Array("PK".utf8)))
        #expect(try bench.directory.names(in: "out") == ["x.scarybug"])
    }

    @Test func `only regular files are ever replaced`() throws {
        try bench.directory.link("out/x.scarybug", to: "/dev/null")
        #expect(
            message { try export([1], to: "out/x.scarybug", replacing: true) }
                == "\(bench.directory.path("out/x.scarybug")) exists and is not a regular file; "
                + "choose another name")
    }

    @Test(arguments: ["home/users/alice/x", "away/Private Documents", "away/link"])
    func `nothing is written among documents`(place: String) throws {
        try bench.directory.makeDirectory("away/Private Documents")
        try bench.directory.makeDirectory("home/users/alice/x")
        try bench.directory.link(
            "away/link", to: bench.directory.path(bench.documentPath("1.scarybug")))
        let before = try bench.directory.names(in: place)
        #expect(
            message { try export([1], to: place, replacing: true) }
                == "\(bench.directory.path(place)) belongs to a workspace; export to a directory "
                + "outside of it")
        #expect(try bench.directory.names(in: place) == before)
    }

    @Test(arguments: ["users/bob", "copy"], ["", "new/", "History", "Private Documents"])
    func `nothing is written into a workspace of another home`(
        workspace: String, part: String
    ) throws {
        for name in ["Private Documents", "History"] {
            try bench.directory.makeDirectory("away/\(workspace)/\(name)")
        }
        try bench.directory.write("j", to: "away/\(workspace)/History/history.db")
        let place = "away/\(workspace)/\(part)"
        #expect(
            message { try export([1], to: place) }?.contains("belongs to a workspace") == true)
        #expect(
            message {
                let path = bench.directory.path("away/\(workspace)/History/history.db")
                _ = try bench.workspace().backUp(to: path, replacing: true)
            }?.contains("belongs to a workspace") == true)
        #expect(try bench.directory.text(of: "away/\(workspace)/History/history.db") == "j")
    }

    @Test func `an export into a directory with an unpacked backup is written`() throws {
        try bench.directory.makeDirectory("away/Private Documents")
        try export([3], to: "away/")
        #expect(try bench.directory.names(in: "away") == ["Private Documents", "a_b.scarybug"])
    }

    @Test func `a bundle that no import would take is not written`() throws {
        let photograph = bench.directory.path(bench.documentPath("1.scarybug/fullImage.jpg"))
        try Data().write(to: URL(fileURLWithPath: photograph))
        truncate(photograph, 1 << 40)
        #expect(
            message { try export([1], to: "out") }?.hasSuffix(
                "have more than 268,435,456 bytes; 'config bundleBytes=N' raises the limit") == true
        )
        #expect(try bench.directory.names(in: "out") == [])
    }

    @Test func `a missing directory is made`() throws {
        try export([1, 2], to: "new/two")
        try export([3], to: "new/three/")
        #expect(try bench.directory.names(in: "new") == ["three", "two"])
        #expect(try bench.directory.names(in: "new/three") == ["a_b.scarybug"])
        for place in ["home/users/bob/", "home/users/bob/../carol/x/"] {
            #expect(
                message { try export([1], to: place) }?.contains("belongs to a workspace") == true)
        }
        #expect(try bench.directory.names(in: "home/users") == ["alice"])
    }

    @Test func `several bundles need a directory`() throws {
        try bench.directory.write("", to: "none")
        #expect(
            message { try export([1, 2], to: "none") }
                == "several documents need a directory, and \(bench.directory.path("none")) is "
                + "not one; choose another name")
    }

    @Test(arguments: [
        ("all.tar", ", or use the ending .zip for one file of all of them"),
        ("all.archive", ", or use --format book-archive for one file of books"),
        ("all.CSV", ", or leave out --format for a table"),
        ("all.jpg", ", or use --format picture for the photograph"),
        ("all.kmz", ", or use the ending .kml for a map"),
        ("all.xml", ", or use --format dwca and a name in .zip"),
    ])
    func `the name of a file is no directory for several bundles`(
        name: String, hint: String
    ) throws {
        let path = bench.directory.path(name)
        #expect(
            message { try export([1, 2], to: name) }
                == "\(path) is the name of a file, and several documents need a directory; write "
                + "\(path)/ for a directory of that name"
                + hint.replacing("PATH", with: path))
        #expect(!bench.directory.exists(name))
        try export([1, 2], to: name + "/")
        try export([1, 2], to: name, replacing: true)
    }

    @Test(
        arguments: [
            ("a.kmz", .scarybug, "a bundle; end it in .scarybug, or use the ending .kml for a map"),
            ("a.html", .scarybug, "a bundle; end it in .scarybug, or use 'gallery' for a page"),
            (
                "a.kml", .dwca,
                "a file of the format dwca; end it in .zip, or leave out --format for a map"
            ),
            (
                "a.kml", .gpx,
                "a file of the format gpx; end it in .gpx, or leave out --format for a map"
            ),
        ] as [(String, ExportFormat, String)])
    func `an ending of another format is refused`(
        name: String, format: ExportFormat, problem: String
    ) throws {
        let path = bench.directory.path(name)
        #expect(
            message { try export([1], to: name, as: format) }
                == "\(path) does not end like \(problem)")
        #expect(!bench.directory.exists(name))
    }

    @Test func `an export removes a killed one's files, but not a running one's`() throws {
        for name in [".scarybug-4711/2", ".scarybug-4712/2"] {
            try bench.directory.makeDirectory("out/" + name)
        }
        let running = try Directory.open(path: bench.directory.path("out/.scarybug-4712"))
        #expect(try FileLock.attempt(running))
        try export([3], to: "out")
        #expect(try bench.directory.names(in: "out") == [".scarybug-4712", "a_b.scarybug"])
        #expect(try running.names() == ["2"])
    }
}
