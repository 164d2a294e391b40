import TestSupport
import Testing

@testable import ScaryBugFormats
@testable import ScaryBugFormatsTests
@testable import ScaryBugRecords
@testable import ScaryBugStoreTests
@testable import ScaryBugs

/// Messages as mail programs, gateways and mailing lists leave them. Each gives the bytes of the
/// bundle that was sent.
@Suite struct MailTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    /// The bytes that the parts of a message have in the end, by their names.
    private func containers(in message: [UInt8]) throws -> [(name: String?, bytes: [UInt8])] {
        let path = try bench.directory.write(message, to: "m.eml")
        let file = try File.open(path: path)
        var found: [(String?, [UInt8])] = []
        let scanner = MailScanner(limits: Limits()) { part in
            guard case .container(let kept) = part.content else { return }
            let size = try kept.file.status().size
            found.append((part.fileName, try kept.file.bytes(at: 0, count: Int(size))))
        }
        let (messages, isMailbox) = try Mail.messages(in: file)
        for range in messages { try scanner.read(file, range, isQuoted: isMailbox) }
        return found
    }

    @Test(arguments: SampleMail.manglings.keys.sorted())
    func `a mangled bundle has the same bytes`(name: String) throws {
        let message = try #require(SampleMail.manglings[name])
        #expect(try containers(in: message).map(\.bytes) == [SampleMail.bundle])
    }

    @Test(
        arguments: [
            ("filename=\"=?utf-8?B?S8OkZmVyLnNjYXJ5YnVn?=\"", "Käfer.scarybug"),
            ("filename=\"=?iso-8859-1?q?K=E4fer=5F?= =?utf-8?q?1.zip?=\"", "Käfer_1.zip"),
            (
                "filename*0*=utf-8''K%C3%A4fer; filename*1*=%20gro%C3%9F.scary; filename*2=bug",
                "Käfer groß.scarybug"
            ),
            ("filename*=koi8-r''%F6%D5%CB.zip", "Жук.zip"),
            ("filename=Wolf Spider.scarybug", "Wolf Spider.scarybug"),
            ("filename=\"a \\\"b\\\" (1).zip\" (a comment; b=c)", "a \"b\" (1).zip"),
            ("filename=\"../../etc/x.zip\"", "x.zip"), ("filename=\"C:\\\\x.zip\"", "x.zip"),
            ("filename=\"\u{1B}]0;a\u{7}.zip\"", "]0;a.zip"), ("filename=\"/\"", nil), ("x", nil),
        ] as [(String, String?)])
    func `a name is decoded`(disposition: String, name: String?) throws {
        let part = SampleMail.attachment(disposition: "attachment; \(disposition)")
        #expect(try containers(in: SampleMail.mixed(part)).map(\.name) == [name])
    }

    @Test(arguments: ["Ant ", "Käfer ", "虫", "a.b", "e\u{301}", "🐞"], [1, 400])
    func `each name of an attachment keeps its ending`(part: String, count: Int) throws {
        let title = String(repeating: part, count: count)
        let name = ExportName.fileName(for: title, ending: " 2.scarybug")
        let parameters = MailHeader.fileName(name)
        let plain = try #require(parameters.split(separator: ";").first.map(String.init))
        for (written, shown) in [(parameters, name), (plain, nil)] {
            let part = SampleMail.attachment(disposition: "attachment;\(written)")
            let found = try #require(try containers(in: SampleMail.mixed(part)).first?.name)
            #expect(found == shown ?? found && found.hasSuffix(".scarybug"), "\(written)")
        }
        #expect(parameters.split(separator: "\n").allSatisfy { $0.utf8.count < 230 })
    }

    @Test func `a footer of a mailing list is no part of a bundle`() throws {
        let footer = "\r\n_______________\r\nBugs mailing list\r\n"
        let part = SampleMail.attachment() + Array(footer.utf8)
        #expect(try containers(in: SampleMail.mixed(part)).map(\.bytes) == [SampleMail.bundle])
    }

    @Test(arguments: ["", "\r\n", "\n_____\nBugs mailing list\n"])
    func `what follows a ZIP file is no part of it`(footer: String) throws {
        let quoted = SampleMail.bundle.map { "=" + String($0, radix: 16, width: 2) }.joined()
        let head = "Content-Type: application/zip\nContent-Transfer-Encoding: quoted-printable\n\n"
        #expect(
            try containers(in: Array((head + quoted + footer).utf8)).map(\.bytes) == [
                SampleMail.bundle
            ])
    }

    @Test(arguments: ["", "\u{FEFF}", "\n\n", "\u{FEFF}\r\n"])
    func `each message of a mailbox counts`(start: String) throws {
        let message = SampleMail.separator + SampleMail.mixed(SampleMail.attachment())
        // No blank line precedes the second message.
        let mailbox = Array(start.utf8) + message + message + [0x0A] + message
        #expect(try containers(in: mailbox).count == 3)
    }

    @Test func `the parts of a digest are messages`() throws {
        let inner = SampleMail.mixed(SampleMail.attachment())
        let head = "Content-Type: multipart/digest; boundary=d\n\n--d\n\n"
        let digest = Array(head.utf8) + inner + Array("\n--d--\n".utf8)
        #expect(try containers(in: digest).map(\.bytes) == [SampleMail.bundle])
    }

    @Test func `a mailbox quotes lines, and sentences begin no message`() throws {
        let text = "From here it went on.\n\nFrom there, too.\n>From x\n"
        let head = "Content-Type: application/zip\n\n"
        let part = "PK\u{3}\u{4}\n>From a\n>>From b\n> From c\n\nFrom here"
        let message =
            SampleMail.separator + SampleMail.mixed(Array((head + part).utf8), text: text) + [0x0A]
        let found = try containers(in: message + message).map {
            String(decoding: $0.bytes, as: UTF8.self)
        }
        let sent = "PK\u{3}\u{4}\nFrom a\n>From b\n> From c\n\nFrom here"
        #expect(found == [sent, sent])
    }

    @Test(arguments: [
        ("deep", 100, "more than 64 messages or parts inside each other (the limit mailDepth)"),
        (
            "forwarded", 100,
            "more than 64 messages or parts inside each other (the limit mailDepth)"
        ),
        ("parts", 20_000, "more than 10,000 parts (the limit mailParts)"),
        ("header", 30_000, "a header of more than 256 KiB (the limit mailHeaderBytes)"),
        ("encoded", 2_000, "expands to many times its size"),
    ])
    func `a message has limits`(kind: String, count: Int, message: String) throws {
        let unit: (Int) -> String = { index in
            switch kind {
            case "deep": "Content-Type: multipart/mixed; boundary=b\(index)\n\n--b\(index)\n"
            case "forwarded": "Content-Type: message/rfc822\n\n"
            case "header": "X-Spam: 123\n"
            case "encoded":
                "From: a\nTo: b\nContent-Transfer-Encoding: quoted-printable\n\n"
            default: "--b\n\n"
            }
        }
        let head = kind == "parts" ? "Content-Type: multipart/mixed; boundary=b\n\n" : "From: a\n"
        let text = head + (0..<count).map(unit).joined()
        let error = #expect(throws: ScaryBugsError.self) {
            _ = try containers(in: Array(text.utf8))
        }
        #expect(error?.message == message)
    }

    /// What others found in the mail of strangers. None of it has a bundle.
    @Test(arguments: [
        "", "\n", "\r\n\r\n", "From: a", "From: a\n b\n c", ": x\n\ny", "From ", "--\n--",
        "Content-Type: multipart/mixed; boundary=\"\"\n\n--\n\n----\n",
        "Content-Type: multipart/mixed\n\n--\n\nx",
        "Content-Type: multipart/mixed; boundary=b\n\n--b",
        "Content-Type: multipart/mixed; boundary=b\n\n--b--\n--b\n\nx\n--b--b--",
        "Content-Type: message/rfc822\n\n", "Content-Type: /; =; *=; a*b*=''; \"",
        "Content-Type: (((",
        "Content-Type: text/plain; name*0*=''; name*99999999999999999999=a\n\nx",
        "Content-Transfer-Encoding: base64\n\n=", "Content-Transfer-Encoding: base64\n\nUEsDB",
        "Content-Transfer-Encoding: quoted-printable\n\n=\n=4\n=XY=", "\n\nbegin 644 \n#\nend",
        "\n\nbegin 644 a\n\u{7F}", "Subject: =?utf-8?B?\n\n=?",
        "Content-Disposition: x; filename==?u?b?",
    ])
    func `odd messages hold no bundle`(text: String) throws {
        #expect(try containers(in: Array(text.utf8)).isEmpty)
    }
}

/// A bundle, and the ways in which mail mangles it.
enum SampleMail {
    static let bundle: [UInt8] = {
        guard var data = try? DocumentData(new: .bug, now: Bench.now) else { return [] }
        try? data.set(.text("Moth"), for: .title)
        let bytes = (try? data.encoded()) ?? []
        return RawZip(.init("1.scarybug/data.plist").with { $0.data = bytes }).bytes
    }()

    static let separator = Array("From x@y Mon Jan  1 00:00:00 2026\n".utf8)
    private static let head = "From: Bob <b@example.org>\r\nTo: a@example.org\r\nSubject: bug\r\n"

    /// A message with a text and another part.
    static func mixed(
        _ part: [UInt8], boundary: String = "xyz", text: String = "hello\r\n",
        end: String? = nil
    ) -> [UInt8] {
        let begin =
            head + "Content-Type: multipart/mixed; boundary=\"\(boundary)\"\r\n\r\npreamble\r\n"
            + "--\(boundary)\r\nContent-Type: text/plain\r\n\r\n\(text)\r\n--\(boundary)\r\n"
        return Array(begin.utf8) + part + Array((end ?? "\r\n--\(boundary)--\r\n").utf8)
    }

    static func attachment(
        type: String = "application/octet-stream", encoding: String = "base64",
        disposition: String = "attachment; filename=\"Moth.scarybug\"", _ body: [UInt8]? = nil
    ) -> [UInt8] {
        Array(
            ("Content-Type: \(type)\r\nContent-Transfer-Encoding: \(encoding)\r\n"
                + "Content-Disposition: \(disposition)\r\n\r\n").utf8) + (body ?? base64(bundle))
    }

    static func message(_ type: String, _ body: [UInt8]) -> [UInt8] {
        Array((head + "Content-Type: \(type)\r\n\r\n").utf8) + body
    }

    static func base64(_ bytes: [UInt8], columns: Int = 76) -> [UInt8] {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var output: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = Array(bytes[start..<min(start + 3, bytes.count)])
            let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
            for index in 0..<4 {
                let isPadding = index > group.count
                output.append(
                    isPadding ? UInt8(ascii: "=") : letters[bits >> (18 - 6 * index) & 63])
            }
        }
        let lines = stride(from: 0, to: output.count, by: columns).map {
            output[$0..<min($0 + columns, output.count)]
        }
        return Array(lines.joined(separator: Array("\r\n".utf8)))
    }

    private static func uuencoded(_ bytes: [UInt8]) -> [UInt8] {
        let letter = { (value: Int) in UInt8(value == 0 ? 0x60 : value + 0x20) }
        var output = Array("begin 644 Moth.scarybug\r\n".utf8)
        for start in stride(from: 0, to: bytes.count, by: 45) {
            let line = Array(bytes[start..<min(start + 45, bytes.count)])
            output.append(letter(line.count))
            for start in stride(from: 0, to: line.count, by: 3) {
                let group = (0..<3).map { start + $0 < line.count ? Int(line[start + $0]) : 0 }
                let bits = group.reduce(0) { $0 << 8 | $1 }
                output += (0..<4).map { letter(bits >> (18 - 6 * $0) & 63) }
            }
            output += "\r\n".utf8
        }
        return output + Array("`\r\nend\r\n".utf8)
    }

    private static var quoted: [UInt8] {
        var output: [UInt8] = []
        for (index, byte) in bundle.enumerated() {
            if index % 24 == 23 { output += "=\r\n".utf8 }
            let digits = String(byte, radix: 16, uppercase: true)
            output += ("=" + (digits.count < 2 ? "0" : "") + digits).utf8
        }
        return output
    }

    private static func replacing(
        _ old: String, _ new: String, in bytes: [UInt8] = whole
    ) -> [UInt8] {
        let (old, new) = (Array(old.utf8), Array(new.utf8))
        var output: [UInt8] = []
        var rest = bytes[...]
        while let byte = rest.first {
            let isFound = rest.starts(with: old)
            output += isFound ? new : [byte]
            rest = rest.dropFirst(isFound ? old.count : 1)
        }
        return output
    }

    private static let whole = mixed(attachment())
    private static let forwarded = Array("Content-Type: message/rfc822\r\n\r\n".utf8)
    /// The message as a part, without the fields that only a message has.
    private static let wholePart = Array(whole.dropFirst(head.utf8.count))

    private static func around(
        _ type: String, _ boundary: String, _ rest: String
    ) -> [UInt8] {
        Array((head + "Content-Type: \(type); boundary=\(boundary)\r\n\r\n--\(boundary)\r\n").utf8)
            + wholePart + Array("\r\n--\(boundary)\r\n\(rest)\r\n--\(boundary)--\r\n".utf8)
    }

    static let manglings: [String: [UInt8]] = [
        "whole": whole,
        "zip": mixed(attachment(type: "application/zip; name=\"Moth.zip\"")),
        "x-zip-compressed": mixed(attachment(type: "application/x-zip-compressed")),
        "quoted-printable": mixed(attachment(encoding: "quoted-printable", quoted)),
        "binary": mixed(attachment(encoding: "binary", bundle)),
        "no encoding": mixed(Array("Content-Type: application/zip\r\n\r\n".utf8) + bundle),
        "forwarded": mixed(forwarded + replacing("xyz", "inner")),
        "forwarded in base64": mixed(
            Array(
                "Content-Type: message/rfc822\r\nContent-Transfer-Encoding: base64\r\n\r\n".utf8)
                + base64(whole)),
        "forwarded as a file": mixed(
            attachment(disposition: "attachment; filename=bug.eml", base64(whole))),
        "forwarded with one boundary": mixed(forwarded + whole),
        "forwarded after a blank line": mixed(
            forwarded + Array("\r\n".utf8) + replacing("xyz", "inner")),
        "forwarded three deep": mixed(
            forwarded + mixed(forwarded + replacing("xyz", "in2"), boundary: "in1")),
        "forwarded in base64 three times": mixed(
            attachment(
                base64(
                    mixed(
                        attachment(base64(mixed(attachment(base64(whole)), boundary: "b"))),
                        boundary: "c")))),
        "list footer": around(
            "multipart/mixed", "L", "Content-Type: text/plain\r\n\r\n____\r\nfooter"),
        "signed": around(
            "multipart/signed; protocol=\"application/pgp-signature\"", "S",
            "Content-Type: application/pgp-signature\r\n\r\n-----BEGIN PGP SIGNATURE-----"),
        "no multipart": Array(head.utf8) + attachment(),
        "no file name": mixed(attachment(disposition: "inline")),
        "uuencode": message(
            "text/plain", Array("hi\r\n\r\n".utf8) + uuencoded(bundle) + Array("\r\nbob\r\n".utf8)),
        "x-uuencode": mixed(attachment(encoding: "x-uuencode", uuencoded(bundle))),
        "one long line": mixed(attachment(base64(bundle, columns: .max >> 1))),
        "blanks in base64": mixed(
            attachment(replacing("\r\n", " \r\n\r\n", in: base64(bundle)))),
        "line feeds": replacing("\r\n", "\n"), "two carriage returns": replacing("\n", "\r\n"),
        "no last boundary": mixed(attachment(), end: ""),
        "AppleDouble": mixed(
            Array(
                ("Content-Type: multipart/appledouble; boundary=D\r\n\r\n--D\r\n"
                    + "Content-Type: application/applefile\r\nContent-Transfer-Encoding: base64"
                    + "\r\n\r\nAAUWBwACAAA=\r\n--D\r\n").utf8) + attachment()
                + Array("\r\n--D--".utf8)),
        "text/plain": mixed(attachment(type: "text/plain")),
        "byte order mark": [0xEF, 0xBB, 0xBF] + whole, "From line": separator + whole,
        "a boundary begins another one": mixed(
            Array("Content-Type: multipart/mixed; boundary=xyz2\r\n\r\n--xyz2\r\n".utf8)
                + attachment() + Array("\r\n--xyz2--".utf8)),
        "blanks after a boundary": replacing("xyz--", "xyz--   "),
        "upper case": replacing("Content-T", "CONTENT-T", in: replacing("base64", "BASE64")),
        "comments": mixed(
            attachment(
                type: "application/octet-stream (a comment)", encoding: " base64 (another)")),
        "blank name": mixed(attachment(disposition: "attachment; filename=Moth 1.scarybug")),
        ".txt": mixed(attachment(disposition: "inline; filename=\"Moth.scarybug.txt\"")),
        "no blank line before the body": mixed(
            Array("Content-Type: multipart/mixed; boundary=q\r\nhi there\r\n--q\r\n".utf8)
                + attachment() + Array("\r\n--q--".utf8)),
    ]
}
