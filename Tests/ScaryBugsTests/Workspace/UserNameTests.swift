import Testing

@testable import ScaryBugs

@Suite struct UserNameTests {
    @Test(arguments: ["a", "alice", "0x", "a.b_c-d", String(repeating: "a", count: 32)])
    func `good names`(name: String) throws {
        #expect(try UserName(name).description == name)
    }

    @Test(arguments: [
        "", ".", "..", ".a", "-a", "_a", "Alice", "a/b", "é", "a b", "a\n", "a\0",
        String(repeating: "a", count: 33),
    ])
    func `invalid names`(name: String) {
        #expect(message { _ = try UserName(name) }?.contains("cannot be a user's name") == true)
    }
}
