import Fuzzing

@testable import ScaryBugCommands
@testable import ScaryBugFormats
@testable import ScaryBugRecords
@testable import ScaryBugStore
@testable import ScaryBugs
@testable import SystemFiles

/// Any line gives words, or an error in a column that the line has. Any words give a command or an
/// error. A quoted word is read back unchanged.
@main
enum LineGrammarFuzzer {
    static func main() {
        fuzz { bytes in
            var lexer = LineLexer(spanning: .doubleQuotes)
            var first = 0
            let lines = bytes.split(
                separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
            ).map(Array.init)
            for (index, line) in lines.enumerated() {
                _ = Completer.Word(endOf: String(decoding: line, as: UTF8.self))
                if lexer.read(line), index + 1 < lines.count { continue }
                do { try check(lexer.finish()) } catch let error as LineLexer.Failure {
                    let place = first + error.line - 1
                    let length = lines.indices.contains(place) ? lines[place].count : -1
                    verify(1...max(1, length) ~= error.column ?? 1, "no place \(error)")
                } catch is ScaryBugsError {}
                lexer = LineLexer(spanning: .doubleQuotes)
                first = index + 1
            }
        }
    }

    private static func check(_ words: [LineWord]) throws {
        for word in words where !word.text.isEmpty {
            let quoted = LineLexer.words(of: LineLexer.escaped(word.text).utf8)
            verify(quoted == [word.text], "quoted, '\(word.text)' is another word")
        }
        let words = words.map(\.text)
        guard let name = words.first else { return }
        let command = try Commands.named(name)
        let arguments = try command.declaration.parse(words.dropFirst())
        // Skips values that name files.
        let values = arguments.assignments.filter {
            !$0.value.hasPrefix("@") && $0.field != "image"
        }
        for kind in DocumentKind.all {
            let source = WrittenValue.Source(.person, now: Timestamp(secondsSince1970: 0))
            _ = try? AssignedEdits(values, for: kind, from: source, reading: { _ in [] })
        }
        _ = try command.init(arguments: arguments)
    }
}
