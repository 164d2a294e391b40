import Foundation
import TestSupport
import Testing

/// Documents go from user to user of a home, and to a mail program.
@Suite struct SendingTests {
    private let scarybug: InProcess

    init() throws {
        scarybug = try InProcess(user: "alice")
        try scarybug.run("new", "Wolf Spider", "rating=3", "seen=2026-05", "place=Köln")
        try run("bob", "new", "Beetle")
    }

    @discardableResult
    private func run(_ user: String, _ words: String...) throws -> Transcript {
        try scarybug.run(["--user", user] + words)
    }

    /// A program in the place of sendmail.
    private func mailProgram(_ script: String) throws {
        let path = scarybug.directory.path("work/mailer")
        try scarybug.directory.write(Array("#!/bin/sh\n\(script)\n".utf8), to: "work/mailer")
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
        try run("alice", "config", "sendmail=\(path) -t")
    }

    /// Puts a message into an inbox, as a mail program does.
    private func deliver(_ message: [UInt8], to user: String) throws {
        try scarybug.directory.makeDirectory("records/inboxes/\(user)/new")
        try scarybug.directory.write(message, to: "records/inboxes/\(user)/new/1.x")
    }

    private func names(in directory: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(
            atPath: scarybug.directory.path("records/inboxes/\(directory)")
        ).sorted()
    }

    @Test func `a user gets documents in the inbox, and takes them in`() throws {
        let sent = try run("alice", "send", "1", "bob", "--message", "which species?")
        #expect(sent.standardOutput == "sent 1  Wolf Spider to bob\n")
        #expect(
            try run("alice", "list", "sent:bob", "--columns", "title").standardOutput
                == "Wolf Spider\n")
        #expect(try names(in: "bob/new").count == 1 && names(in: "bob/tmp").isEmpty)

        let listed = try run("bob", "inbox").standardOutput
        #expect(
            listed.hasPrefix("1  new  alice  ") && listed.hasSuffix("1 document  Wolf Spider\n"))
        let shown = try run("bob", "inbox", "1").standardOutput
        #expect(
            shown.contains("\n  which species?\n")
                && shown.contains("  * Wolf Spider\n    seen: 2026-05\n"))
        #expect(
            shown.hasSuffix(
                "would import message 1 from alice: Wolf Spider.scarybug as 2 (1 is taken)\n"))
        #expect(try run("bob", "count").standardOutput == "1\n")

        let accepted = try run("bob", "accept").standardOutput
        #expect(
            accepted == "imported message 1 from alice: Wolf Spider.scarybug as 2 (1 was taken)\n")
        #expect(try run("bob", "inbox").standardOutput.hasPrefix("1    alice  "))
        #expect(try run("bob", "undo").standardOutput.hasSuffix("removed 2  Wolf Spider\n"))
        #expect(
            try run("bob", "accept").standardError
                == "scarybug: no message waits; 'inbox' lists those that were accepted\n")
        #expect(try run("bob", "accept", "1").standardOutput.hasPrefix("imported message 1"))
    }

    @Test func `an answer merges, field by field`() throws {
        try run("alice", "send", "1", "bob")
        try run("bob", "accept")
        try run("bob", "set", "2", "species=Pardosa", "tags+=forest")
        try run("bob", "send", "2", "--reply", "1")
        try run("alice", "set", "1", "notes=under a stone")
        #expect(try run("alice", "inbox").standardOutput.hasSuffix("Re: Wolf Spider\n"))
        #expect(
            try run("alice", "accept", "--dry-run").standardOutput == """
                would merge 1  Wolf Spider: tags, species (from bob)
                1  tags (none) → forest
                1  species (none) → Pardosa

                """)
        #expect(
            try run("alice", "accept").standardOutput
                == "merged 1  Wolf Spider: tags, species (from bob)\n")
        #expect(try run("alice", "accept", "1", "--copies").standardOutput.contains(" as 2 ("))
    }

    @Test func `numbers stay, and several messages need them`() throws {
        for _ in 0..<3 { try run("alice", "send", "1", "bob") }
        #expect(try run("bob", "inbox").lines.count == 3)
        #expect(
            try run("bob", "accept").standardError
                == "scarybug: 3 messages wait; 'accept M' takes one, 'accept all' takes them all, and "
                + "'inbox' lists them\n")
        #expect(try run("bob", "inbox", "2", "--delete").standardOutput == "removed message 2\n")
        #expect(try run("bob", "inbox").lines.map { $0.prefix(1) } == ["1", "3"])
        #expect(try run("bob", "accept", "1,3", "--dry-run").lines.count == 2)
        #expect(try run("bob", "accept", "all").lines.count == 2)
        #expect(
            try run("bob", "inbox", "2").standardError
                == "scarybug: there is no message 2; 'inbox' lists them\n")
    }

    @Test func `a range names the messages that exist, and no number comes back`() throws {
        for _ in 0..<4 { try run("alice", "send", "1", "bob") }
        try run("bob", "inbox", "2,4", "--delete")
        #expect(try run("bob", "accept", "1-9", "--dry-run").lines.count == 2)
        #expect(
            try run("bob", "inbox", "4-6").standardError
                == "scarybug: there is no message 4-6; 'inbox' lists them\n")
        try run("alice", "send", "1", "bob")
        #expect(try run("bob", "inbox").lines.map { $0.prefix(1) } == ["1", "3", "5"])
        #expect(try names(in: "bob") == ["cur", "new", "removed-4", "tmp"])
    }

    @Test func `names that another program chose are no trap`() throws {
        let place = "records/inboxes/bob"
        try run("alice", "send", "1", "bob")
        for name in [
            "cur/a,N=9223372036854775807:2,", "cur/b,N=5:2,", "cur/c,N=5:2,", "cur/d,N=0:2,T",
            "new/" + String(repeating: "x", count: 250), "new/1.x:2,ABCDEFGHIJKLMNOPQ",
        ] {
            try scarybug.directory.write(
                "From: n@x.org\nSubject: s\n\nHello\n", to: "\(place)/\(name)")
        }
        let listed = try run("bob", "inbox")
        #expect(listed.lines.map { $0.prefix(2) } == [" 5", " 6", " 7", " 8", " 9", "10", "11"])
        #expect(listed.standardError == "")
        #expect(try run("bob", "accept", "1-99").standardOutput.hasPrefix("imported message "))
        #expect(
            try run("bob", "accept").standardError.hasPrefix("scarybug: no message waits"))
    }

    @Test(arguments: [
        (["999999999"], ["1", "2", "3", "999999999"]),
        (["999999999", "999999999"], ["1", "2", "3", "4"]),
        (["999999998"], ["1", "2", "999999998", "999999999"]),
    ])
    func `after the last number, messages go on to come`(
        used: [String], numbers: [String]
    ) throws {
        for (index, number) in used.enumerated() {
            try scarybug.directory.makeDirectory("records/inboxes/bob/cur")
            try scarybug.directory.write(
                "From: n@x.org\n\nHello\n", to: "records/inboxes/bob/cur/\(index),N=\(number):2,")
        }
        for _ in 0..<3 { try run("alice", "send", "1", "bob") }
        let listed = try run("bob", "inbox")
        let found = listed.lines.map { String($0.split(separator: " ")[0]) }
        #expect(found.prefix(4) == numbers[...] && listed.standardError == "", "\(listed)")
        #expect(found.count == used.count + 3)
    }

    @Test func `the text of a message moves no cursor, and looks like no line of the program`()
        throws
    {
        let text = "a\u{1B}]0;x\u{7}\u{202E}\nimported message 1"
        try run("alice", "send", "1", "bob", "--message", text)
        let shown = try run("bob", "inbox", "1").standardOutput
        #expect(shown.contains("\n  a\\u{1B}]0;x\\u{7}\\u{202E}\n  imported message 1\n"))
    }

    @Test(arguments: [(3_000, false), (6_000, true)])
    func `a long text is whole, or says that it goes on`(lines: Int, isCut: Bool) throws {
        let text = (1...lines).map { "line \($0)" }.joined(separator: "\n")
        try deliver(Array("From: n@x.org\nTo: b@x.org\n\n\(text)\n".utf8), to: "bob")
        let shown = try run("bob", "inbox", "1").standardOutput
        #expect(shown.hasSuffix("  line \(lines)\n\n") == !isCut)
        #expect(
            shown.hasSuffix("\n  [the text goes on; a mail program shows all of it]\n\n") == isCut)
    }

    @Test func `a text and its head have their character sets`() throws {
        let message: [UInt8] =
            Array(
                """
                From: =?koi8-r?B?9tXL?= <n@x.org>
                Subject: =?iso-8859-2?Q?=A3=F3d=BC?=, =?windows-1251?B?xvPq?=
                Content-Type: text/plain; charset=iso-8859-15

                """.utf8) + [0x4B, 0xE4, 0x66, 0x65, 0x72, 0x20, 0xA4, 0x0A]
        try deliver(message, to: "bob")
        #expect(try run("bob", "inbox").standardOutput.hasSuffix("  Łódź, Жук\n"))
        #expect(try run("bob", "inbox", "1").standardOutput.hasSuffix("\n  Käfer €\n\n"))
    }

    @Test(
        arguments: [
            ("n@x.org (Nina K)", nil, "n@x.org", "n@x.org"),
            ("a@x.org, b@x.org", nil, "a@x.org", "a@x.org"),
            ("\"A, B <x>\" <a@x.org>", "list@x.org", "a@x.org", "list@x.org"),
            ("bob", nil, "<bob>", nil),
        ] as [(String, String?, String, String?)])
    func `a sender and where an answer goes`(
        from: String, replyTo: String?, sender: String, answersTo: String?
    ) throws {
        try mailProgram(
            "cat > %/mail".replacingOccurrences(of: "%", with: scarybug.directory.path("work")))
        let reply = replyTo.map { "Reply-To: \($0)\n" } ?? ""
        try deliver(
            Array("From: \(from)\n\(reply)Subject: s\n\nHello\n".utf8), to: "alice")
        #expect(try run("alice", "inbox").standardOutput.contains("1  new  \(sender)  "))
        let sent = try run("alice", "send", "1", "--reply", "1")
        #expect(sent.standardOutput == (answersTo.map { "sent 1  Wolf Spider to \($0)\n" } ?? ""))
    }

    @Test(
        arguments: [
            ("bob@scarybug.invalid", "bob@scarybug.invalid"),
            ("Bob <BOB@Scarybug.Invalid>", "BOB@Scarybug.Invalid"),
            ("=?utf-8?q?=3Cbob=40scarybug=2Einvalid=3E=2C?= <n@x.org>", "n@x.org"),
            ("Bob <=?utf-8?q?bob@x?=>", "=?utf-8?q?bob@x?="),
            ("<bob n@x.org>", "<bob n@x.org>"), ("bob", "<bob>"), ("<bob@>", "<bob@>"),
        ], ["1.x", "1795640999.M123456P789.scarybug", String(repeating: "x", count: 250)])
    func `nobody outside looks like a user of this home`(
        from: (header: String, shown: String), file: String
    ) throws {
        try mailProgram("cat > /dev/null")
        let bundle = try run("bob", "send", "1", "alice", "--print").standardOutput
        let message = bundle.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.hasPrefix("From: ") ? "From: \(from.header)" : String($0) }
        try scarybug.directory.makeDirectory("records/inboxes/alice/new")
        try scarybug.directory.write(
            message.joined(separator: "\n"), to: "records/inboxes/alice/new/\(file)")
        #expect(try run("alice", "inbox").standardOutput.hasPrefix("1  new  \(from.shown)  "))
        let listed = try run("alice", "accept", "--json", "--dry-run").standardOutput
        #expect(listed.contains("\"from\":\"\(from.shown)\""), "\(listed)")
        #expect(
            try run("alice", "accept").standardOutput
                == "imported message 1 from \(from.shown): Beetle.scarybug as 2 (1 was taken)\n")
        let answer = try run("alice", "send", "1", "--reply", "1")
        #expect(answer.standardOutput == "" || from.shown == "n@x.org", "\(answer)")
        #expect(!scarybug.directory.exists("records/inboxes/bob"))
    }

    @Test func `a message with a damaged bundle waits on after a look`() throws {
        try run("alice", "send", "1", "bob")
        let name = try #require(names(in: "bob/new").first)
        let path = "records/inboxes/bob/new/\(name)"
        let text = try String(decoding: scarybug.directory.bytes(of: path), as: UTF8.self)
        try scarybug.directory.write(
            text.replacingOccurrences(of: "\nUEsDB", with: "\nUEsAB"), to: path)
        #expect(try run("bob", "inbox", "1").standardError != "")
        #expect(
            try run("bob", "accept").standardError.hasPrefix(
                "scarybug: message 1 from alice: Wolf Spider"))
        #expect(try run("bob", "inbox").standardOutput.hasPrefix("1  new  "))
    }

    @Test func `a document that was deleted stays away from its message`() throws {
        try run("alice", "send", "1", "alice")
        try run("alice", "delete", "1")
        let accepted = try run("alice", "accept").standardOutput
        #expect(
            accepted.hasPrefix(
                "left out message 1 from alice: Wolf Spider.scarybug: deleted here on "))
        #expect(accepted.hasSuffix("; with --copies it comes back\n"))
        #expect(try run("alice", "accept", "1", "--copies").standardOutput.hasSuffix(" as 1\n"))
    }

    @Test func `a message waits until the group that takes it in commits`() throws {
        try run("alice", "send", "1", "bob")
        for (end, flag) in [("rollback", "1  new  "), ("commit", "1    alice")] {
            try run("bob", "-c", "begin", "-c", "accept", "-c", end)
            #expect(try run("bob", "inbox").standardOutput.hasPrefix(flag), "\(end)")
        }
        #expect(try run("bob", "count").standardOutput == "2\n")
    }

    @Test func `what a killed delivery left goes after 36 hours`() throws {
        try run("alice", "send", "1", "bob")
        for (name, hours) in [("old", 37.0), ("young", 35)] {
            let path = "records/inboxes/bob/tmp/\(name)"
            try scarybug.directory.write("From: al", to: path)
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -hours * 3_600)],
                ofItemAtPath: scarybug.directory.path(path))
        }
        #expect(try run("bob", "inbox").lines.count == 1)
        #expect(try names(in: "bob/tmp") == ["young"])
    }

    @Test func `what a mail program delivers is a message, and nothing else is`() throws {
        try run("alice", "send", "1", "bob")
        let message = "From: Nina <nina@example.org>\nSubject: =?UTF-8?Q?K=C3=A4fer?=\n\nHello\n"
        try scarybug.directory.write(Array(message.utf8), to: "records/inboxes/bob/new/1.x.host")
        let place = scarybug.directory.path("records/inboxes/bob/new/link")
        try FileManager.default.createSymbolicLink(
            atPath: place, withDestinationPath: "/etc/passwd")
        let listed = try run("bob", "inbox")
        #expect(listed.lines.count == 2 && listed.lines[0].hasSuffix("Käfer"))
        #expect(listed.standardError.contains("new/link: a link, so it is left alone\n"))
        #expect(try run("bob", "accept", "1").standardError.contains("no bundle in it, only text"))
    }

    @Test func `a message without documents waits no longer once it was looked at`() throws {
        try run("alice", "send", "1", "bob")
        try scarybug.directory.write(
            "From: n@x.org\nTo: b@x.org\n\nHello\n", to: "records/inboxes/bob/new/1.x")
        let shown = try run("bob", "inbox", "1")
        #expect(shown.status == 0 && shown.standardOutput.hasSuffix("\n\n  Hello\n\n"), "\(shown)")
        #expect(
            shown.standardError
                == "scarybug: message 1 from n@x.org: no bundle in it, only text\n")
        #expect(try run("bob", "--json", "inbox", "1").standardOutput.contains(#""text":"Hello""#))
        #expect(try run("bob", "accept").standardOutput.hasPrefix("imported message 2"))
    }

    @Test func `an odd file in the inbox is no table`() throws {
        try run("alice", "send", "1", "bob")
        try scarybug.directory.write("x-odd: a\n\nb\n", to: "records/inboxes/bob/new/1.x")
        #expect(
            try run("bob", "accept", "1").standardError
                == "scarybug: message 1: no bundle in it, only text\n")
        #expect(
            try run("bob", "send", "1", "--reply", "1").standardError
                == "scarybug: message 1 does not say who sent it; give a USER or an ADDRESS instead\n"
        )
    }

    @Test func `a group sends nothing and removes no message`() throws {
        try run("alice", "send", "1", "alice")
        for line in ["send 1 bob", "inbox 1 --delete"] {
            let ended = try run("alice", "--atomic", "-c", line)
            #expect(
                ended.status == 1 && ended.standardError.contains("cannot be used with --atomic"))
        }
        #expect(try run("alice", "inbox").lines.count == 1)
        #expect(!scarybug.directory.exists("records/inboxes/bob"))
    }

    @Test func `a printed copy merges as a sent one does`() throws {
        let printed = try run("alice", "send", "1", "nina@example.org", "--print")
        try scarybug.directory.write(printed.standardOutputBytes, to: "work/a.eml")
        try run("nina", "import", "%/a.eml")
        try run("nina", "set", "1", "rating=1")
        try run("nina", "export", "1", "%/back.scarybug")
        let updated = try run("alice", "import", "%/back.scarybug", "--update")
        #expect(updated.gave("updated 1  Wolf Spider: rating\n"), "\(updated)")
        #expect(try run("alice", "count", "sent:nina@example.org").standardOutput == "0\n")
    }

    @Test func `without a mail program, users get their messages all the same`() throws {
        try run("alice", "config", "sendmail=/nonexistent/mailer -t")
        let work = scarybug.directory.path("work")
        let sent = try run("alice", "send", "1", "bob", "nina@example.org")
        defer { try? FileManager.default.removeItem(atPath: "Wolf Spider.scarybug") }
        #expect(
            sent.standardOutput.hasPrefix("sent 1  Wolf Spider to bob\nexported to "), "\(work)")
        #expect(
            sent.standardError.contains(
                "there is no mail program '/nonexistent/mailer', so nothing"))
    }

    @Test func `a name may have a capital letter, and several names are several words`() throws {
        #expect(
            try run("alice", "send", "1", "Bob").standardOutput == "sent 1  Wolf Spider to bob\n")
        #expect(
            try run("alice", "send", "1", "bob,carol").standardError.contains(
                "as a word of its own"))
        #expect(
            try run("alice", "send", "1", "2", "bob").standardError.contains(
                "there is no user 2 here; several documents are one word, such as 1,2"))
    }

    @Test func `the mail program gets one message for all addresses`() throws {
        try mailProgram(
            "cat > %/mail; echo \"$@\" > %/words".replacingOccurrences(
                of: "%", with: scarybug.directory.path("work")))
        let sent = try run("alice", "send", "1", "nina@example.org", "bob", "tom@example.org")
        #expect(
            sent.standardOutput == "sent 1  Wolf Spider to nina@example.org, bob, tom@example.org\n"
        )
        let mail = String(decoding: try scarybug.directory.bytes(of: "work/mail"), as: UTF8.self)
        #expect(mail.contains("\nTo: nina@example.org, tom@example.org\nSubject: Wolf Spider\n"))
        #expect(!mail.contains("\nFrom:") && !mail.contains("bob"))
        #expect(
            mail.utf8.allSatisfy { $0 < 0x7F }
                && mail.split(separator: "\n").allSatisfy { $0.utf8.count < 80 })
        #expect(try scarybug.directory.bytes(of: "work/words") == Array("-t\n".utf8))
        try scarybug.directory.write(Array(mail.utf8), to: "work/got.eml")
        #expect(
            try run("carol", "import", "%/got.eml").standardOutput
                == "imported %/got.eml: Wolf Spider.scarybug as 1\n")
        #expect(try run("carol", "show", "1").standardOutput.contains("Köln"))
    }

    @Test func `what the mail program refuses is named, and not remembered as sent`() throws {
        try mailProgram("cat > /dev/null; echo 'no route' >&2; exit 75")
        let sent = try run("alice", "send", "1", "nina@example.org", "bob")
        #expect(sent.standardOutput == "sent 1  Wolf Spider to bob\n" && sent.status == 1)
        #expect(sent.standardError.contains("the message to nina@example.org: "))
        #expect(sent.standardError.contains("did not take the message: no route\n"))
        #expect(try run("alice", "count", "sent:nina@example.org").standardOutput == "0\n")
        try mailProgram("exit 0")
        #expect(
            try run("alice", "send", "1", "nina@example.org").standardError
                .hasSuffix("did not read the message\n"))
    }

    @Test func `nothing that a user types adds a header or a recipient`() throws {
        try run("alice", "set", "1", "title=Ant\nBcc: x@y\r\n\u{1B}[31m")
        let printed = try run(
            "alice", "send", "1", "nina@example.org", "--subject", "Hi\r\nBcc: x@y",
            "--message", ".\nFrom x\n--scarybug", "--print"
        ).standardOutput
        let head = printed.components(separatedBy: "\n\n")[0]
        #expect(!head.contains("\nBcc") && head.contains("\nSubject: Hi Bcc: x@y\n"))
        #expect(printed.utf8.allSatisfy { $0 == 0x0A || (0x20...0x7E).contains($0) })
        #expect(printed.contains("\n=2E\n=46rom x\n=2D-scarybug\n"))
    }

    @Test(arguments: [
        "-oQ/tmp@x", "a@b,c@d", "a b@c", "a@b\n", "@b", "a@", "a@@b", "ä@b.org", "a@-b",
        "a..b@c.org",
        "a@b..org", ".a@b.org",
    ])
    func `no such text is an address`(_ text: String) throws {
        let sent = try run("alice", "send", "1", "--", text)
        #expect(sent.status == 1 && sent.standardError.contains("is no address"))
    }

    @Test func `a user who isn't here is named, with the nearest one`() throws {
        let sent = try run("alice", "send", "1", "bobb")
        #expect(
            sent.standardError
                == "scarybug: there is no user bobb here; the nearest is 'bob'; an address has the form name@example.org\n"
        )
    }

    @Test func `what is withheld is neither in the bundle nor in the text`() throws {
        try run("alice", "set", "1", "at=50.9324,-1.4508")
        let sent = try run("alice", "send", "1", "bob", "--without", "location")
        #expect(!sent.standardError.contains("tells where"))
        let name = try #require(try names(in: "bob/new").first)
        let mail = try scarybug.directory.bytes(of: "records/inboxes/bob/new/\(name)")
        #expect(!String(decoding: mail, as: UTF8.self).contains("K=C3=B6ln"))
        try run("bob", "accept")
        #expect(try run("bob", "list", "2", "--csv", "--columns", "at,place").lines.last == ",")
    }

    @Test func `a renamed user keeps the inbox, and a removed one lies aside`() throws {
        try run("alice", "send", "1", "bob")
        #expect(
            try run("alice", "users", "--rename", "bob", "robert").standardOutput
                == "renamed bob to robert\n")
        #expect(try run("robert", "inbox").lines.count == 1)
        #expect(
            try run("alice", "users", "--rename", "robert", "alice").standardError
                == "scarybug: there is a user alice already\n")
        let removed = try run("alice", "users", "--remove", "robert").standardOutput
        #expect(removed.hasPrefix("removed robert; 1 document and the inbox are in "))
        #expect(try run("alice", "users").standardOutput == "alice  1\n")
        #expect(try names(in: "").isEmpty)
    }
}
