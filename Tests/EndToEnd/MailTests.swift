import Foundation
import TestSupport
import Testing

/// Messages as a mail program pipes them to the program.
@Suite struct MailTests {
    private func message(named name: String, _ bundle: [UInt8]) -> [UInt8] {
        let head = "From: a@b\r\nTo: c@d\r\nContent-Type: application/zip; name=\"\(name)\"\r\n"
        return Array((head + "Content-Transfer-Encoding: base64\r\n\r\n").utf8)
            + Data(bundle).base64EncodedData(options: .lineLength76Characters)
    }

    @Test func `a message is read from standard input, and its names control no terminal`() throws {
        let scarybug = try Program(user: "alice")
        try scarybug.run(input: "new Moth\nexport 1 a.scarybug --bare\ndelete 1 --yes\n")
        let bundle = try scarybug.directory.bytes(of: "work/a.scarybug")
        let name = "\u{1B}[31mMoth\u{202E}.scarybug"
        let transcript = try scarybug.run(["import", "-"], input: message(named: name, bundle))
        #expect(
            transcript.standardOutput
                == "imported standard input: [31mMoth\\u{202E}.scarybug as 1\n", "\(transcript)")
        let refused = try scarybug.run(["preview", "-"], input: message(named: name, [0x50]))
        #expect(refused.status == 1 && !refused.standardError.contains("\u{1B}"), "\(refused)")
        #expect(!refused.standardError.contains("\u{202E}"), "\(refused)")
    }

    @Test func `eight processes send 200 messages to one inbox, and all arrive`() throws {
        let scarybug = try Program(user: "alice")
        for user in ["alice", "bob"] { try scarybug.run("--user", user, "new", "Moth") }
        let senders = try (0..<8).map { _ in try scarybug.start() }
        let reader = try scarybug.start("--user", "bob", "--json")
        for sender in senders {
            try sender.type(String(repeating: "send 1 bob\n", count: 25))
        }
        // Numbers are given while messages arrive.
        try reader.type(String(repeating: "inbox\n", count: 20))
        for sender in senders {
            let transcript = sender.finish()
            #expect(transcript.status == 0 && transcript.lines.count == 25, "\(transcript)")
        }
        #expect(reader.finish().status == 0)
        let listed = try scarybug.run("--user", "bob", "--json", "inbox").lines
        let numbers = listed.compactMap { $0.firstMatch(of: /"message":(\d+)/)?.1 }
        #expect(numbers == (1...200).map { "\($0)"[...] })
        #expect(try scarybug.directory.names(in: "records/inboxes/bob/tmp") == [])
        let accepted = try scarybug.run("--user", "bob", "accept", "117", "200")
        #expect(accepted.status == 0 && accepted.lines.count == 2, "\(accepted)")
    }
}
