import Glibc

/// The line of a session, the command or the script that the user is running, for the history.
package struct Activity {
    /// A running script, whose lines become one step.
    struct Script {
        let name: String
        /// The number of the step; nil until a line changes something.
        var step: Int?
    }

    /// Operations that take effect together or not at all.
    package struct Group {
        /// The command in the history; nil for the one of the line.
        var command: String?
        /// The line numbers of 'begin' in the running scripts.
        let lines: [Int]
        /// The number of the step that contains all of them.
        var step: Int?
        var changeCount = 0
    }

    var script: Script?
    /// The command as the user typed it; nil if unknown.
    private(set) var command: String?
    /// The line numbers of the running scripts, the outermost first.
    private(set) var lines: [Int] = []
    private var date: Timestamp?
    /// The step of the current line; nil until the line changes something.
    private(set) var step: Int?
    package var group: Group?
    /// Whether one commit makes the changes of several lines.
    let gathersLines: Bool
    /// Whether a command makes several changes with one commit.
    var isGathering = false

    /// The most characters of a command that the history shows.
    private static let longestCommand = 1_000

    init(gathersLines: Bool) { self.gathersLines = gathersLines }

    mutating func begin(_ command: String, lines: [Int], date: Timestamp?) {
        self.command = Self.shortened(command)
        (self.lines, self.date) = (lines, date)
        step = nil
    }

    private static func shortened(_ command: String) -> String {
        if command.utf8.count <= longestCommand { return command }
        let shown = command.unicodeScalars.prefix(longestCommand)
        return shown.endIndex == command.endIndex ? command : String(shown) + "…"
    }

    /// The time for the history, in seconds since 1970.
    package var seconds: Int64 { date?.secondsSince1970 ?? Int64(time(nil)) }

    /// The command for the history.
    var shownCommand: String { (script == nil ? group?.command : nil) ?? command ?? fallback }
    /// The command of a program that uses the library, and tells no line.
    private var fallback = ""

    /// The operation of the next changes.
    ///
    /// - Parameters:
    ///   - name: the command, unless the line is known.
    ///   - next: the number of a new step.
    mutating func operation(named name: String, next: Int) -> Operation {
        fallback = name
        var operation = Operation()
        let own = command == nil && !isGathering ? nil : step
        operation.step = group?.step ?? script?.step ?? own ?? next
        if script != nil {
            // A group counts as the line with its 'begin', as a script inside a script does.
            (operation.lines, operation.command) = ((group?.lines ?? []) + lines, command)
        }
        return operation
    }

    /// Begins a command that makes several changes with one commit, which are one step.
    mutating func beginGathering() {
        if command == nil, !isGathering { step = nil }
        isGathering = true
    }

    mutating func didChange(_ operation: Operation, _ count: Int) {
        group?.changeCount += count
        guard operation.kind == .change, operation.step > 0 else { return }
        step = operation.step
        if script != nil, script?.step == nil { script?.step = operation.step }
        group?.step = operation.step
    }
}
