import Fuzzing

@testable import ScaryBugCommands
@testable import ScaryBugs
@testable import SystemFiles

/// Any line gives words, or an error in a column that the line has. Any words give a command or an
/// error. A quoted word is read back unchanged.
@main
enum LineGrammarFuzzer {
    static func main() {
        fuzz { bytes in
            var lexer = LineLexer()
            for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            {
                let line = Array(line)
                do {
                    guard try !lexer.read(line) else { continue }
                    try check(lexer.finish())
                } catch let error as LineLexer.Failure {
                    // The error for a quote opened on an earlier line is in column 1.
                    verify(1...max(1, line.count) ~= error.column, "no column \(error.column)")
                } catch is ScaryBugsError {}
                lexer = LineLexer()
                _ = Completer.Word(endOf: String(decoding: line, as: UTF8.self))
            }
        }
    }

    private static func check(_ words: [String]) throws {
        for word in words where !word.isEmpty {
            var lexer = LineLexer()
            let goesOn = try lexer.read(Array(Completer.Word.quoted(word).utf8))
            verify(!goesOn && lexer.finish() == [word], "quoted, '\(word)' is another word")
        }
        guard let name = words.first else { return }
        let command = try Commands.named(name)
        let arguments = try command.declaration.parse(words.dropFirst())
        // Skips values that name files.
        let values = arguments.assignments.filter {
            !$0.value.hasPrefix("@") && $0.field != "image"
        }
        for kind in DocumentKind.all {
            _ = try? FieldEdits(
                values, for: kind, limits: Limits(), now: Timestamp(secondsSince1970: 0))
        }
        _ = try command.init(arguments: arguments)
    }
}
