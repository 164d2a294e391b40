import Foundation
import KeyedArchive
import TestSupport
import Testing

/// The field `at`.
@Suite struct PositionTests {
    let scarybug: InProcess

    init() throws {
        scarybug = try InProcess(user: "alice")
    }

    @Test func `a position is set, shown, listed, counted, sorted and cleared`() throws {
        try scarybug.run("new", "Weta", "at=41 17 S 174 46 E ±10km")
        try scarybug.run("new", "Ant", "at=50.9324,-1.4508")
        try scarybug.run("new", "Bee")
        #expect(
            try scarybug.run("show", "1").standardOutput.contains(
                "\n  at          -41.2833333,174.7666667±10000\n"))
        #expect(
            try scarybug.run("--json", "list", "1").standardOutput.contains(
                #","place":null,"at":"-41.2833333,174.7666667±10000","observer":null,"#))
        #expect(try scarybug.run("list", "sort:-at").lines == ["2  Ant", "1  Weta", "3  Bee"])
        #expect(try scarybug.run("list", "-has:at").gave("3  Bee\n"))
        #expect(
            try scarybug.run("count", "by", "at").lines == [
                "-41.2833333,174.7666667±10000  1", "50.9324,-1.4508                1",
                "(none)                         1",
            ])
        #expect(
            try scarybug.run("set", "1", "at=geo:-41,174;u=5", "--dry-run").standardOutput.contains(
                "at -41.2833333,174.7666667±10000 → -41,174±5"))
        #expect(try scarybug.run("set", "1", "at=").gave("1  Weta\n"))
        #expect(try scarybug.run("list", "has:at").gave("2  Ant\n"))
    }

    @Test func `a table has positions without an apostrophe, and gives them back`() throws {
        try scarybug.run("new", "Weta", "at=-33.9,151.2", "notes=-33.9,151.2", "place=-33 oaks")
        let table = try scarybug.run("list", "--csv")
        #expect(
            table.lines.last?.hasPrefix(
                "1,bug,Weta,0,,\"-33.9,151.2\",,,,,'-33 oaks,\"-33.9,151.2\",") == true)
        try scarybug.directory.write(Array(table.standardOutput.utf8), to: "work/a.csv")
        #expect(try scarybug.run("import", "%/a.csv", "--copies").standardError == "")
        #expect(
            try scarybug.run("list", "2", "--columns", "at,notes,place").gave(
                "-33.9,151.2  -33.9,151.2  -33 oaks\n"))
    }

    @Test func `other data under its key stays, is shown, and can be replaced`() throws {
        try scarybug.run("field", "add", "at", "text")
        try scarybug.run("new", "Weta", "at=in the oak")
        try scarybug.run("field", "remove", "at")
        let shown = try scarybug.run("show", "1")
        #expect(shown.standardOutput.contains("\n  at          in the oak\n"))
        #expect(
            shown.standardError
                == "scarybug: warning: document 1: the value of at is not understood\n")
        #expect(try scarybug.run("set", "1", "rating=3").gave("1  Weta\n"))
        #expect(
            try scarybug.run("list", "--json").standardOutput.contains(#""at":"in the oak""#))
        #expect(try scarybug.run("set", "1", "at=1,2").gave("1  Weta\n"))
        #expect(try scarybug.run("list", "--columns", "at").gave("1,2\n"))
    }

    @Test(arguments: ["at", "AT"])
    func `a custom field of the name hides it`(name: String) throws {
        try scarybug.run("new", "Weta", "at=1,2")
        #expect(
            try scarybug.run("field", "add", name, "list").gave("\(name)  list  added\n"))
        let fields = try scarybug.run("fields").lines.filter { $0.lowercased().hasPrefix("at ") }
        #expect(
            fields == [
                "\(name)          list     all            a custom field: texts, separated by "
                    + "commas; it hides the field 'at': its position: 50.9324,-1.4508±25, latitude "
                    + "first, then metres"
            ])
        try scarybug.run("new", "Ant", "\(name)=oak,elm")
        #expect(try scarybug.run("list", "\(name):oak").gave("2  Ant\n"))
        #expect(
            try scarybug.run("list", "--csv").lines.first?.lowercased().contains(",at,") == true)
        let table = try scarybug.run("list", "2", "--csv").standardOutput
        try scarybug.directory.write(Array(table.utf8), to: "work/a.csv")
        #expect(try scarybug.run("import", "%/a.csv", "--copies").standardError == "")
        #expect(try scarybug.run("count", "\(name):elm").gave("2\n"))
        #expect(try scarybug.run("field", "rename", name, "tree").standardError == "")
        // A field of the same name has the same key, and its text is understood as a list.
        let shown = try scarybug.run("show", "1")
        #expect(
            name == "at"
                ? shown.standardOutput.contains("\n  tree        1, 2\n")
                : shown.standardOutput.contains("\n  at          1,2\n"))
    }
}
