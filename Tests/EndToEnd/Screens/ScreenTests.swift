import Foundation
import TestSupport
import Testing

/// What users see, at terminals of several sizes and kinds.
///
/// `Expected/NAME.txt` has the screens of an item. `SCREENS=write swift test --filter ScreenTests`
/// writes them anew. Read their difference before you commit it.
@Suite struct ScreenTests {
    @Test(arguments: ScreenItem.all)
    func `each item is shown as expected`(item: ScreenItem) throws {
        try compare(ScreenSetting.all.map { ($0, try item.screen(at: $0)) }, with: item.name)
    }

    @Test func `progress is shown until Ctrl-C stops the command`() throws {
        let imports = try ScreenSetting.all.map { ($0, try SlowImport(at: $0)) }
        // Progress is shown after half a second, and documents are added after one.
        usleep(1_100_000)
        for (_, slow) in imports { slow.endFirstFile() }
        try compare(imports.map { ($0, try $1.screens(at: $0)) }, with: "progress")
    }

    /// Compares screens with the file of an item. Settings with the same screen share it there.
    private func compare(
        _ screens: [(setting: ScreenSetting, text: String)], with name: String
    ) throws {
        var sections: [(names: [String], text: String)] = []
        for (setting, screen) in screens {
            // File systems differ in the size of a directory.
            let text = screen.replacing(/history uses \d{3}\.0 KiB/, with: "history uses NNN.0 KiB")
            if let index = sections.firstIndex(where: { $0.text == text }) {
                sections[index].names.append(setting.name)
            } else {
                sections.append(([setting.name], text))
            }
        }
        let text = sections.map { "=== \($0.names.joined(separator: ", ")) ===\n\($0.text)" }
            .joined(separator: "\n")
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Expected/\(name).txt")
        if ProcessInfo.processInfo.environment["SCREENS"] == "write" {
            try Data(text.utf8).write(to: file)
        }
        let expected = try String(decoding: Data(contentsOf: file), as: UTF8.self)
        #expect(text == expected, "\(name):\n\(text)")
    }
}
