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

    @Test func `the names of each declaration lead to its command`() throws {
        #expect(Set(Commands.names).count == Commands.names.count)
        for type in Commands.all {
            for name in [type.declaration.name] + type.declaration.aliases {
                #expect(try Commands.named(name) == type)
            }
        }
    }
}
