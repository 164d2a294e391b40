import Testing

@testable import ScaryBugs

@Suite struct IfPossibleTests {
    @Test func `a failure is nil, an interruption is thrown`() throws {
        #expect(try ifPossible { 1 } == 1)
        #expect(try ifPossible { () throws -> Int in throw ScaryBugsError(.busy, "") } == nil)
        #expect(throws: Interrupted.self) {
            try ifPossible { () throws -> Int in throw Interrupted() }
        }
    }
}
