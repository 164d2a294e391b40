import Testing

@testable import ScaryBugs

@Suite struct ExportNameTests {
    @Test(arguments: [
        ("Potato Bug", "Potato Bug.scarybug"),
        ("a/b\\c:d*e?f\"g<h>i|j", "a_b_c_d_e_f_g_h_i_j.scarybug"),
        ("line\nbreak\u{1B}", "line_break_.scarybug"),
        ("", "Untitled.scarybug"), ("...", "_.scarybug"), (".hidden", "_hidden.scarybug"),
        ("dots.. ", "dots.scarybug"), ("Käfer 🐞", "Käfer 🐞.scarybug"),
    ])
    func `a bundle is named after the title`(title: String, name: String) {
        #expect(ExportName.fileName(for: title, ending: ".scarybug") == name)
    }

    @Test func `a long title is cut between characters`() {
        let name = ExportName.fileName(
            for: String(repeating: "🕷", count: 200), ending: " 12.scarybug")
        #expect(name.utf8.count <= 255)
        #expect(name.hasSuffix("🕷 12.scarybug"))
    }
}
