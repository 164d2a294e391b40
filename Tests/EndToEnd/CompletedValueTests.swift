import TestSupport
import Testing

/// A completed value means exactly itself, however many times a command splits its words.
@Suite struct CompletedValueTests {
    /// Tags, each with the beginning that is typed before a Tab.
    private static let tags = [
        ("dea", "dead wood"), ("it", "it's"), ("say", #"say "hush""#), ("x", #"x\y"#),
        ("both", #"both 'a' and "b""#), ("com", "comma, blank"), ("or", "or|not"),
        ("bar", #"bar \| it's"#), ("end", #"end\"#), ("🐞", "🐞 red"),
    ]

    private let scarybug: Program

    init() throws {
        scarybug = try Program(user: "alice")
        let titles = Self.tags.indices.map { "Bug \($0 + 1)" }
        try scarybug.run(["new", "Ant", "tags=wood,hush,y,blank,not,red"])
        for (title, (_, tag)) in zip(titles, Self.tags) {
            let escaped = tag.replacing(#"\"#, with: #"\\"#).replacing(",", with: #"\,"#)
            try scarybug.run(["new", title, "tags=\(escaped)"])
        }
    }

    @Test func `in list, export and query add`() throws {
        let terminal = try PseudoTerminal(scarybug, columns: 200)
        try terminal.expect("alice> ")
        func expect(_ answer: String, typing line: String) throws {
            try terminal.type(line + "\r")
            try terminal.expect(answer)
            try terminal.expect("alice> ")
        }
        for (index, (beginning, _)) in Self.tags.enumerated() {
            let number = index + 2
            let document = "\(number)  Bug \(index + 1) "
            try expect(document, typing: "list tag:\(beginning)\t")
            try expect("exported \(number) to", typing: "export tag:\(beginning)\t.")
            try expect("q  ", typing: "query add q tag:\(beginning)\t")
            try expect(document, typing: "list @q")
            try expect("q  ", typing: "query add q tag:\(beginning)\tlimit:2")
            try expect(document, typing: "list @q")
        }
        try terminal.type("\u{4}")
        #expect(try terminal.finish() == 0)
    }
}
