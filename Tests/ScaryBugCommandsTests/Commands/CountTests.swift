import TestSupport
import Testing

/// `count by FIELD`, in every format.
@Suite struct CountTests {
    private let scarybug: InProcess

    init() throws {
        scarybug = try InProcess(user: "alice")
        try scarybug.run(
            input: """
                field add wing number
                field add hosts list
                new Weta rating=3.5 tags=garden,night seen=2026-05-01 wing=0 hosts=Fly
                new Moth rating=1 tags=Garden seen=2026-05-20T23:00+02:00
                new Ant tags=todo seen=2025-12-31
                new Dracula --kind book author=Stoker available=yes
                """)
    }

    @Test(arguments: [
        ("tag", "garden  2\nnight   1\ntodo    1\n(none)  1\n"),
        ("tags rating:>3", "garden  1\nnight   1\n"),
        ("tag 1-2 -tag:night", "Garden  1\n"),
        ("rating", "1       1\n3.5     1\n(none)  2\n"),
        ("seen:month", "2026-05  2\n2025-12  1\n(none)   1\n"),
        ("seen:year has:seen", "2026  2\n2025  1\n"),
        ("tag butterfly", ""),
    ])
    func `count by shows values with their counts`(words: String, output: String) throws {
        #expect(try scarybug.run(input: "count by \(words)\n").gave(output))
    }

    @Test(arguments: [
        ("year", "year is a part of a date; write seen:year"),
        ("days rating:>3", "days is a part of a date; write seen:day"),
    ])
    func `a word that cannot be counted by`(words: String, problem: String) throws {
        #expect(
            try scarybug.run(input: "count by \(words)\n").gave(
                error: "scarybug: stdin:1: count by: \(problem)\n", status: 1))
    }

    @Test func `a field of that name comes before a part of a date`() throws {
        let input = "field add year number\nset 1 year=1906\ncount by year 1\n"
        #expect(
            try scarybug.run(input: input).gave("year  number  added\n1  Weta\n1906  1\n"))
    }

    @Test func `programs get a value and a count`() throws {
        #expect(
            try scarybug.run("--json", "count", "by", "rating").gave(
                """
                {"value":1,"count":1}
                {"value":3.5,"count":1}
                {"value":null,"count":2}

                """))
        #expect(
            try scarybug.run("--json", "count", "by", "available").gave(
                "{\"value\":true,\"count\":1}\n{\"value\":null,\"count\":3}\n"))
        #expect(
            try scarybug.run("--csv", "count", "by", "tag", "1-3").gave(
                "value,count\ngarden,2\nnight,1\ntodo,1\n"))
        #expect(try scarybug.run("--csv", "count", "by", "hosts").gave("value,count\nFly,1\n,3\n"))
    }

    @Test func `stats --by has the first and the last day of each value`() throws {
        // A span of years is no first date.
        try scarybug.run("new", "Ant", "tags=todo", "seen=2024-02/2025")
        try scarybug.run("new", "Ant", "tags=night", "seen=2026-05-02T10:00/..")
        #expect(
            try scarybug.run("stats", "--by", "tag").lines == [
                "garden  2  2026-05-01  2026-05-20", "night   2  2026-05-01  2026-05-01",
                "todo    2  2025-12-31  2025-12-31", "(none)  1",
            ])
        #expect(
            try scarybug.run("--json", "stats", "6", "--by", "kind").gave(
                #"{"value":"bug","count":1,"first":"2026-05-02","last":null}"# + "\n"))
        #expect(
            try scarybug.run("--csv", "stats", "tag:todo|x", "-6", "--by", "tags").gave(
                "value,count,first,last\ntodo,2,2025-12-31,2025-12-31\n"))
        #expect(
            try scarybug.run("stats", "--by", "month").gave(
                error: "scarybug: stats --by: month is a part of a date; write seen:month\n",
                status: 1))
    }

    @Test func `by is also a word to search for`() throws {
        try scarybug.run("new", "Found by night")
        #expect(try scarybug.run("count", ":by").gave("1\n"))
        #expect(try scarybug.run("count", "found", "by").gave("1\n"))
        #expect(
            try scarybug.run("count", "by").gave(
                error:
                    "scarybug: count needs FIELD after 'by'; usage: count [by FIELD] [SELECTION]\n",
                status: 1))
    }

    @Test func `a field in place of a word gets a hint`() throws {
        #expect(
            try scarybug.run("count", "place").gave(
                "0\n",
                error: "scarybug: this counts documents with the word 'place'; "
                    + "'count by place' counts its values\n"))
    }
}
