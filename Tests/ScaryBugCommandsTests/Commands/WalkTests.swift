import TestSupport
import Testing

/// `next` and `previous`.
@Suite struct WalkTests {
    private let scarybug: InProcess

    init() throws {
        scarybug = try InProcess(user: "alice")
        try scarybug.run(
            input: """
                new Ant rating=4 tags=oak
                new Bee
                new Cicada place='Old Mill' notes=ab
                """)
    }

    @Test func `a script walks, and an assignment alone sets the open document`() throws {
        let script = """
            next 3,1,2

            rating=2 tags+=elm
            next
            previous
            --json place=
            next
            next
            tags-=x species='Aglais io'
            next
            """
        let walked = try scarybug.run(input: script)
        #expect(walked.status == 0, "\(walked)")
        let lines = walked.standardOutput.split(separator: "\n").filter { !$0.hasPrefix("{") }
        #expect(
            lines == [
                "3  Cicada  1 of 3  notes ab  place Old Mill",
                "3  Cicada",
                "1  Ant  2 of 3  rating 4  tags oak",
                "3  Cicada  1 of 3  rating 2  tags elm  notes ab  place Old Mill",
                "1  Ant  2 of 3  rating 4  tags oak",
                "2  Bee  3 of 3",
                "2  Bee",
                "closed 2; the walk ended at 3 of 3",
            ], "\(lines)")
        #expect(try scarybug.run("list", "species:aglais").gave("2  Bee\n"))
    }

    @Test func `a value with blanks selects no other document`() throws {
        let walked = try scarybug.run(input: "next 1\nplace=Plot 3\n")
        #expect(walked.standardError.contains("write: set 'place=Plot 3'"), "\(walked)")
        #expect(try scarybug.run("list", "place:plot").standardOutput == "")
    }

    @Test func `a walk is fixed, and passes over deleted documents`() throws {
        let script = """
            next -tag:oak
            set 1 tags=
            tags=oak
            delete 3
            next
            """
        #expect(
            try scarybug.run(input: script).standardOutput.hasSuffix(
                "deleted 3  Cicada\nclosed 2; the walk ended at 1 of 2\n"))
    }

    @Test func `other commands move or end it`() throws {
        let walk = { (lines: String...) in
            let result = try scarybug.run(input: lines.joined(separator: "\n"))
            return result.standardOutput + result.standardError
        }
        #expect(
            try walk("next", "open 3", "previous").hasSuffix("3  Cicada\n2  Bee  2 of 3\n"))
        #expect(
            try walk("next 1-2", "open 3", "previous").hasSuffix(
                "there is no walk; 'next SELECTION' begins one\n"))
        #expect(
            try walk("next 2", "previous").hasSuffix(
                "no document comes before in the walk; 'next' goes on\n"))
        #expect(try walk("open 2", "next").hasPrefix("2  Bee\n3  Cicada  3 of 3  "))
        #expect(
            try walk("next 1-2", "close", "rating=4").hasSuffix(
                "closed 1; the walk ended at 1 of 2\n"
                    + "scarybug: stdin:3: there is no command 'rating=4'; write: set N rating=4\n"))
        #expect(
            try scarybug.run("--json", "next", "2").standardOutput.hasSuffix(
                #""walk":{"place":1,"of":1}}"# + "\n"))
        #expect(try walk("next 2", "set @last rating=1").hasSuffix("2  Bee\n"))
    }
}
