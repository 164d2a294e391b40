import Foundation
import ScaryBugs
import TestSupport
import Testing

/// The page with all pictures. `Tests/Pages/run` shows it in a browser.
@Suite struct GalleryTests {
    private let scarybug: InProcess

    init() throws {
        scarybug = try InProcess(user: "alice")
        try scarybug.run(
            "new", "Wolf Spider", "rating=3.5", "seen=2026-05", "at=50.9324,-1.4508±25")
        try scarybug.run("new", "Moth", "place=Köln", "species=Aglais io", "license=CC-BY-4.0")
    }

    private func page(_ words: String...) throws -> String {
        let written = try scarybug.run(["gallery", "-"] + words)
        #expect(written.status == 0, "\(written)")
        return written.standardOutput
    }

    @Test func `a page has the selected documents in their order`() throws {
        let page = try page("sort:title")
        let cards = page.components(separatedBy: "<li class=\"card\"").dropFirst()
        #expect(cards.map { $0.contains("data-title=\"Moth\"") } == [true, false])
        #expect(page.contains("<p class=\"species\" dir=\"auto\">Aglais io</p>"))
        #expect(page.contains(#"aria-label="scariness 3.5 of 5">★★★½☆"#))
        #expect(
            page.contains(
                ##"<a href="geo:50.9324,-1.4508;u=25">50.9324,-1.4508 ± 25 m</a>: <a href="#d1">"##)
        )
        #expect(page.contains("<dt>license</dt><dd dir=\"auto\">CC-BY-4.0</dd>"))
        #expect(
            page.contains("<title>Bugs</title>")
                && page.contains("<span class=\"none\">no picture</span>"))
    }

    @Test func `hostile texts stay texts`() throws {
        let text = "</script><img src=x onerror='alert(1)'>\"&\u{1}"
        try scarybug.run(
            "set", "1", "title=\(text)", "species=\(text)", "place=\(text)", "notes=\(text)")
        let page = try page("1", "--title", text)
        #expect(page.components(separatedBy: "<script").count == 2)
        #expect(!page.contains("<img") && !page.contains("'alert") && !page.contains("\u{1}"))
        let escaped =
            "&lt;/script&gt;&lt;img src=x onerror=&#39;alert(1)&#39;&gt;&quot;&amp;\u{FFFD}"
        #expect(page.contains("<h1 dir=\"auto\">\(escaped)</h1>"))
        #expect(page.contains("<h2 dir=\"auto\">\(escaped)</h2>"))
    }

    @Test func `a page runs only its own script`() throws {
        let page = try page()
        let policy = try #require(
            page.firstMatch(of: /Content-Security-Policy" content="([^"]*)"/)?.1)
        #expect(policy.hasPrefix("default-src 'none'; img-src data:; style-src 'sha256-"))
        #expect(policy.hasSuffix("'; base-uri 'none'; form-action 'none'"))
        #expect(
            !policy.contains("unsafe") && !page.contains(" style=") && !page.contains(" onclick="))
    }

    @Test func `what is withheld is not on the page`() throws {
        #expect(
            try page("--without", "location,license").ranges(of: /geo:|50\.9|Köln|CC-BY/).isEmpty)
        #expect(try page("--blur", "10km").contains("geo:50.9"))
        #expect(try !page("--blur", "10km").contains("50.9324"))
        try scarybug.run("config", "share=without:location")
        #expect(try !page().contains("geo:") && page("--all-fields").contains("geo:"))
        let told = try scarybug.run("gallery", "-", "--all-fields")
        #expect(told.standardError == "")
    }

    @Test func `a file is replaced only by --force`() throws {
        #expect(
            try scarybug.run("gallery", "%/a.html").gave(
                "wrote 2 documents to %/a.html\n",
                error: "scarybug: document 1 tells where: --without location leaves that out, "
                    + "'config share=without:location' always\n"))
        #expect(
            try scarybug.run("gallery", "%/a.html", "2").gave(
                error: "scarybug: %/a.html exists; --force replaces it\n", status: 1))
        #expect(try scarybug.run("gallery", "%/a.html", "2", "--force").status == 0)
        #expect(
            try scarybug.run("gallery", "%/new/", "2").standardError.contains(
                "'%/new/' is no name of a page; give FILE.html before the SELECTION"))
        #expect(!scarybug.directory.exists("work/new"))
    }

    @Test func `too many documents ask for a limit`() throws {
        try scarybug.directory.write(
            "title\n" + (1...1_999).map { "Ant \($0)\n" }.joined(), to: "work/a.csv")
        try scarybug.run("import", "%/a.csv")
        #expect(
            try scarybug.run("gallery", "-").gave(
                error: "scarybug: 2,001 documents are too many for one page; add limit:2000 to the "
                    + "selection, or choose fewer\n", status: 1))
    }
}
