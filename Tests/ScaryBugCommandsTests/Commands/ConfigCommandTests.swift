import ScaryBugs
import TestSupport
import Testing

@testable import ScaryBugCommands

@Suite struct ConfigCommandTests {
    private let directory: TemporaryDirectory
    private let session: Session

    init() throws {
        directory = try TemporaryDirectory()
        session = Session(
            home: Home(path: directory.path("home")), user: try UserName("alice"),
            output: Output(format: .table))
    }

    private func config(_ words: String...) throws {
        try ConfigCommand(arguments: ConfigCommand.declaration.parse(words)).run(in: session)
    }

    private func message(_ words: String...) -> String? {
        do { _ = try ConfigCommand(arguments: ConfigCommand.declaration.parse(words)) } catch {
            return "\(error)"
        }
        return nil
    }

    @Test func `several are chosen in one line`() throws {
        try config("kind=book", "bundleBytes=1G", "sourceDepth=2")
        #expect(session.workspace.preferences.kind == .book)
        #expect(session.workspace.limits.bundleBytes == 1 << 30)
        try config("kind=", "sourceDepth", "sourceDepth=3")
        #expect(session.workspace.preferences.kind == .bug)
        #expect(session.workspace.limits.sourceDepth == 3)
        #expect(session.workspace.limits.bundleBytes == 1 << 30)
    }

    @Test func `reading commands create no workspace`() throws {
        try config()
        try config("kind")
        try config("kind=")
        #expect(!directory.exists("home"))
    }

    @Test func `each user has preferences of their own`() throws {
        try config("kind=book")
        try session.login(as: UserName("bob"))
        #expect(session.workspace.preferences.kind == .bug)
        try session.login(as: UserName("alice"))
        #expect(session.workspace.preferences.kind == .book)
    }

    @Test(arguments: [
        ("bundlebyte", "there is no preference 'bundlebyte'; the nearest is 'bundleBytes'"),
        ("titleBytes=9000", "'titleBytes' is a fixed limit, which no preference changes"),
        ("lineBytes", "'lineBytes' is a fixed limit, which no preference changes"),
        ("knd=bug", "there is no preference 'knd'; the nearest is 'kind'"),
        (
            "colour=red",
            "there is no preference 'colour'; there are: "
                + Preference.all.map(\.name).joined(separator: ", ")
        ),
        ("kind=moth", "kind 'moth' is not one of bug, creature, book"),
        ("kind=book=x", "kind 'book=x' is not one of bug, creature, book"),
        ("bundleBytes=many", "bundleBytes 'many' is not a size from 1 byte to 1 TiB"),
    ])
    func `an invalid word is refused before anything is done`(
        word: String, expected: String
    ) {
        #expect(message("sourceDepth=2", word) == expected)
    }

    @Test func `help has every key, its meaning and its default`() {
        let help = Help(width: 80).text(for: ConfigCommand.declaration).split { $0.isWhitespace }
            .joined(separator: " ")
        for preference in Preference.all {
            let usual = preference.text(of: preference.defaultValue)
            #expect(help.contains("\(preference.name) \(preference.meaning) (\(usual) by default)"))
        }
    }
}
