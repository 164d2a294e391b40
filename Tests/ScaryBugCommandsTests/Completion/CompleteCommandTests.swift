import TestSupport
import Testing

@testable import ScaryBugCommands

/// What the completion scripts of shells get.
@Suite struct CompleteCommandTests {
    private let scarybug: InProcess

    init() throws {
        scarybug = try InProcess(user: "alice")
        try scarybug.run(input: "new 'Potato Bug' place='New York' tags=a:b\nnew \"x\\ty\"\n")
        try scarybug.run("--user", "bob", "new", "Ant")
    }

    @Test(arguments: [
        ("scarybug whoa", "whoa", "whoami\tShow the current user.\n"),
        ("scarybug set 1 place=N", "N", "New York\t\n"),
        ("scarybug set 1 place='New Y", "New Y", "New York\t\n"),
        (#"scarybug set 1 place=New\ Y"#, #"New\ Y"#, "New York\t\n"),
        ("scarybug list tag:a:", "", "b\t\n"),
        ("~/bin/scarybug open 1", "1", "1\tPotato Bug\n"),
        ("scarybug --user bob open ", "", "1\tAnt\n"),
        ("scarybug --user=bob open ", "", "1\tAnt\n"),
        ("scarybug --home %/none open ", "", ""),
        ("scarybug --user 'not a name' open 1", "1", "1\tPotato Bug\n"),
        ("scarybug login alice ", "", ""), ("scarybug nothing ", "", ""), ("", "", ""),
        ("scarybug help dat", "dat", "dates\tDates: the forms that fields and queries take.\n"),
    ])
    func `candidates replace the end of the line`(
        line: String, end: String, candidates: String
    ) throws {
        let transcript = try scarybug.run("complete", "--", line, end)
        #expect(transcript.gave(line.isEmpty ? transcript.standardOutput : candidates))
    }

    @Test func `a candidate is one line, and without an end the whole word`() throws {
        #expect(
            try scarybug.run("complete", "--", "scarybug open ").lines.map {
                $0.split(separator: "\t")
            }
                == [["1", "Potato Bug"], ["2", #"x\ty"#]])
        #expect(
            try scarybug.run("complete", "--", "scarybug set 1 place=").gave("place=New York\t\n"))
    }
}
