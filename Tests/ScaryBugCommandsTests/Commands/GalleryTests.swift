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
        #expect(
            page.contains(
                "<div class=\"printed\"><dt>license</dt><dd dir=\"auto\">CC-BY-4.0</dd>"))
        #expect(page.contains("<p class=\"seen\">v.2026</p>"))
        #expect(
            page.contains("<title>Bugs</title>")
                && page.contains("<span class=\"none\">no picture</span>"))
    }

    @Test func `single numbers give the order, and a sort word another one`() throws {
        try scarybug.run("new", "Bee", "tags=a\\,b,c")
        let titles = { (words: [String]) in
            let written = try scarybug.run(["gallery", "-"] + words)
            return written.standardOutput.matches(of: /data-title="(\w+)/).map { String($0.1) }
        }
        #expect(try titles(["3,1", "2"]) == ["Bee", "Wolf", "Moth"])
        #expect(try titles(["3", "1", "3", "limit:2"]) == ["Bee", "Wolf"])
        #expect(try titles(["3,1,2", "sort:-title"]) == ["Wolf", "Moth", "Bee"])
        #expect(try titles(["3,1-2"]) == ["Wolf", "Moth", "Bee"])
        #expect(try page("3").contains("<dt>tags</dt><dd dir=\"auto\">a,b, c</dd>"))
    }

    @Test func `without a selection, a page has the open document`() throws {
        let lines = try scarybug.run(
            "-c", "open 2", "-c", "gallery %/a.html", "-c", "labels %/b.html")
        #expect(
            lines.standardOutput.contains(
                /to %\/a.html, [0-9.]+ KiB\nwrote 1 label to %\/b.html\n$/))
        #expect(try scarybug.directory.text(of: "work/a.html").contains("Moth"))
    }

    @Test func `documents with one number have cards of their own`() throws {
        let place = "records/users/alice/Private Documents"
        try scarybug.run("new", "Kraken", "--kind", "creature")
        try FileManager.default.moveItem(
            atPath: scarybug.directory.path("\(place)/3.scarycreature"),
            toPath: scarybug.directory.path("\(place)/1.scarycreature"))
        let identifiers = try page().matches(of: /class="card" id="([^"]*)"/).map { String($0.1) }
        #expect(identifiers == ["d1.scarybug", "d1.scarycreature", "d2"])
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
        #expect(page.contains("<noscript><style>"))
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

    @Test(arguments: [
        ("blur:10km", ["--without", "location"]), ("blur:10km", ["--without", "at"]),
        ("", ["--without", "location", "--blur", "10km"]), ("without:location blur:10km", []),
        ("without:location", ["--blur", "10km"]),
    ])
    func `who withholds the location doesn't get it blurred`(share: String, options: [String])
        throws
    {
        try scarybug.run("config", "share=\(share)")
        #expect(try !scarybug.run(["gallery", "-"] + options).standardOutput.contains("geo:50"))
        #expect(try !scarybug.run(["labels", "-"] + options).standardOutput.contains("°N"))
        let map = try scarybug.run(["export", "1", "-", "--format", "geojson"] + options)
        #expect(map.status == 1 && map.standardError.contains("positions are left out"), "\(map)")
        try scarybug.run(["export", "1", "%/a.scarybug"] + options)
        try scarybug.run("--user", "bob", "import", "%/a.scarybug")
        let copy = try scarybug.run("--user", "bob", "list", "has:at")
        #expect(copy.standardOutput == "", "\(copy)")
    }

    @Test(arguments: [
        ("place=12 High Street", ["gallery", "labels", "export"]),
        ("notes=found at 50.9324, -1.4508", ["gallery", "export"]),
        ("at=50.9324,-1.4508", ["gallery", "labels", "export"]),
        ("notes=on 2 stones", []), ("place=Peru", []), ("place=東京", []),
    ])
    func `a page or an export names the documents that tell where`(
        assignment: String, commands: [String]
    ) throws {
        try scarybug.run("new", "Bee", assignment)
        for command in ["gallery", "labels", "export"] {
            let words = command == "export" ? ["3", "%/a.scarybug"] : ["%/\(command).html", "3"]
            let told = try scarybug.run([command] + words).standardError
            let isTold = told.contains("document 3 tells where")
            #expect(isTold == commands.contains(command), "\(told)")
        }
        let withheld = try scarybug.run("gallery", "-", "3", "--without", "at,place,notes")
        #expect(withheld.standardError == "")
    }

    @Test func `a file is replaced only by --force`() throws {
        let written = try scarybug.run("gallery", "%/a.html")
        #expect(written.standardOutput.contains(/^wrote 2 documents to %\/a.html, [0-9.]+ KiB\n$/))
        #expect(
            written.standardError == "scarybug: document 1 tells where: --without location leaves "
                + "that out, 'config share=without:location' always\n")
        #expect(
            try scarybug.run("gallery", "%/a.html", "2").gave(
                error: "scarybug: %/a.html exists; --force replaces it\n", status: 1))
        // Nothing is said about a page that cannot be written.
        #expect(
            try scarybug.run("gallery", "%/none/a.html", "1").gave(
                error: "scarybug: there is no directory %/none; make it first\n", status: 1))
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o600], ofItemAtPath: scarybug.directory.path("work/a.html"))
        #expect(try scarybug.run("gallery", "%/a.html", "2", "--force").status == 0)
        let attributes = try FileManager.default.attributesOfItem(
            atPath: scarybug.directory.path("work/a.html"))
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(
            try scarybug.run("gallery", "%/new/", "2").standardError.contains(
                "'%/new/' is no name of a page; write gallery 2 %/new/bugs.html"))
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
