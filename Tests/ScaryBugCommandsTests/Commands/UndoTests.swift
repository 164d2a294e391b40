import Foundation
import TestSupport
import Testing

/// `undo`, `redo` and `history` as users meet them.
@Suite struct UndoTests {
    private let scarybug: InProcess

    init() throws {
        scarybug = try InProcess(user: "alice")
    }

    @Test(arguments: ["set 1 image=", "delete 1"])
    func `a photograph that is cut off comes back with a warning`(line: String) throws {
        let cut = Array(SamplePicture.jpeg(Array(repeating: 7, count: 100)).dropLast(2))
        let path = try scarybug.directory.write(cut, to: "cut.jpg")
        try scarybug.run("new", "Weta", "image=\(path)", "--force")
        try scarybug.run("-c", line)
        let transcript = try scarybug.run("undo")
        #expect(transcript.status == 0 && transcript.lines.count == 2)
        #expect(
            transcript.standardError
                == "scarybug: warning: document 1: fullImage.jpg is cut off, and is kept as it is\n"
        )
    }

    @Test func `each command from the shell is a step`() throws {
        try scarybug.run("new", "Weta", "rating=2")
        try scarybug.run("set", "1", "rating=4")
        try scarybug.run("delete", "1")
        #expect(try scarybug.run("undo").gave("undid 3  delete 1\nrestored 1  Weta\n"))
        #expect(try scarybug.run("undo").gave("undid 2  set 1 rating=4\nchanged back 1  Weta\n"))
        #expect(try scarybug.run("list").gave("1  Weta  2\n"))
        #expect(try scarybug.run("redo").gave("redid 2  set 1 rating=4\nchanged again 1  Weta\n"))
        #expect(try scarybug.run("redo").gave("redid 3  delete 1\nremoved 1  Weta\n"))
        #expect(
            try scarybug.run("undo", "2-3").gave(
                "undid 3  delete 1\nundid 2  set 1 rating=4\nrestored 1  Weta\n"))
        #expect(try scarybug.run("redo").lines.last == "removed 1  Weta")
        #expect(try scarybug.run("undo", "1-3").lines.last == "undid 1  new Weta rating=2")
        let nothing = "scarybug: there is nothing to undo; 'history' lists the steps\n"
        #expect(try scarybug.run("undo").gave(error: nothing, status: 1))
    }

    @Test func `a script is one step once it has ended`() throws {
        try scarybug.run(input: "new Weta\nnew Moth\nset 1-2 rating=3\ndelete 2\n")
        #expect(try scarybug.run("undo").gave("undid 1  stdin (4 lines)\nremoved 1  Weta\n"))
        #expect(try scarybug.run("redo").gave("redid 1  stdin (4 lines)\nrestored 1  Weta\n"))
        #expect(try scarybug.run("list").gave("1  Weta  3\n"))
    }

    @Test func `in a running script each line is a step, a script inside it one`() throws {
        try scarybug.directory.write("new Gnat\nnew Flea\n", to: "work/more")
        let transcript = try scarybug.run(
            input: "new Weta\nsource %/more\nundo\nundo\nredo\nredo\nlist\n")
        #expect(
            transcript.gave(
                """
                1  Weta
                2  Gnat
                3  Flea
                undid 1  new Gnat (2 lines)
                removed 2  Gnat
                removed 3  Flea
                undid 1  new Weta
                removed 1  Weta
                redid 1  new Weta
                restored 1  Weta
                redid 1  new Gnat (2 lines)
                restored 2  Gnat
                restored 3  Flea
                1  Weta
                2  Gnat
                3  Flea

                """))
        #expect(try scarybug.run("undo").lines.count == 4)
    }

    @Test func `a script undoes steps that came before it`() throws {
        try scarybug.run("new", "Weta")
        #expect(try scarybug.run("-c", "undo", "-c", "redo", "-c", "list").lines.count == 5)
    }

    @Test func `a change of a preference is a step`() throws {
        try scarybug.run("config", "kind=book")
        #expect(try scarybug.run("undo").lines.last == "restored config kind=bug")
        #expect(try scarybug.run("redo").lines.last == "restored config kind=book")
        try scarybug.run("config", "kind=creature")
        try scarybug.run("config", "kind=bug")
        #expect(try scarybug.run("undo", "1-3").lines.last == "restored config kind=bug")
    }

    @Test func `undo names the fields, queries and other entries that it changes`() throws {
        try scarybug.run(input: "field add habitat text\nquery add calm rating:<2\n")
        #expect(
            try scarybug.run("undo").gave(
                "undid 1  stdin (2 lines)\nremoved field habitat\nremoved query calm\n"))
        #expect(
            try scarybug.run("--json", "redo").gave(
                """
                {"step":1,"command":"stdin (2 lines)","action":"redid"}
                {"number":null,"title":"field habitat","action":"restored","was":null}
                {"number":null,"title":"query calm","action":"restored","was":null}

                """))
        try scarybug.run("new", "Moth")
        try scarybug.directory.write("", to: "records/users/alice/old")
        try scarybug.directory.write(
            "", to: "records/users/alice/Private Documents/1.scarybug/data.plist")
        try scarybug.run("check", "--repair")
        #expect(
            try scarybug.run("undo", "--dry-run").gave(
                "would undo 3  check --repair\nwould restore old\nwould restore 1  (no title)\n"))
        #expect(
            try scarybug.run("undo").gave(
                "undid 3  check --repair\nrestored old\nrestored 1  (no title)\n",
                error: Self.warning(ofStep: 3)))
        #expect(
            try scarybug.run("redo").gave(
                """
                redid 3  check --repair
                moved old to Lost and Found/old
                moved 1  (no title) to Lost and Found/1.scarybug

                """))
    }

    @Test func `undo of a repair brings back what is no document`() throws {
        try scarybug.run(input: "new Moth\nnew Weta\n")
        let documents = "records/users/alice/Private Documents"
        try scarybug.directory.write("", to: "\(documents)/7.scarybug")
        try FileManager.default.moveItem(
            atPath: scarybug.directory.path("\(documents)/2.scarybug"),
            toPath: scarybug.directory.path("\(documents)/copy.scarybug"))
        try scarybug.run("check", "--repair")
        let path = "Private Documents/copy.scarybug"
        #expect(
            try scarybug.run("undo", "--dry-run").gave(
                """
                would undo 2  check --repair
                would restore 7  (no title)
                would move    8  Weta to \(path)

                """))
        #expect(
            try scarybug.run("--json", "undo").gave(
                """
                {"step":2,"command":"check --repair","action":"undid"}
                {"number":7,"title":"","action":"restored","was":null}
                {"number":8,"title":"Weta","action":"moved","was":null,"path":"\(path)"}

                """, error: Self.warning(ofStep: 2)))
        #expect(
            try scarybug.run("redo").gave(
                """
                redid 2  check --repair
                moved 7  (no title) to Lost and Found/7.scarybug
                restored 8  Weta

                """))
        #expect(
            try scarybug.run("undo").gave(
                "undid 2  check --repair\nrestored 7  (no title)\nmoved 8  Weta to \(path)\n",
                error: Self.warning(ofStep: 2)))
    }

    @Test func `a range leaves out what is not there or is undone`() throws {
        try scarybug.run(input: "new Moth\nnew Weta\n")
        try scarybug.run("set", "1", "rating=1")
        try scarybug.run("-c", "begin\nset 1 rating=2\nrollback")
        try scarybug.run("set", "2", "rating=3")
        try scarybug.run("set", "2", "rating=4")
        try scarybug.run("undo")
        #expect(
            try scarybug.run("undo", "2-9").gave(
                """
                undid 4  set 2 rating=3
                undid 2  set 1 rating=1
                changed back 1  Moth
                changed back 2  Weta

                """))
        #expect(
            try scarybug.run("redo", "1-4").lines.prefix(2) == [
                "redid 2  set 1 rating=1", "redid 4  set 2 rating=3",
            ])
        #expect(
            try scarybug.run("redo", "2-4").gave(
                error: "scarybug: step 2 is not undone; 'history' lists the steps\n", status: 1))
    }

    private static func warning(ofStep number: Int) -> String {
        "scarybug: warning: step \(number), 'check --repair', repaired damage, which is back now; "
            + "'check' shows it\n"
    }

    @Test func `undo of a repair says that the damage is back`() throws {
        try scarybug.run(input: "new Moth\nnew Weta\n")
        let path = "records/users/alice/Private Documents/2.scarybug/data.plist"
        try scarybug.directory.write("", to: path)
        try scarybug.run("check", "--repair")
        try scarybug.run("set", "1", "rating=3")
        #expect(
            try scarybug.run("undo", "2-3").gave(
                """
                undid 3  set 1 rating=3
                undid 2  check --repair
                changed back 1  Moth
                restored 2  (no title)

                """, error: Self.warning(ofStep: 2)))
        #expect(try scarybug.run("check").status == 1)
        #expect(try scarybug.run("redo").lines.last?.hasPrefix("moved 2  (no title) to ") == true)
    }

    @Test func `a command that changes nothing is not a step`() throws {
        try scarybug.run("new", "Weta")
        for words in [
            ["set", "1", "title=Weta"], ["list"], ["export", "1", "%/"], ["config", "kind="],
            ["check", "--repair"], ["refresh"], ["set", "7", "rating=1"],
        ] { try scarybug.run(words) }
        #expect(try scarybug.run("--json", "history").lines.count == 1)
    }

    @Test func `history lists steps with what they changed`() throws {
        try scarybug.directory.write("new Weta\nset 1 rating=2\nnew Moth\n", to: "work/trip.bugs")
        try scarybug.run("-f", "%/trip.bugs")
        try scarybug.run("set", "1-2", "notes=two words")
        try scarybug.run("undo")
        #expect(
            try scarybug.run("--json", "history").gave(
                """
                {"step":2,"time":"2026-01-01T00:00:00Z","command":"set 1-2 'notes=two words'",\
                "documents":[1,2],"changes":2,"undone":true}
                {"step":1,"time":"2026-01-01T00:00:00Z","command":"%/trip.bugs (3 lines)",\
                "documents":[1,2],"changes":3,"undone":false}

                """))
        let table = try scarybug.run("history")
        let row = "1-2  undone, 2 changes  set 1-2 'notes=two words'"
        #expect(table.lines.first?.contains(row) == true)
        #expect(table.lines.last?.hasPrefix("2 steps; the history uses ") == true)
    }

    @Test func `a document that was changed later is named, and nothing is undone`() throws {
        try scarybug.run(input: "new Weta\nnew Moth\n")
        let path = "records/users/alice/Private Documents/2.scarybug"
        try FileManager.default.removeItem(atPath: scarybug.directory.path(path))
        let refusal = """
            scarybug: step 1 changed document 2, which another program changed later; \
            nothing was changed

            """
        #expect(try scarybug.run("undo").gave(error: refusal, status: 1))
        #expect(try scarybug.run("list").gave("1  Weta\n"))
    }

    @Test func `history forget makes a deletion final`() throws {
        try scarybug.run("new", "Weta")
        try scarybug.run("delete", "1")
        #expect(try scarybug.run("history", "forget").status == 0)
        #expect(try scarybug.run("undo").status == 1)
        #expect(
            try scarybug.directory.names(in: "records/users/alice/History")
                .filter { !$0.hasPrefix("history.db-") && !$0.hasPrefix("settled-") }
                == ["history.db", "reserve"])
        #expect(try scarybug.run("check").gave("0 documents checked\n"))
    }

    @Test(arguments: [
        ["undo", "0"], ["undo", "x"], ["redo", "-3"], ["undo", "3-1"], ["history", "none"],
    ])
    func `a word that is not a step is an error`(words: [String]) throws {
        let transcript = try scarybug.run(words)
        #expect(transcript.status == 1 && transcript.standardError.contains(words[1]))
    }
}
