import Fuzzing

@testable import ScaryBugCommands
@testable import ScaryBugs

/// Whatever is typed is words or an error in a column that the line has, and words are a command or
/// an error; a word that was quoted is read as that word.
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
                    // A quote that an earlier line opened is missed at the beginning.
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
        // Values that name files are left alone.
        let values = arguments.assignments.filter {
            !$0.value.hasPrefix("@") && $0.field != "image"
        }
        for kind in DocumentKind.all {
            _ = try? FieldEdits(values, for: kind, limits: Limits())
        }
        _ = try command.init(arguments)
    }
}
