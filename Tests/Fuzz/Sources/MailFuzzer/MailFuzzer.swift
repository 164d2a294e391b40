import Fuzzing

@testable import ScaryBugFormats
@testable import ScaryBugRecords
@testable import ScaryBugStore
@testable import ScaryBugs
@testable import SystemFiles

/// A message has parts, or exceeds a limit. A bundle that is attached to a message comes out as it was.
@main
enum MailFuzzer {
    static func main() throws {
        fuzz { bytes in
            _ = try containers(in: bytes)
            let head = "Content-Type: x; name=a.scarybug\nContent-Transfer-Encoding: binary\n\n"
            guard case .container = SourceKind(bytes, named: "a.scarybug") else { return }
            let found = try containers(in: Array(head.utf8) + bytes)
            verify(found == [bytes], "an attached container is not the same")
        }
    }

    private static func containers(in message: [UInt8]) throws -> [[UInt8]] {
        let file = try File.temporary()
        try file.write(message)
        var found: [[UInt8]] = []
        let scanner = MailScanner(limits: Limits()) { part in
            let label = part.label
            verify(label.unicodeScalars.allSatisfy { $0.value >= 0x20 }, "a control character")
            guard case .container(let kept) = part.content else { return }
            let size = try kept.file.status().size
            found.append(try kept.file.bytes(at: 0, count: Int(size)))
        }
        do {
            let (messages, isMailbox) = try Mail.messages(in: file)
            for range in messages { try scanner.read(file, range, isQuoted: isMailbox) }
        } catch let error as ScaryBugsError where error.code == .limitExceeded {}
        return found
    }
}
