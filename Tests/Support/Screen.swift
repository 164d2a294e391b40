import Foundation

/// The screen of a terminal after a program's output.
///
///     let screen = Screen(terminal.seen, columns: 80, rows: 24)
///     #expect(screen.text == "1  Moth\n")
///
/// It knows what the program, its line editor and `less` send to an `xterm` and to a `dumb` terminal.
/// Other control sequences appear as text, so that an expectation fails.
public struct Screen {
    private struct Cell {
        var text = " "
        var color = ""
    }

    private var cells: [[Cell]]
    private var row = 0
    private var column = 0
    private let columns: Int
    /// The colour of the next characters, as the parameters of its control sequence; empty for none.
    private var color = ""
    /// Rows that scrolled off the top.
    private var scrolled: [String] = []

    public init(_ output: String, columns: Int, rows: Int) {
        self.columns = columns
        cells = Array(repeating: Array(repeating: Cell(), count: columns), count: rows)
        // Only whole characters have a width, and "\r\n" is one character.
        var rest = Array(output)[...]
        while let character = rest.popFirst() {
            if character == "\u{1B}" { escape(&rest) } else { put(character) }
        }
    }

    /// The rows without blanks at their ends, up to the last one that shows anything. A coloured text
    /// is shown as `[35 text]`.
    public var text: String { Self.text(cells.map(Self.line)) }

    /// The rows that scrolled off the top, then the screen.
    public var whole: String { Self.text(scrolled + cells.map(Self.line)) }

    /// The row with the cursor, without blanks at its end.
    public var rowAtCursor: String { Self.line(cells[row]) }

    private static func line(_ cells: [Cell]) -> String {
        var line = ""
        var color = ""
        for cell in cells {
            if cell.color != color {
                line += (color.isEmpty ? "" : "]") + (cell.color.isEmpty ? "" : "[\(cell.color) ")
                color = cell.color
            }
            line += cell.text
        }
        if !color.isEmpty { line += "]" }
        while line.last == " " { line.removeLast() }
        return line
    }

    private static func text(_ lines: [String]) -> String {
        let end = lines.lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? 0
        return lines[..<end].map { $0 + "\n" }.joined()
    }

    // MARK: Characters

    private mutating func put(_ character: Character) {
        switch character {
        case "\r\n":
            column = 0
            lineFeed()
        case "\n": lineFeed()
        case "\r": column = 0
        case "\u{8}": column = max(0, min(column, columns - 1) - 1)
        case "\t": column = min(columns - 1, (column / 8 + 1) * 8)
        case "\u{7}": break
        default: show(character)
        }
    }

    private mutating func lineFeed() {
        row += 1
        guard row == cells.count else { return }
        scrolled.append(Self.line(cells.removeFirst()))
        cells.append(Array(repeating: Cell(), count: columns))
        row -= 1
    }

    /// A wide character takes two cells. The second one is empty.
    private mutating func show(_ character: Character) {
        let width = Self.width(of: character)
        if column + width > columns {
            column = 0
            lineFeed()
        }
        cells[row][column] = Cell(text: String(character), color: color)
        if width == 2 { cells[row][column + 1] = Cell(text: "", color: color) }
        column += width
    }

    private mutating func show(text: String) {
        for character in text { show(character) }
    }

    private static func width(of character: Character) -> Int {
        guard let first = character.unicodeScalars.first else { return 0 }
        let isWide =
            first.properties.isEmojiPresentation || character.unicodeScalars.contains("\u{FE0F}")
            || 0x1100...0x115F ~= first.value || 0x2E80...0xA4CF ~= first.value
            || 0xAC00...0xD7A3 ~= first.value || 0xF900...0xFAFF ~= first.value
            || 0xFF00...0xFF60 ~= first.value
        return isWide ? 2 : 1
    }

    // MARK: Control sequences

    private mutating func escape(_ rest: inout ArraySlice<Character>) {
        switch rest.popFirst() {
        case "[":
            let parameters = String(rest.prefix { "0123456789;?".contains($0) })
            rest = rest.dropFirst(parameters.count)
            control(rest.popFirst() ?? "?", parameters)
        // The keypad's modes.
        case "=", ">": break
        case let other: show(text: "ESC\(other.map(String.init) ?? "")")
        }
    }

    private mutating func control(_ final: Character, _ parameters: String) {
        let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false)
            .map { Int($0) }
        let count = max(1, (numbers.first ?? nil) ?? 1)
        switch final {
        case "m": color = parameters == "0" ? "" : parameters
        // Modes of the terminal.
        case "h", "l": break
        case "A": row = max(0, row - count)
        case "B": row = min(cells.count - 1, row + count)
        case "C": column = min(columns - 1, column + count)
        case "D": column = max(0, column - count)
        case "G": column = min(columns, count) - 1
        case "H":
            row = min(cells.count, count) - 1
            column = min(columns, max(1, (numbers.count > 1 ? numbers[1] : 1) ?? 1)) - 1
        case "J":
            erase(parameters == "2" ? 0..<cells.count : row + 1..<cells.count)
            if parameters != "2" { eraseLine(column..<columns) }
        case "K": eraseLine(parameters == "1" ? 0..<column + 1 : column..<columns)
        case "P":
            cells[row].removeSubrange(column..<min(columns, column + count))
            cells[row] += Array(repeating: Cell(), count: columns - cells[row].count)
        case "@":
            cells[row].insert(contentsOf: Array(repeating: Cell(), count: count), at: column)
            cells[row].removeLast(count)
        default: show(text: "ESC[\(parameters)\(final)")
        }
    }

    private mutating func erase(_ rows: Range<Int>) {
        for row in rows { cells[row] = Array(repeating: Cell(), count: columns) }
    }

    private mutating func eraseLine(_ range: Range<Int>) {
        for column in range where column < columns { cells[row][column] = Cell() }
    }
}
