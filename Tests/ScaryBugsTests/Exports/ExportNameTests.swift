import Testing

@testable import ScaryBugRecords
@testable import ScaryBugs

@Suite struct ExportNameTests {
    @Test(arguments: [
        ("Potato Bug", "Potato Bug.scarybug"),
        ("a/b\\c:d*e?f\"g<h>i|j", "a_b_c_d_e_f_g_h_i_j.scarybug"),
        ("line\nbreak\u{1B}", "line_break_.scarybug"),
        ("", "Untitled.scarybug"), ("...", "_.scarybug"), (".hidden", "_.hidden.scarybug"),
        (".\u{301}ssh", "_.\u{301}ssh.scarybug"), ("-rf", "_-rf.scarybug"),
        ("--help", "_--help.scarybug"), ("~root", "_~root.scarybug"), ("🐞", "_🐞.scarybug"),
        ("\u{301}e", "_\u{301}e.scarybug"), ("3 ants", "3 ants.scarybug"), ("日本", "日本.scarybug"),
        ("CON", "_CON.scarybug"), ("nul.txt", "_nul.txt.scarybug"), ("Com1 ", "_Com1.scarybug"),
        ("lpt²", "_lpt².scarybug"), ("console", "console.scarybug"), ("COM", "COM.scarybug"),
        ("dots.. ", "dots.scarybug"), ("Käfer 🐞", "Käfer 🐞.scarybug"),
    ])
    func `a bundle is named after the title`(title: String, name: String) {
        #expect(ExportName.fileName(for: title, ending: ".scarybug") == name)
    }

    @Test func `equal names get numbers, each tried once`() {
        var next = 1
        var tried = 0
        for expected in ["", " 2", " 3"] {
            let suffix = NumberedName.first(from: &next) { suffix -> String? in
                tried += 1
                return suffix
            }
            #expect(suffix == expected)
        }
        #expect(tried == 3)
    }

    @Test func `a long title is cut between characters`() {
        let name = ExportName.fileName(
            for: String(repeating: "🕷", count: 200), ending: " 12.scarybug")
        #expect(name.utf8.count <= 255)
        #expect(name.hasSuffix("🕷 12.scarybug"))
    }
}
