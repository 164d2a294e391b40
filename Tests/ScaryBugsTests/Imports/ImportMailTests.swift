import Containers
import TestSupport
import Testing

@testable import ScaryBugFormatsTests
@testable import ScaryBugRecords
@testable import ScaryBugStore
@testable import ScaryBugStoreTests
@testable import ScaryBugs

/// Imports of messages and mailboxes.
@Suite struct ImportMailTests {
    let bench: Bench
    let bob: Workspace

    init() throws {
        bench = try Bench()
        bob = try bench.workspace(of: "bob")
    }

    private static let sent = SampleMail.mixed(SampleMail.attachment())
    private static let letter = SampleMail.message("text/plain", Array("hello\r\n".utf8))
    private static let cutOff = Array(sent.dropLast(300))

    private static func photograph(_ name: String) -> [UInt8] {
        SampleMail.mixed(
            SampleMail.attachment(
                type: "image/jpeg", disposition: "attachment; filename=\(name)",
                SampleMail.base64(Bench.jpeg)))
    }

    private static func mailbox(_ messages: [UInt8]...) -> [UInt8] {
        Array(messages.map { SampleMail.separator + $0 + [0x0A] }.joined())
    }

    private func importMail(
        _ bytes: [UInt8], named name: String = "m.eml",
        _ known: ImportOptions.KnownTreatment = .copied,
        keepsGoing: Bool = false
    ) throws -> Workspace.Outcome {
        let path = try bench.directory.write(bytes, to: name)
        return try importPath(path, known, keepsGoing: keepsGoing)
    }

    private func importPath(
        _ path: String, _ known: ImportOptions.KnownTreatment = .copied, keepsGoing: Bool = false
    ) throws -> Workspace.Outcome {
        var options = ImportOptions(now: Bench.now)
        (options.known, options.keepsGoing) = (known, keepsGoing)
        return try bob.importDocuments(from: ImportSource(path: path), options)
    }

    /// The messages of an import, without the path of its file.
    private func messages(_ outcome: Workspace.Outcome) -> [String] {
        (outcome.refusals.map(\.message) + outcome.warnings + outcome.remarks)
            .map { $0.replacing(bench.directory.path(""), with: "") }
    }

    private func origins(_ outcome: Workspace.Outcome) -> [String] {
        outcome.documents.compactMap {
            $0.origin?.name.replacing(bench.directory.path(""), with: "")
        }
    }

    // MARK: Messages

    @Test func `a message brings its bundle, and the names of other parts`() throws {
        let both = SampleMail.mixed(
            SampleMail.attachment() + Array("\r\n--xyz\r\n".utf8)
                + SampleMail.attachment(
                    disposition: "attachment; filename=a.jpg", SampleMail.base64(Bench.jpeg)))
        let outcome = try importMail(both)
        #expect(try bob.titles == ["1 Moth"])
        #expect(origins(outcome) == ["m.eml: Moth.scarybug"])
        #expect(messages(outcome) == ["m.eml: skipped a.jpg; from mail only bundles are taken"])
    }

    @Test func `an archive of bundles is taken`() throws {
        let zip = RawZip(
            .init("Ant.scarybug").with { $0.data = SampleMail.bundle },
            .init("Bee.scarybug").with { $0.data = SampleMail.bundle }
        ).bytes
        let outcome = try importMail(
            SampleMail.mixed(
                SampleMail.attachment(
                    disposition: "attachment; filename=all.zip", SampleMail.base64(zip))))
        #expect(try bob.titles == ["1 Moth", "2 Moth"])
        #expect(
            origins(outcome) == ["m.eml: all.zip: Ant.scarybug", "m.eml: all.zip: Bee.scarybug"])
    }

    @Test func `a message without a bundle says what it has`() throws {
        let sealed = { (type: String, name: String, bytes: [UInt8]) in
            SampleMail.mixed(
                SampleMail.attachment(
                    type: type, disposition: "attachment; filename=\(name)",
                    SampleMail.base64(bytes)))
        }
        let der: (UInt8) -> [UInt8] = { kind in
            [0x30, 0x80, 0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, kind, 0xA0]
        }
        let encrypted = "encrypted; save the attachment with your mail program"
        let cases: [([UInt8], String)] = [
            (Self.letter, "no bundle in it, only text"),
            (Self.photograph("a.jpg"), "no bundle in it, only a.jpg and text"),
            (
                sealed("application/ms-tnef", "winmail.dat", [0x78, 0x9F, 0x3E, 0x22, 0]),
                "winmail.dat: Outlook wrapped it; unpack it with 'tnef', or ask for plain text"
            ),
            (
                sealed("application/octet-stream", "a.msg", FileSignature.compoundFile),
                "a message in Outlook's own form (.msg); save it as .eml, or save the files that "
                    + "are attached to it"
            ),
            (sealed("application/pkcs7-mime", "smime.p7m", der(3)), encrypted),
            (
                sealed("application/pkcs7-mime", "smime.p7m", der(2)),
                "signed so that only mail programs can open it; save the attachment with yours"
            ),
            (
                SampleMail.message(
                    "multipart/encrypted; boundary=E", Array("\r\n--E\r\n\r\nx\r\n--E--\r\n".utf8)),
                encrypted
            ),
            (
                SampleMail.message("text/plain", Array("-----BEGIN PGP MESSAGE-----\r\n".utf8)),
                encrypted
            ),
            (
                Self.cutOff,
                "Moth.scarybug: a ZIP file without its end, or with bytes after it; copy or download "
                    + "it again"
            ),
        ]
        for (message, text) in cases {
            #expect(messages(try importMail(message)) == ["m.eml: \(text)"])
        }
        #expect(try bob.titles == [])
        let outlook = try importMail(FileSignature.compoundFile, named: "a.msg")
        #expect(
            messages(outlook).first?.hasPrefix("a.msg: a message in Outlook's own form") == true)
    }

    // MARK: Mailboxes

    @Test func `a mailbox is read message by message, and one notice counts the others`() throws {
        let bytes = Self.mailbox(Self.letter, Self.sent, Self.photograph("a.jpg"), Self.sent)
        let outcome = try importMail(bytes, named: "Bugs.mbox", .skippedIfSame)
        #expect(
            origins(outcome)
                == ["Bugs.mbox: message 2: Moth.scarybug", "Bugs.mbox: message 4: Moth.scarybug"])
        #expect(outcome.documents.map(\.isSkipped) == [false, true])
        #expect(messages(outcome) == ["Bugs.mbox: no bundle in 2 of 4 messages"])
    }

    @Test func `importing a mailbox again with --update changes nothing`() throws {
        let bytes = Self.mailbox(Self.sent, Self.letter, Self.sent)
        let first = try importMail(bytes, named: "Bugs.mbox", .updated)
        #expect(first.documents.map(\.action) == [.added, .skipped])
        let second = try importMail(bytes, named: "Bugs.mbox", .updated)
        #expect(second.documents.map(\.action) == [.skipped, .skipped])
        #expect(try bob.titles == ["1 Moth"])
    }

    @Test func `a damaged bundle of a mailbox is named, and the others go on if they may`() throws {
        let bytes = Self.mailbox(Self.cutOff, Self.letter, Self.sent)
        let refused = try importMail(bytes, named: "Bugs.mbox")
        #expect(refused.documents.isEmpty && refused.refusals.count == 1)
        #expect(refused.omission?.message.contains("--keep-going") == true)
        #expect(
            messages(refused).first?.hasPrefix("Bugs.mbox: message 1: Moth.scarybug: a ZIP") == true
        )
        let outcome = try importMail(bytes, named: "Bugs.mbox", keepsGoing: true)
        #expect(outcome.documents.count == 1 && outcome.refusals.count == 1)
    }

    @Test func `a mailbox without bundles is an error`() throws {
        let outcome = try importMail(Self.mailbox(Self.letter, Self.letter), named: "Bugs.mbox")
        #expect(messages(outcome) == ["Bugs.mbox: no bundle in 2 messages"])
    }

    @Test func `messages that hide bundles are counted by the reason`() throws {
        let sealed = SampleMail.message(
            "text/plain", Array("-----BEGIN PGP MESSAGE-----\r\n".utf8))
        let outcome = try importMail(
            Self.mailbox(sealed, Self.sent, sealed, sealed), named: "Bugs.mbox")
        #expect(outcome.documents.count == 1)
        #expect(
            messages(outcome) == [
                "Bugs.mbox: message 1 and 2 other messages: encrypted; save the attachment with "
                    + "your mail program",
                "Bugs.mbox: no bundle in 3 of 4 messages",
            ])
    }

    @Test func `a Maildir and a directory of messages are mailboxes`() throws {
        for name in ["mail/cur", "mail/new", "mail/tmp", "saved", "letters"] {
            try bench.directory.makeDirectory(name)
        }
        for name in ["cur/2:2,S", "new/1", "tmp/3"] {
            _ = try bench.directory.write(Self.sent, to: "mail/\(name)")
        }
        _ = try bench.directory.write(Self.letter, to: "mail/new/0")
        let maildir = try importPath(bench.directory.path("mail"))
        #expect(
            origins(maildir) == ["mail/new/1: Moth.scarybug", "mail/cur/2:2,S: Moth.scarybug"])
        #expect(messages(maildir) == ["mail: no bundle in 1 of 3 messages"])
        for name in ["a.eml", "b.eml"] {
            _ = try bench.directory.write(
                name == "a.eml" ? Self.sent : Self.letter, to: "saved/\(name)")
        }
        let saved = try importPath(bench.directory.path("saved"))
        #expect(origins(saved) == ["saved/a.eml: Moth.scarybug"])
        #expect(messages(saved) == ["saved: no bundle in 1 of 2 messages"])
        _ = try bench.directory.write(Self.letter, to: "letters/a.eml")
        let letters = try importPath(bench.directory.path("letters"))
        #expect(messages(letters) == ["letters/a.eml: no bundle in it, only text"])
    }

    @Test func `a message in a ZIP file is named`() throws {
        let bytes = RawZip(
            .init("Ant.scarybug").with { $0.data = SampleMail.bundle },
            .init("a.eml").with { $0.data = Self.sent }
        ).bytes
        let outcome = try importMail(bytes, named: "all.zip")
        #expect(outcome.documents.count == 1)
        #expect(
            messages(outcome) == [
                "all.zip: skipped a.eml, which is a mail message; unpack it, and import it"
            ])
    }
}
