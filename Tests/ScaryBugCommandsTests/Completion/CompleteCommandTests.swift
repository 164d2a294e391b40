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
        ("whoa", "whoami\tShow the current user.\n"),
        ("set 1 place=N", "place=New York\t\n"),
        ("set 1 place='New Y", "place=New York\t\n"),
        (#"set 1 place=New\ Y"#, "place=New York\t\n"),
        ("list tag:a:", "tag:a:b\t\n"),
        ("open 1", "1\tPotato Bug\n"),
        ("--user bob open ", "1\tAnt\n"),
        ("--user=bob open ", "1\tAnt\n"),
        ("--home %/none open ", ""),
        ("--user 'not a name' open 1", "1\tPotato Bug\n"),
        ("login alice ", ""), ("nothing ", ""),
        ("help dat", "dates\tDates: the forms that fields and queries take.\n"),
    ])
    func `candidates complete the last word of the line`(line: String, candidates: String) throws {
        #expect(try scarybug.run("complete", "--", "scarybug " + line).gave(candidates))
    }

    @Test(arguments: [
        ("set 1 place=N", "N", #"New\ York"#),
        ("set 1 place='New Y", "New Y", "New York'"),
        (#"set 1 place=New\ Y"#, #"New\ Y"#, #"New\ York"#),
        ("set 1 'place='$'New\\040Y", "New\\040Y", "New York'"),
        (#"list "tag:"a"#, "a", "a:b"), (#"list tag:"a:"#, "a:", #"a:b""#),
        ("list tag:a:", "", "b"), ("list tag:a:", "g:a:", "g:a:b"),
        ("set 1 place=$(true) ", "", ""), (#"set "${x}" place=N"#, "N", ""), ("# set ", "", ""),
        ("list tag:a", "b", ""),
    ])
    func `bash gets the end of the line with its quotes`(
        line: String, end: String, replacement: String
    ) throws {
        let lines = try scarybug.run("complete", "--bash=" + end, "--", "scarybug " + line).lines
        #expect(lines.first ?? "" == replacement)
    }

    @Test func `bash gets the text for a list, too`() throws {
        #expect(
            try scarybug.run("complete", "--bash=", "--", "scarybug open ")
                .gave("1\n1  Potato Bug\n2\n2  x\\ty\n"))
    }

    @Test func `a script that doesn't ask for quotes for bash gets nothing`() throws {
        #expect(try scarybug.run("complete", "--", "scarybug open 1", "1").status == 1)
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
