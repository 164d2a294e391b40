import TestSupport
import Testing

/// Queries for positions: `near:`, `at:` and `sort:near`.
@Suite struct NearTests {
    let scarybug: InProcess

    init() throws {
        scarybug = try InProcess(user: "alice")
        try scarybug.run(
            "-c",
            """
            new Ant at=50.93,-1.45
            new Bee at=50.94,-1.45±25
            new Cicada at=50.93,-1.45
            new Dor at=50.9,-1.45±3km
            new Weta at=-41.28,179.999
            new Moth place=Kent
            """)
    }

    @Test(arguments: [
        (["near:50.93,-1.45"], [1, 3, 4]),
        (["near:50.93,-1.45/2km"], [1, 2, 3, 4]),
        (["near:50.93,-1.45/1086m"], [1, 3, 4]), (["near:50.93,-1.45/1087"], [1, 2, 3, 4]),
        (["near:50 55 48 N 1 27 W / 2 km"], [1, 2, 3, 4]),
        (["near:https://osm.org/#map=9/50.93/-1.45"], [1, 3, 4]),
        (["near:https://osm.org/#map=9/50.93/-1.45/2km"], [1, 2, 3, 4]),
        (["near:SU 387 147/2 km"], [1, 2, 3, 4]), (["at:SU31"], [1, 2, 3, 4]),
        (["near:geo:-41.28,-179.999;u=5/1km"], [5]),
        (["near:2/2km", "sort:near"], [2, 1, 3, 4]),
        (["sort:-near", "near:2/2km"], [4, 1, 3, 2]),
        (["near:3/0", "sort:near"], [3, 1]),
        (["near:1/2km", "sort:near", "limit:2"], [1, 3]),
        (["near:1/20000km", "sort:near"], [1, 3, 2, 4, 5]),
        (["has:at", "-near:1/2km"], [5]), (["-near:1/2km"], [5, 6]),
        (["near:5|2"], [2, 5]), (["near:2/500m|5/1"], [2, 5]),
        (["at:50.94,-1.45"], [2]), (["at:50.93,-1.45|50.94,-1.4503"], [1, 2, 3]),
        (["at:50.92,-1.45"], [4]), (["sort:at", "has:at"], [5, 4, 1, 3, 2]),
        (["at:50,-2..52,1"], [1, 2, 3, 4]),
        (["at:50.93,-1.45..50.93,-1.45"], [1, 3]), (["at:50.91,-2..50.92,-1.45"], [4]),
        (["at:-42,170..-41,-170"], [5]), (["has:at", "-at:50,-2..52,1"], [5]),
        (["-at:50,-2..52,1"], [5, 6]), (["at:-90,-180..0,180|50.94,-1.45"], [2, 5]),
        (["at:50 N 2 W..52 N 1 E", "near:2/2km", "sort:near"], [2, 1, 3, 4]),
    ])
    func `a query finds the circles that overlap`(words: [String], numbers: [Int]) throws {
        let found = try scarybug.run(["list", "--columns", "number"] + words)
        #expect(found.lines == numbers.map(String.init), "\(found)")
    }

    @Test(arguments: [
        (
            ["near:Kent"],
            "near 'Kent': not a position; write one such as 50.9324,-1.4508±25, the latitude "
                + "first; write near:50.9324,-1.4508/2km, or near:3/500m for document 3"
        ),
        (
            ["near:50.93,-1.45/2miles"],
            "near '50.93,-1.45/2miles': '2miles' is not a distance; write 25, 25m or 10km; "
                + "write near:50.9324,-1.4508/2km, or near:3/500m for document 3"
        ),
        (["near:7/1km"], "near: there is no document 7; 'list' shows all documents"),
        (
            ["near:6"],
            "near: document 6 has no position; 'set 6 at=50.9324,-1.4508' gives it one"
        ),
        (
            ["sort:near"],
            "sort:near needs a place; write near:50.9324,-1.4508/2km, or near:3/500m for document 3"
        ),
        (
            ["sort:near", "-near:1"],
            "sort:near needs a place; write near:50.9324,-1.4508/2km, or near:3/500m for document 3"
        ),
        (
            ["at:52,-2..50,1"],
            "at '52,-2..50,1' is not a box from its south-west corner to its north-east one; write "
                + "at:50,-2..52,1"
        ),
        (
            ["at:50,-2.."],
            "at '50,-2..' is not a box from its south-west corner to its north-east one; write "
                + "at:50,-2..52,1"
        ),
        (
            ["at:Kent..Oxford"],
            "at 'Kent..Oxford' is not a box from its south-west corner to its north-east one; write "
                + "at:50,-2..52,1"
        ),
        (
            ["sort:near", "at:50,-2..52,1"],
            "sort:near needs a place; write near:50.9324,-1.4508/2km, or near:3/500m for document 3"
        ),
        (
            ["at:Kent"],
            "at 'Kent': not a position; write one such as 50.9324,-1.4508±25, the latitude first"
        ),
    ])
    func `another form is refused with the form to write`(
        words: [String], message: String
    ) throws {
        #expect(
            try scarybug.run(["list"] + words).gave(error: "scarybug: \(message)\n", status: 1))
    }

    @Test func `a saved query may be about a document that comes later`() throws {
        #expect(try scarybug.run("query", "add", "home", "near:9/2km", "sort:near").status == 0)
        #expect(try scarybug.run("list", "@home").status == 1)
        #expect(
            try scarybug.run("-c", "new Fly --number 9 at=50.94,-1.45\nlist @home").status != 2)
    }

    @Test func `a script asks for a document that it has just made`() throws {
        #expect(
            try scarybug.run("-c", "new Fly at=-41.28,-179.999\nlist near:7 sort:near").lines
                == ["7  Fly", "7  Fly", "5  Weta"])
    }

    @Test func `a custom field hides the positions, or is found by its name`() throws {
        try scarybug.run("field", "add", "near", "text")
        try scarybug.run("set", "1", "near=oak")
        #expect(try scarybug.run("list", "near:oak").gave("1  Ant\n"))
        try scarybug.run("field", "remove", "near")
        try scarybug.run("field", "add", "at", "text")
        #expect(
            try scarybug.run("list", "near:1").gave(
                error: """
                    scarybug: near: your custom field 'at' hides the positions; 'field rename at \
                    NEWNAME' shows them

                    """, status: 1))
    }
}
