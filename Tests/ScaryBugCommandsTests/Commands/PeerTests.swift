import Foundation
import TestSupport
import Testing

/// One person has a name in bundles, and addresses.
@Suite struct PeerTests {
    private let scarybug: InProcess

    /// Bob has Alice's document by mail.
    init() throws {
        scarybug = try InProcess(user: "alice")
        try run("alice", "new", "Ant", "place=Common", "notes=small")
        for user in ["alice", "bob", "carol"] { try mailProgram(of: user) }
        try mail("bob", "1", to: "bob@x.org")
    }

    @discardableResult
    private func run(_ user: String, _ words: String...) throws -> Transcript {
        try scarybug.run(["--user", user] + words)
    }

    private func mailProgram(of user: String) throws {
        let place = scarybug.directory.path("work")
        try scarybug.directory.write(
            Array("#!/bin/sh\ncat > \(place)/mail\n".utf8), to: "work/mailer")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o700], ofItemAtPath: "\(place)/mailer")
        try run(user, "config", "sendmail=\(place)/mailer -t")
    }

    /// Alice sends documents to an address, and somebody imports the mail.
    private func mail(_ user: String, _ words: String..., to address: String) throws {
        try scarybug.run(["--user", "alice", "send"] + words + [address])
        try deliver(from: "alice@x.org", to: user)
    }

    /// Somebody sends the first document back, and Alice imports the mail.
    private func reply(_ user: String, from address: String, head: String = "") throws {
        try run(user, "send", "1", "alice@x.org", "--all-fields")
        try deliver(from: address, to: "alice", head)
    }

    private func deliver(from address: String, to user: String, _ head: String = "") throws {
        let mail = try scarybug.directory.bytes(of: "work/mail")
        let from = "From: Somebody <\(address)>\n"
        try scarybug.directory.write(Array((from + head).utf8) + mail, to: "work/mail.eml")
        let taken = try run(user, "import", "%/mail.eml", "--update")
        #expect(taken.status == 0, "\(taken)")
    }

    /// The numbers of Alice's documents.
    private func list(_ query: String...) throws -> String {
        try scarybug.run(["--user", "alice", "list"] + query + ["--columns", "number"])
            .lines.joined(separator: " ")
    }

    private func learned() throws -> [String] {
        try run("alice", "config").lines.filter { $0.contains("  learned  ") }
            .map { $0.split(separator: " ").prefix(2).joined(separator: " ") }
    }

    @Test func `what one name didn't get stays withheld from the address that got it`() throws {
        try run("alice", "export", "1", "%/a.scarybug", "--to", "bob", "--without", "notes")
        try run("alice", "config", "peer.bob=bob@home.org")
        try mail("carol", "1", to: "bob@home.org")
        try run("alice", "config", "peer.bob=")
        try run("alice", "set", "1", "rating=3")
        try mail("dora", "1", to: "bob@home.org")
        #expect(try run("dora", "show", "1").standardOutput.contains("rating"))
        #expect(try !run("dora", "show", "1").standardOutput.contains("small"))
    }

    @Test func `a mail with changes of its sender says whose address it is`() throws {
        try run("bob", "set", "1", "rating=3")
        try reply("bob", from: "Bob@x.org")
        #expect(try learned() == ["peer.bob Bob@x.org"])
        for name in ["bob", "bob@x.org"] {
            #expect(try list("outdated:\(name)") == "")
            #expect(try list("lacks:\(name)") == "")
            #expect(try list("sent:\(name)") == "1" && list("from:\(name)") == "1")
        }
        #expect(try !run("alice", "show", "1").standardOutput.contains("changed since"))
        try run("alice", "set", "1", "rating=4")
        #expect(try list("outdated:bob") == "1" && list("lacks:bob@x.org") == "1")
        try run("alice", "export", "1", "%/a.scarybug", "--to", "bob")
        #expect(try list("outdated:bob@x.org") == "")
        try run("bob", "import", "%/a.scarybug", "--update")
        // The key of his workspace tells who he is under another name.
        try run("bob", "config", "author=Robert")
        try run("bob", "new", "Bee")
        try run("bob", "set", "1", "rating=5")
        try run("bob", "export", "all", "%/b/")
        try run("alice", "import", "%/b/", "--update")
        #expect(try list("from:bob@x.org") == "1 2" && list("outdated:bob") == "")
    }

    @Test func `a document from which something was withheld gets up to date by mail`() throws {
        try run("alice", "send", "1", "bob@x.org", "--without", "notes")
        try run("bob", "delete", "1")
        try run("bob", "import", "%/mail")
        try run("bob", "set", "1", "rating=3")
        try reply("bob", from: "bob@x.org")
        #expect(try list("notes:small", "rating:3") == "1")
        #expect(try list("outdated:bob@x.org") == "" && list("lacks:bob") == "")
        try run("alice", "set", "1", "rating=4")
        #expect(try list("outdated:bob@x.org") == "1")
    }

    @Test func `a message of a user here says so, too`() throws {
        try run("bob", "config", "author=Robert")
        try run("bob", "set", "1", "rating=3")
        try run("alice", "send", "1", "bob")
        try run("bob", "send", "1", "alice")
        try run("alice", "accept")
        #expect(try learned() == ["peer.Robert bob"])
        #expect(try list("outdated:bob") == "")
    }

    @Test(arguments: [
        "only Carol's changes", "a message in the message", "no changes", "a new document",
    ])
    func `nobody else's changes tell whose address it is`(what: String) throws {
        var head = ""
        switch what {
        case "only Carol's changes", "a message in the message":
            try mail("carol", "1", to: "carol@x.org")
            try run("carol", "set", "1", "rating=3")
            try run("carol", "export", "1", "%/c.scarybug")
            try run("bob", "import", "%/c.scarybug", "--update")
            if what == "a message in the message" {
                head = "Content-Type: message/rfc822\n\n"
                try run("bob", "set", "1", "rating=4")
            }
        case "a new document":
            try run("alice", "delete", "1")
            try run("alice", "history", "forget", "--yes")
        default: break
        }
        try reply("bob", from: "bob@x.org", head: head)
        #expect(try learned() == [])
        #expect(try list("from:bob@x.org") == "")
    }

    @Test func `an address of two people is nobody's until config says so`() throws {
        try mail("carol", "1", to: "home@x.org")
        try run("bob", "set", "1", "rating=3")
        try reply("bob", from: "home@x.org")
        #expect(try learned() == ["peer.bob home@x.org"])
        try run("alice", "export", "1", "%/c.scarybug")
        try run("carol", "import", "%/c.scarybug", "--update")
        try run("carol", "set", "1", "rating=4")
        try reply("carol", from: "home@x.org")
        #expect(try learned() == [])
        #expect(try list("from:home@x.org") == "" && list("outdated:home@x.org") == "1")
        // Both may read it, so it lacks the values withheld from one of them.
        try run("alice", "send", "1", "carol", "--without", "notes")
        #expect(try asBefore("home@x.org") && !asBefore("bob"))
        try run("alice", "config", "peer.bob=home@x.org")
        #expect(try list("from:home@x.org") == "1")
        #expect(try !asBefore("home@x.org"))
    }

    @Test func `two people of one name stay two`() throws {
        try run("carol", "config", "author=bob")
        try mail("carol", "1", to: "carol@x.org")
        for (user, rating) in [("bob", "3"), ("carol", "4")] {
            try run(user, "set", "1", "rating=\(rating)")
            try reply(user, from: "\(user)@x.org")
        }
        #expect(try learned() == [])
    }

    // MARK: Withheld values

    /// Whether a copy for somebody lacks something, as before.
    private func asBefore(_ name: String) throws -> Bool {
        let words = ["export", "1", "%/x.scarybug", "--force", "--to", name]
        return try scarybug.run(["--user", "alice"] + words).standardError.contains("as before")
    }

    @Test(arguments: [true, false])
    func `what one name doesn't get, no name of that person gets`(isBefore: Bool) throws {
        let learn = {
            try run("bob", "set", "1", "rating=3")
            try reply("bob", from: "bob@x.org")
        }
        if !isBefore { try learn() }
        try run("alice", "export", "1", "%/a.scarybug", "--to", "bob", "--without", "notes")
        #expect(try asBefore("bob@x.org") == !isBefore)
        if isBefore { try learn() }
        #expect(try asBefore("bob@x.org"))
        try run("alice", "export", "1", "%/b.scarybug", "--to", "bob@x.org", "--all-fields")
        #expect(try !asBefore("BOB@x.org") && asBefore("bob") && !asBefore("bob@x.org"))
        try run("alice", "export", "1", "%/c.scarybug", "--to", "bob", "--without", "place")
        #expect(try asBefore("bob@x.org"))
    }

    @Test func `who takes another name in bundles is one person, too`() throws {
        try run("alice", "export", "1", "%/a.scarybug", "--to", "bob", "--without", "notes")
        for (name, rating) in [("bob", "3"), ("Bobby", "4")] {
            try run("bob", "config", "author=\(name)")
            try run("bob", "set", "1", "rating=\(rating)")
            try run("bob", "export", "1", "%/b.scarybug", "--force")
            try run("alice", "import", "%/b.scarybug", "--update")
        }
        #expect(try asBefore("Bobby"))
        #expect(try list("from:bob") == "1")
        try run("bob", "config", "author=Robert")
        try run("bob", "new", "Dog")
        try run("bob", "export", "2", "%/d.scarybug")
        try run("alice", "import", "%/d.scarybug")
        #expect(try asBefore("Robert"))
    }

    // MARK: Config

    @Test func `config settles who is who, and undo takes it back`() throws {
        try run("alice", "export", "1", "%/a.scarybug", "--to", "Uncle Bob", "--without", "notes")
        try run("alice", "set", "1", "rating=5")
        try run("alice", "send", "1", "bob@x.org")
        #expect(try list("outdated:uncle bob") == "1")
        let shown = try run("alice", "config", "peer.Uncle Bob=bob@x.org, b@y.org")
        #expect(shown.standardOutput.hasPrefix("peer.Uncle Bob  bob@x.org, b@y.org  chosen  "))
        #expect(try run("alice", "config").standardOutput.contains("\npeer.Uncle Bob "))
        #expect(try list("outdated:uncle bob") == "" && asBefore("b@y.org"))
        try run("alice", "undo")
        #expect(try list("outdated:uncle bob") == "1")
        try run("alice", "redo")
        try run("alice", "backup", "%/a.zip")
        try run("dora", "restore", "%/a.zip")
        #expect(try run("dora", "list", "outdated:uncle bob").standardOutput == "")
        let sent = try run("dora", "export", "1", "%/d.scarybug", "--to", "bob@x.org")
        #expect(sent.standardError.contains("without:notes, as before"), "\(sent)")
    }

    @Test func `a restored backup knows who is who, and config forgets it`() throws {
        try run("bob", "set", "1", "rating=3")
        try reply("bob", from: "bob@x.org")
        try run("alice", "backup", "%/a.zip")
        try run("dora", "restore", "%/a.zip")
        #expect(try run("dora", "list", "outdated:bob@x.org").standardOutput == "")
        try run("dora", "config", "peer.bob=")
        #expect(try run("dora", "list", "outdated:bob@x.org").lines.count == 1)
    }

    @Test(arguments: ["peer.=a@x.org", "peer. b=a@x.org", "peers.b=a@x.org"])
    func `config refuses a person without a name`(word: String) throws {
        #expect(try run("alice", "config", word).standardError.contains("there is no preference"))
    }
}
