import Foundation
import TestSupport
import Testing

/// A recipient doesn't get with the next copy what he didn't get with an earlier one.
@Suite struct WithheldBeforeTests {
    private let scarybug: InProcess

    init() throws {
        scarybug = try InProcess(user: "alice")
        try scarybug.run("new", "Ant", "place=Common", "at=50.9324,-1.4508", "notes=small")
        for user in ["karl", "nina"] { try run(user, "new", "Bee") }
        let place = scarybug.directory.path("work")
        try scarybug.directory.write(
            Array("#!/bin/sh\ntest -f \(place)/down && exit 75\ncat > \(place)/mail.eml\n".utf8),
            to: "work/mailer")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o700], ofItemAtPath: "\(place)/mailer")
        try run("alice", "config", "sendmail=\(place)/mailer -t")
    }

    @discardableResult
    private func run(_ user: String, _ words: String...) throws -> Transcript {
        try scarybug.run(["--user", user] + words)
    }

    /// A way of a document to somebody, with the same name in other letters.
    struct Road: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let words: [String]
        let other: [String]
        var file = "%/a.scarybug"

        init(_ name: String, _ words: [String], _ other: [String]) {
            (testDescription, self.words, self.other) = (name, words, other)
        }
    }

    private static let roads = [
        Road("user", ["send", "1", "karl"], ["send", "1", "Karl"]),
        Road("address", ["send", "1", "k@x.org"], ["send", "1", "K@X.ORG"]),
        Road(
            "file", ["export", "1", "%/a.scarybug", "--force", "--to", "Karl K."],
            ["export", "1", "%/a.scarybug", "--force", "--to", "karl k."]),
        Road(
            "bare", ["export", "1", "%/a.scarybug", "--force", "--bare", "--to", "karl"],
            ["send", "1", "KARL"]),
        Road(
            "ZIP", ["export", "1,2", "%/a.zip", "--force", "--to", "karl"],
            ["export", "2,1", "%/a.zip", "--force", "--to", "KARL"]),
        Road(
            "stream", ["export", "1", "-", "--to", "karl"], ["export", "1", "-", "--to", "Karl"]),
        Road("print", ["send", "1", "k@x.org", "--print"], ["send", "1", "K@x.org"]),
    ]

    /// What somebody gets: at, place and notes.
    private func got(_ words: [String], _ options: String...) throws -> (
        values: String, line: String
    ) {
        let sent = try scarybug.run(words + options)
        #expect(sent.status == 0, "\(sent)")
        var file = words.contains { $0.contains("@") } ? "%/mail.eml" : "%/a.scarybug"
        if words.contains("%/a.zip") { file = "%/a.zip" }
        if words.contains("-") || words.contains("--print") {
            file = words.contains("-") ? "%/a.scarybug" : "%/mail.eml"
            try scarybug.directory.write(
                sent.standardOutputBytes, to: file.replacing("%/", with: "work/"))
        }
        let user = "reader\(Int.random(in: 0..<1 << 40))"
        if words.first == "send", file == "%/a.scarybug" {
            try run("karl", "accept", "--copies")
            try run("karl", "export", "title:Ant sort:-number limit:1", file, "--force")
        }
        try run(user, "import", file)
        let list = try run(user, "list", "title:Ant", "--csv", "--columns", "at,place,notes")
        return (
            list.lines.last ?? "",
            sent.standardError.split(separator: "\n").filter { $0.contains("as before") }
                .joined(separator: "\n")
        )
    }

    @Test(arguments: roads)
    func `a recipient goes without the same fields until he gets all`(road: Road) throws {
        try run("alice", "new", "Wasp")
        let first = try got(road.words, "--without", "location,notes")
        #expect(first == (",,", ""))
        for words in [road.words, road.other] {
            let next = try got(words)
            #expect(next.values == ",,")
            let line = try
                /scarybug: documents? 1.* goe?s? to (.*) without:location,notes, as before; .*/
                .wholeMatch(in: next.line)?.1.lowercased()
            #expect(line != nil && words.joined(separator: " ").lowercased().contains(line ?? "?"))
        }
        let all = "\"50.9324,-1.4508\",Common,small"
        #expect(try got(road.other, "--all-fields") == (all, ""))
        if road.testDescription != "print" { #expect(try got(road.words) == (all, "")) }
    }

    @Test(arguments: [
        (["--without", "notes"], ["--blur", "1km"], "without:notes blur:1km"),
        (["--blur", "1km"], ["--blur", "10km"], "blur:10km"),
        (["--blur", "10km"], ["--blur", "500"], "blur:10km"),
        (["--blur", "10km"], ["--without", "location"], "without:location"),
        (["--without", "location"], ["--blur", "10km"], "without:location"),
        (["--without", "at"], ["--without", "place,notes"], "without:at,notes,place"),
    ])
    func `what was and what is withheld join`(
        before: [String], now: [String], both: String
    ) throws {
        for options in [before, now] { try scarybug.run(["send", "1", "karl"] + options) }
        let line = try run("alice", "send", "1", "karl").standardError
        #expect(line.contains("goes to karl \(both), as before"), "\(line)")
    }

    @Test func `recipients who get different fields get separate messages`() throws {
        try run("alice", "new", "Wasp", "at=1,2")
        try run("alice", "send", "1", "karl", "--without", "location")
        let sent = try run("alice", "send", "1,2", "nina", "karl", "k@x.org", "t@x.org")
        #expect(
            sent.standardOutput == """
                sent 1  Ant to nina, k@x.org, t@x.org
                sent 2  Wasp to nina, k@x.org, t@x.org
                sent 1  Ant to karl
                sent 2  Wasp to karl

                """)
        #expect(
            sent.standardError.contains("document 1 goes to karl without:location, as before"))
        #expect(sent.standardError.contains("documents 1-2 tell where"))
        let mail = try scarybug.directory.bytes(of: "work/mail.eml")
        #expect(!String(decoding: mail, as: UTF8.self).contains("karl"))
        try run("karl", "accept", "2")
        let list = try run("karl", "list", "2-3", "--csv", "--columns", "title,at").lines
        #expect(list.dropFirst().sorted() == ["Ant,", "Wasp,\"1,2\""])
        // Only the second document's place goes to Karl.
        let next = try run("alice", "send", "1,2", "karl").standardError
        #expect(next.contains("document 2 tells where") && !next.contains("1-2 tell"))
    }

    /// It belongs to the identifier of a document, and is known before anybody has the copy.
    @Test(arguments: [
        "delete 1; undo", "export 1 %/c.scarybug; import %/c.scarybug; delete 1",
        "export 1 %/c.scarybug; import %/c.scarybug; merge 2 1", "users --rename karl karla",
    ])
    func `no road around it`(script: String) throws {
        try scarybug.directory.write("", to: "work/down")
        let refused = try run("alice", "send", "1", "k@x.org", "--without", "location")
        #expect(refused.status == 1)
        try FileManager.default.removeItem(atPath: scarybug.directory.path("work/down"))
        try run("alice", "send", "1", "karl", "--without", "location")
        for line in script.split(separator: "; ") { try run("alice", "-c", String(line)) }
        let karl = script.hasSuffix("karla") ? "karla" : "karl"
        let sent = try run("alice", "send", "title:Ant", "k@x.org", karl).standardError
        #expect(sent.contains("to k@x.org without:location, as before"), "\(sent)")
        #expect(sent.contains("to \(karl) without:location, as before"), "\(sent)")
        #expect(!sent.contains("where:"))
    }

    @Test func `a copy that comes back keeps what its sender lacks`() throws {
        try run("alice", "send", "1", "karl", "--without", "location,notes")
        try run("karl", "accept")
        try run("alice", "set", "1", "rating=2")
        try run("alice", "send", "1", "karl")
        #expect(try run("karl", "accept").standardOutput == "updated 2  Ant: rating (from alice)\n")
        try run("karl", "set", "2", "species=Formica")
        try run("karl", "send", "2", "alice")
        #expect(
            try run("alice", "accept").standardOutput == "updated 1  Ant: species (from karl)\n")
        #expect(
            try run("alice", "count", "place:Common", "notes:small", "has:at").standardOutput
                == "1\n")
    }
}
