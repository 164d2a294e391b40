import ScaryBugs

extension Completer {
    /// The word before the cursor, as far as it is typed.
    struct Word {
        /// The word with its quotes and backslashes resolved.
        let text: String
        /// The start of the word, as an offset in UTF-8.
        let start: Int
        /// The words before it.
        let earlier: [String]

        /// Splits the line up to the cursor. An open quote belongs to the last word.
        init(endOf line: String) {
            var start = line.utf8.startIndex
            var words: [String] = []
            // The last word begins after the last blank that is outside all quotes.
            for index in line.utf8.indices.reversed() where " \t".utf8.contains(line.utf8[index]) {
                guard let head = LineLexer.words(of: line.utf8[..<index]) else { continue }
                start = line.utf8.index(after: index)
                words = head
                break
            }
            self.start = line.utf8.distance(from: line.utf8.startIndex, to: start)
            earlier = words
            text = Self.resolved(String(line[start...]))
        }

        private static func resolved(_ raw: String) -> String {
            for closing in ["", "'", "\""] {
                if let words = LineLexer.words(of: (raw + closing).utf8) {
                    return words.first ?? ""
                }
            }
            return raw
        }

        /// The names that begin with the word.
        func names(among names: [String], isFinal: Bool = true) -> [Completion.Candidate] {
            names.filter { $0.hasPrefix(text) }.sorted().map {
                Completion.Candidate(replacement: $0, isFinal: isFinal)
            }
        }

        /// The files and directories whose path begins with the word, after the prefix `head`.
        func paths(
            after head: String = "", expanding expander: PathExpander
        ) -> [Completion.Candidate] {
            let path = text.dropFirst(head.count)
            let slash = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
            let (parent, beginning) = (String(path[..<slash]), path[slash...])
            // The part that stands for a home directory stays as it was typed.
            let home = parent.prefix { parent.first == "~" && $0 != "/" }
            let rest = String(parent.dropFirst(home.count))
            let place = ((try? expander.homeDirectory(home)) ?? String(home)) + rest
            guard let directory = try? Directory.open(path: place.isEmpty ? "." : place),
                let names = try? directory.names()
            else { return [] }
            return names.filter {
                $0.hasPrefix(beginning) && ($0.hasPrefix(".") == beginning.hasPrefix("."))
            }.sorted().map { name in
                let isDirectory = (try? directory.status(of: name))?.kind == .directory
                let end = isDirectory ? "/" : ""
                return Completion.Candidate(
                    replacement: head + home + Self.quoted(rest + name + end), label: name + end,
                    isFinal: !isDirectory)
            }
        }

        /// Quotes the word for use in a line. It works on bytes, because the lexer recognizes a blank
        /// even with a combining accent, and a directory may have thousands of names.
        static func quoted(_ word: String) -> String {
            var result: [UInt8] = []
            for byte in word.utf8 {
                switch Unicode.Scalar(byte) {
                case " ", "\t", "'", "\"", "\\", "*", "?", "[": result.append(UInt8(ascii: "\\"))
                case "#" where result.isEmpty, "~" where result.isEmpty:
                    result.append(UInt8(ascii: "\\"))
                default: break
                }
                result.append(byte)
            }
            return String(decoding: result, as: UTF8.self)
        }
    }
}
