import TestSupport
import Testing

/// On a file system that keeps whole seconds, several changes get the same time.
@Suite(.enabled(if: Tool.isExpected("cc"), "there is no C compiler here"))
struct CoarseTimesTests {
    @Test func `lists and queries notice each change`() throws {
        let program = try Shim.coarseTimes.get().preloaded(in: Program(user: "alice"))
        try program.run("-c", "new Moth", "-c", "new Wasp tags=0")
        for number in 1...8 {
            #expect(try program.run("count").gave("2\n"))
            try program.run("set", "2", "tags=\(number)")
            #expect(try program.run("list", "tag:\(number)").gave("2  Wasp    \(number)\n"))
            #expect(try program.run("count", "tag:\(number - 1)").gave("0\n"))
        }
        try program.run("delete", "2")
        #expect(try program.run("list").gave("1  Moth\n"))
        #expect(try program.run("new", "Bee").gave("2  Bee\n"))
        #expect(try program.run("check").status == 0)
    }
}
