import TestSupport
import Testing

@Suite struct LabelsCommandTests {
    private var scarybug: InProcess

    init() throws {
        scarybug = try InProcess(user: "alice")
        try scarybug.run(
            "-c", "new Ant species='Myrmica rubra' at=50.9324,-1.4508 place='my garden'",
            "-c", "new Bee species='Apis mellifera'", "-c", "new Cicada")
    }

    private func page(_ name: String = "a.html") throws -> String {
        try scarybug.directory.text(of: "work/\(name)")
    }

    private static let note =
        "scarybug: document 1 tells where: --without location leaves that out, "
        + "'config share=without:location' always\n"

    @Test func `labels are of the selection, or of all documents`() throws {
        #expect(
            try scarybug.run("labels", "%/a.html", "2-3").gave("wrote 2 labels to %/a.html\n"))
        #expect(
            try scarybug.run("labels", "%/b.html").gave(
                "wrote 3 labels to %/b.html\n", error: Self.note))
        #expect(
            try scarybug.run("--json", "labels", "%/c.html", "bee").gave(
                "{\"labels\":1,\"path\":\"%/c.html\"}\n"))
        #expect(try page().contains("Apis mellifera"))
        #expect(try !page().contains("Myrmica"))
        let nothing = "scarybug: no document matches 'wasp'; 'list' shows all documents\n"
        #expect(try scarybug.run("labels", "%/d.html", "wasp").gave(error: nothing, status: 1))
    }

    @Test func `their order is the order of the selection`() throws {
        try scarybug.run("labels", "%/a.html", "2-3", "sort:-number")
        let page = try page()
        let (first, second) = (page.firstRange(of: "Cicada"), page.firstRange(of: "Apis"))
        #expect(try #require(first).lowerBound < #require(second).lowerBound)
    }

    @Test func `a file is replaced only with --force`() throws {
        try scarybug.directory.write("precious", to: "work/a.html")
        let exists = "scarybug: %/a.html exists; --force replaces it\n"
        #expect(try scarybug.run("labels", "%/a.html", "2").gave(error: exists, status: 1))
        #expect(try page() == "precious")
        #expect(
            try scarybug.run("labels", "%/a.html", "2", "--force", "--paper", "letter").gave(
                "wrote 1 label to %/a.html\n"))
        #expect(try page().contains("size: letter"))
    }

    @Test func `- is standard output, but no terminal`() throws {
        try scarybug.run("labels", "%/a.html", "2", "--qr")
        let page = try page()
        #expect(page.contains("scale("))
        #expect(try scarybug.run("labels", "-", "2", "--qr").gave(page))
        var terminal = scarybug
        terminal.terminalWidth = 80
        #expect(
            try terminal.run("labels", "-", "2").gave(
                error:
                    "scarybug: a page cannot be written to a terminal; give a file instead of -\n",
                status: 1))
    }

    @Test func `a cut is named once a document`() throws {
        let long = String(repeating: "Long ", count: 60)
        try scarybug.run("new", "Dor", "place=\(long)", "observer=\(long)")
        let warning = try scarybug.run("labels", "%/a.html", "4").standardError
        #expect(
            warning.hasPrefix("scarybug: warning: document 4: the label's place is cut: 'Long Long")
        )
        #expect(warning.contains("…', its observer is cut: 'leg. Long Long"))
        #expect(warning.hasSuffix("…'\n"))
    }

    @Test func `many cuts are counted`() throws {
        let long = String(repeating: "Long ", count: 60)
        for _ in 1...12 { try scarybug.run("new", "Dor", "notes=\(long)", "species=\(long)") }
        let warnings = try scarybug.run("labels", "%/a.html").standardError
            .split(separator: "\n").filter { $0.contains("warning") }
        #expect(warnings.count == 11)
        #expect(warnings.last == "scarybug: warning: 2 more labels have no room for all texts")
    }

    @Test func `a license without room is named`() throws {
        let place = "Großer Arber, Südhang"
        try scarybug.run(
            "set", "1", "place=\(place)", "species=Carabus auratus",
            "seen=2026-05-12",
            "at=50.9323611,-1.4507778±25", "license=CC0-1.0", "credit=Bo")
        #expect(
            try scarybug.run("labels", "%/a.html", "1", "--all-fields").standardError
                == "scarybug: warning: document 1: the label's license and credit: no room\n")
    }

    @Test func `others don't get what is withheld, by an option or by a preference`() throws {
        #expect(
            try scarybug.run("labels", "%/a.html", "1", "--without", "location").gave(
                "wrote 1 label to %/a.html\n"))
        #expect(try !page().contains("50.93"))
        #expect(try !page().contains("garden"))
        try scarybug.run("labels", "%/b.html", "1", "--blur", "10km")
        #expect(try page("b.html").contains("°N"))
        #expect(try !page("b.html").contains("50.9324"))
        try scarybug.run("config", "share=without:location", "license=CC0-1.0")
        #expect(
            try scarybug.run("labels", "%/c.html", "1").gave("wrote 1 label to %/c.html\n"))
        #expect(try !page("c.html").contains("50.93"))
        #expect(try page("c.html").contains("CC0-1.0"))
        try scarybug.run("labels", "%/d.html", "1", "--all-fields")
        #expect(try page("d.html").contains("50.9324"))
    }

    @Test(arguments: [
        (["%/a.html", "--paper", "a5"], "there is no paper 'a5'; there are: a4, letter"),
        (["%/new/"], "'%/new/' is no name of a page; write labels %/new/bugs.html"),
        (
            ["%/a.html", "--all-fields", "--without", "notes"],
            "--all-fields leaves nothing out; leave out the other option"
        ),
    ])
    func `what can't be done is refused`(words: [String], message: String) throws {
        let refused = try scarybug.run(["labels"] + words)
        #expect(refused.status == 1)
        #expect(refused.standardError.hasSuffix("scarybug: \(message)\n"), "\(refused)")
    }
}
