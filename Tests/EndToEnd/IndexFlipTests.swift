import Foundation
import TestSupport
import Testing

/// Commands answer alike whatever has become of the index's file.
///
/// `SCARYBUGS_INDEX_FLIPS=2000` flips that number of bits, each before another run of the program.
/// By default each command runs four times, which takes a few seconds.
@Suite struct IndexFlipTests {
    private let index: IndexedProgram
    private let directory: TemporaryDirectory
    private let file: String
    private let bytes: [UInt8]
    /// The answer to each command without an index.
    private let expected: [[String]: Transcript]
    private static let pageSize = 4_096

    init() throws {
        index = try IndexedProgram(documents: 40)
        directory = index.scarybug.directory
        file = try index.file
        bytes = try directory.bytes(of: file)
        // `show` tells of the first export.
        try index.scarybug.run("export", "title:30", "-")
        var plain = index.scarybug
        plain.environment["XDG_CACHE_HOME"] = "/dev/null"
        expected = try Dictionary(
            uniqueKeysWithValues: Self.commands.map { ($0, try plain.run($0)) })
        for (command, transcript) in expected { try #require(transcript.status == 0, "\(command)") }
    }

    private static let commands = [
        ["list"], ["list", "scary", "-tag:t1"], ["list", "sort:-title"],
        ["list", "rating:>=3", "sort:-rating", "limit:5"], ["--json", "list", "tag:t1"],
        ["--csv", "list", "scary", "rating:2"], ["count"], ["count", "title:scary"],
        ["count", "-has:notes"], ["count", "by", "rating", "tag:t2"], ["show", "2"],
        ["--json", "show", "title:3"], ["export", "title:30", "-"], ["check"],
    ]

    /// Expects the right answer to a command, or a report by `check`, from a damaged file.
    private func expectRight(_ damaged: [UInt8], _ command: [String], _ comment: String) throws {
        try directory.write(damaged, to: file)
        let transcript = try index.scarybug.run(command)
        let right = try #require(expected[command])
        let isRight = transcript.gave(right.standardOutput)
        let isReport = command == ["check"] && transcript.standardOutput.contains("damaged-index")
        #expect(isRight || isReport && transcript.status < 2, "\(comment) \(transcript)")
    }

    @Test func `random bits`() throws {
        let more = ProcessInfo.processInfo.environment["SCARYBUGS_INDEX_FLIPS"].flatMap(Int.init)
        var dice = Dice(seed: 14)
        for flip in 0..<(more ?? 56) {
            var damaged = bytes
            let places = (0...dice.roll(3)).map { _ in dice.roll(bytes.count) }
            for place in places { damaged[place] ^= 1 << UInt8(dice.roll(8)) }
            let command = Self.commands[flip % Self.commands.count]
            try expectRight(damaged, command, "flip \(flip): bytes \(places)")
        }
    }

    @Test func `lost, exchanged and foreign pages`() throws {
        let other = try IndexedProgram(documents: 41)
        let foreign = try other.scarybug.directory.bytes(of: other.file)
        for start in stride(from: 0, to: bytes.count, by: Self.pageSize) {
            let page = start / Self.pageSize
            let range = start..<start + Self.pageSize
            let next = (start + Self.pageSize) % bytes.count
            var damaged = bytes
            switch page % 4 {
            case 0: damaged.replaceSubrange(range, with: repeatElement(0, count: Self.pageSize))
            case 1: damaged.replaceSubrange(range, with: foreign[range])
            case 2: damaged.removeSubrange(start...)
            default:
                damaged.replaceSubrange(range, with: bytes[next..<next + Self.pageSize])
                damaged.replaceSubrange(next..<next + Self.pageSize, with: bytes[range])
            }
            try expectRight(damaged, Self.commands[page % Self.commands.count], "page \(page)")
        }
        for command in Self.commands { try expectRight(foreign, command, "another index") }
    }

    @Test(arguments: [
        ("-journal", "PRAGMA synchronous = OFF"), ("-wal", "PRAGMA journal_mode = WAL"),
        ("-shm", "PRAGMA journal_mode = WAL"),
    ])
    func `what a killed process leaves beside it`(suffix: String, pragma: String) throws {
        try index.python(
            """
            database.execute(sys.argv[1])
            database.execute("UPDATE documents SET title = 'Dull'")
            if sys.argv[2] != "-journal": database.commit()
            open("left", "wb").write(open(path + sys.argv[2], "rb").read())
            """, pragma, suffix)
        let left = try directory.bytes(of: "work/left")
        try #require(!left.isEmpty)
        let contents = [left, [], Array("junk".utf8), Array(left.dropLast(left.count / 3))]
        for (place, command) in Self.commands.enumerated() {
            let content = contents[place % contents.count]
            try directory.write(content, to: file + suffix)
            try expectRight(bytes, command, "\(suffix) of \(content.count) bytes")
        }
    }
}
