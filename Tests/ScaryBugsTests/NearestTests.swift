import Testing

@testable import ScaryBugs

@Suite struct NearestTests {
    private let names = ["list", "ls", "login", "show", "set", "export", "import", "delete"]

    @Test(arguments: [
        ("lst", "list"), ("lsit", "list"), ("LIST", "list"), ("exprot", "export"), ("sho", "show"),
        ("del", "delete"), ("imports", "import"), ("logon", "login"),
    ])
    func `a misspelt name is recognised`(word: String, name: String) {
        #expect(Nearest.name(to: word, among: names) == name)
    }

    @Test(arguments: ["", "xyzzy", "q", "frobnicate", String(repeating: "list", count: 10_000)])
    func `nothing is near`(word: String) {
        #expect(Nearest.name(to: word, among: names) == nil)
    }

    @Test func `some name is always the closest`() {
        #expect(Nearest.closest(to: "-rf", among: ["--help", "--yes"]) == "--yes")
        #expect(Nearest.closest(to: "-f", among: ["--format", "--force"]) == "--force")
        #expect(Nearest.closest(to: "-x", among: []) == nil)
    }
}
