import Foundation
import ScaryBugs
import TestSupport
import Testing

@testable import ScaryBugCommands

/// Wildcards in the paths of a line.
@Suite struct PathPatternTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
        for name in ["a", "b", "[c]"] { try directory.makeDirectory(name) }
        for name in ["a/x.csv", "a/y.csv", "a/.z.csv", "b/x.csv", "[c]/x.csv", "é.csv"] {
            try directory.write("", to: name)
        }
        try link("link", to: "a")
    }

    private func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: directory.path(name), withDestinationPath: target)
    }

    /// The paths that a line's words mean in the directory.
    private func paths(_ words: [String], _ limits: Limits = Limits()) throws -> [String] {
        let place = directory.path("")
        var lexer = LineLexer()
        _ = lexer.read(Array(words.map { "'\(place)'\($0)" }.joined(separator: " ").utf8))
        let expander = PathExpander(home: nil, limits: limits)
        return try lexer.finish().flatMap { try expander.paths(of: $0) }
            .map { $0.replacing(place, with: "") }
    }

    private func error(_ words: [String], _ limits: Limits = Limits()) -> String? {
        do { _ = try paths(words, limits) } catch {
            return "\(error)".replacing(directory.path(""), with: "")
        }
        return nil
    }

    @Test(arguments: [
        ("*/x.csv", ["[c]/x.csv", "a/x.csv", "b/x.csv", "link/x.csv"]),
        ("?/[xy].csv", ["a/x.csv", "a/y.csv", "b/x.csv"]),
        ("a/*", ["a/x.csv", "a/y.csv"]),
        ("a/.z*", ["a/.z.csv"]),
        ("?/", ["a/", "b/"]),
        ("l*//y.csv", ["link//y.csv"]),
        ("'[c]'/*", ["[c]/x.csv"]),
        ("[!al]/*", ["b/x.csv"]),
        ("é*", ["é.csv"]),
        ("a/x.csv/*", ["a/x.csv/*"]),
        ("*/none", ["*/none"]),
    ])
    func `wildcards match as in a shell`(pattern: String, expected: [String]) throws {
        #expect(try paths([pattern]) == expected)
    }

    @Test func `a name that is not UTF-8 is reported where it matches`() throws {
        let name = directory.path("b/").utf8CString.dropLast() + [-1, 0]
        #expect(mkdir(Array(name), 0o700) == 0)
        #expect(error(["b/*"]) == "'b/*' matches a name that is not UTF-8; give the paths")
        #expect(try paths(["b/x*"]) == ["b/x.csv"])
    }

    @Test func `the wildcards of a line look at a limited number of names`() throws {
        for name in ["1", "2", "3"] { try link("b/\(name)", to: ".") }
        var limits = Limits()
        limits.wildcardEntries = 100
        let message =
            "the wildcards of the line look at more than 100 names (the limit wildcardEntries)"
        #expect(error(["b/" + String(repeating: "*/", count: 30)], limits) == message)
        #expect(error(Array(repeating: "a/*", count: 40), limits) == message)
        #expect(error(Array(repeating: "a/*", count: 20), limits) == nil)
    }

    @Test func `the wildcards of a line match paths of a limited length`() throws {
        var limits = Limits()
        limits.wildcardBytes = 2 * directory.path("a/x.csv").utf8.count
        #expect(error(["a/*"], limits) == nil)
        #expect(
            error(["a/*", "b/*"], limits)?.hasSuffix("together (the limit wildcardBytes)") == true)
    }
}
