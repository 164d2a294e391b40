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

    @Test func `the history of documents, deleted ones too`() throws {
        try scarybug.run("new", "Weta")
        try scarybug.run("new", "Moth")
        try scarybug.run("set", "1", "rating=2")
        try scarybug.run("delete", "1")
        let steps = try scarybug.run("--json", "history", "--of", "1").lines
        #expect(steps.map { $0.prefix(10) } == [#"{"step":4,"#, #"{"step":3,"#, #"{"step":1,"#])
        #expect(
            try scarybug.run("--csv", "history", "3").gave(
                """
                step,time,command,documents,changes,undone,number,kind,field,before,after
                3,2026-01-01T00:00:00Z,set 1 rating=2,1,1,no,,,,,
                ,,,,,,1,bug,rating,0,2

                """))
        #expect(
            try scarybug.run("history", "4").lines == [
                "4  2026-01-01T00:00:00+00:00  1  1 change  delete 1", "deleted 1  Weta",
            ])
        for number in 5...24 { try scarybug.run("set", "2", "notes=\(number)") }
        #expect(try scarybug.run("history").lines.last?.hasPrefix("20 of 24 steps; ") == true)
        #expect(try scarybug.run("history", "--all").lines.count == 25)
    }
}
