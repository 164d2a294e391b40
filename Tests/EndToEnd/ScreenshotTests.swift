import Foundation
import TestSupport
import Testing

/// The drawing of `show` as it appears in a terminal emulator and in tmux.
@Suite struct ScreenshotTests {
    private var scarybug: Program

    /// The photograph is red on the left and blue on the right.
    init() throws {
        scarybug = try Program(user: "alice").inPath
        scarybug.environment["COLORTERM"] = "truecolor"
        let row = (0..<320).flatMap { $0 < 160 ? Self.red : Self.blue }
        let pixels = Array(repeating: row, count: 240).flatMap(\.self).map(UInt8.init)
        try scarybug.directory.write(Array("P6 320 240 255\n".utf8) + pixels, to: "work/a.ppm")
        _ = try scarybug.shell("vips copy a.ppm a.png && scarybug new Ant image=a.png")
    }

    private static let red = [219, 21, 20]
    private static let blue = [21, 20, 220]

    private static func has(_ tools: String...) -> Bool {
        (tools + ["vips", "vipsthumbnail", "chafa"]).allSatisfy { Tool.path(of: $0) != nil }
    }

    private func isClose(_ color: [Int], _ other: [Int]) -> Bool {
        zip(color, other).allSatisfy { abs($0 - $1) < 25 }
    }

    @Test(.enabled(if: has("Xvfb", "xterm", "xwd"))) func `xterm shows it by sixels`() throws {
        let script = """
            Xvfb -displayfd 3 -screen 0 700x700x24 3>display >/dev/null 2>&1 &
            server=$!
            trap 'kill $server; wait' EXIT
            until [ -s display ]; do sleep 0.05; done
            export DISPLAY=:$(cat display)
            xterm -ti vt340 -geometry 80x40 -e sh -c 'scarybug show 1; touch shown; sleep 20' &
            terminal=$!
            until [ -e shown ]; do sleep 0.05; done
            sleep 0.5
            xwd -root -silent >shot.xwd
            kill $terminal
            """
        _ = try scarybug.shell(script)
        let pixels = Self.pixels(ofDump: try scarybug.directory.bytes(of: "work/shot.xwd"))
        #expect(pixels.count { isClose($0, Self.red) } > 5_000)
        #expect(pixels.count { isClose($0, Self.blue) } > 5_000)
    }

    /// The colors in a dump of a screen of 24 bits by xwd(1).
    private static func pixels(ofDump bytes: [UInt8]) -> [[Int]] {
        func field(_ index: Int) -> Int {
            bytes[4 * index..<4 * index + 4].reduce(0) { $0 << 8 | Int($1) }
        }
        let data = bytes.dropFirst(field(0) + 12 * field(19))
        return stride(from: data.startIndex, to: data.endIndex - 3, by: 4).map {
            // The least significant byte comes first.
            [Int(data[$0 + 2]), Int(data[$0 + 1]), Int(data[$0])]
        }
    }

    @Test(.enabled(if: has("tmux"))) func `tmux shows it by symbols`() throws {
        let script = """
            tmux="tmux -S $PWD/socket -f /dev/null"
            $tmux new-session -d -x 80 -y 40 'scarybug show 1; touch shown; sleep 20'
            until [ -e shown ]; do sleep 0.05; done
            $tmux capture-pane -e -p
            $tmux display-message -p 'title #{pane_title}'
            $tmux kill-server
            """
        let seen = try scarybug.shell(script).standardOutput
        let colors = seen.matches(of: #/[34]8;2;(\d+);(\d+);(\d+)/#).map { match in
            [match.1, match.2, match.3].compactMap { Int($0) }
        }
        #expect(colors.contains { isClose($0, Self.red) })
        #expect(colors.contains { isClose($0, Self.blue) })
        #expect(seen.contains("kind        bug"))
        #expect(!seen.contains("title G"))
    }
}
