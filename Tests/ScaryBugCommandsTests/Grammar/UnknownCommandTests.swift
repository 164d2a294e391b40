import ScaryBugs
import Testing

@testable import ScaryBugCommands

@Suite struct UnknownCommandTests {
    @Test(arguments: [
        ("lst", "the nearest is 'list'"), ("find", "the nearest is 'list'"),
        ("sort", "'list sort:rating' sorts a list"),
        ("Add", "the nearest is 'new'"), ("print", "the nearest is 'show'"),
        ("remove", "the nearest is 'delete'"), ("rename", "the nearest is 'set'"),
        ("7", "'show 7' shows document 7"), ("0", "'help' lists the commands"),
        ("a.bugs", "to run it as a script: source a.bugs"),
        ("my list.bugs", "to run it as a script: source 'my list.bugs'"),
        ("a.scarybug", "to import it: import a.scarybug"),
        ("a b.csv", "to import it: import 'a b.csv'"),
        ("no-such-file", "'help' lists the commands"), ("", "'help' lists the commands"),
    ])
    func `the command that was meant`(word: String, expected: String) {
        let error = #expect(throws: ScaryBugsError.self) { try Commands.named(word) }
        #expect(error?.message == "there is no command '\(word)'; \(expected)")
    }

    @Test(arguments: [
        ("rate 2 4", false, "set 2 rating=4"), ("rate 4", true, "set rating=4"),
        ("rate 4", false, "set N rating=4"), ("tag 2 oak night", false, "set 2 tags+=oak,night"),
        ("tag oak", true, "set tags+=oak"),
        ("title 3-4 Great Weta", false, "set 3-4 title='Great Weta'"),
        ("title", false, "set N title=TITLE"), ("find oak", false, "list oak"),
        ("copy 2 card", false, "export 2 card"), ("copy", true, "export FOLDER"),
        ("sort title", false, "list sort:title"), ("sort by -rating", false, "list sort:-rating"),
        ("seen=3.5.2026 21:00 rating=4", true, "set 'seen=3.5.2026 21:00' rating=4"),
        ("tags+=oak 'place=Old Mill'", false, "set N tags+=oak 'place=Old Mill'"),
    ])
    func `the line that was meant`(line: String, isOpen: Bool, expected: String) throws {
        let words = try #require(LineLexer.words(of: line.utf8))
        let error = #expect(throws: ScaryBugsError.self) {
            try Commands.named(words[0], in: words, isOpen: isOpen)
        }
        #expect(error?.message == "there is no command '\(words[0])'; write: \(expected)")
    }

    @Test func `the names of each declaration lead to its command`() throws {
        #expect(Set(Commands.names).count == Commands.names.count)
        for type in Commands.all {
            for name in [type.declaration.name] + type.declaration.aliases {
                #expect(try Commands.named(name) == type)
            }
        }
    }
}
