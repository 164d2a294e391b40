import ScaryBugs

/// The candidates for the word at the cursor of a line.
struct Completion {
    /// The start of the word, as an offset in UTF-8.
    var start: Int
    var candidates: Candidates

    static let none = Completion(start: 0, candidates: .none)

    /// The longest common prefix of all words, quoted; empty if there are more candidates than known.
    var commonPrefix: String {
        guard let first = candidates.list.first, candidates.areAll else { return "" }
        let words = candidates.list.map(\.word)
        var length = words.reduce(first.word.utf8.count) { length, word in
            zip(first.word.utf8.prefix(length), word.utf8).prefix { $0 == $1 }.count
        }
        // Takes whole characters, so as not to split an accented letter or an emoji.
        while !words.allSatisfy({ $0.hasCharacterBoundary(at: length) }) { length -= 1 }
        return first.replacement(upTo: length)
    }
}

extension String {
    /// Whether a character begins or ends at an offset in UTF-8.
    fileprivate func hasCharacterBoundary(at offset: Int) -> Bool {
        let index = utf8.index(startIndex, offsetBy: offset)
        let isInASCII =
            utf8[..<index].suffix(1).allSatisfy { $0 < 0x80 }
            && utf8[index...].prefix(1).allSatisfy { $0 < 0x80 }
        return isInASCII || index.samePosition(in: self) != nil
    }
}

/// The words that may stand at the cursor.
struct Candidates {
    private(set) var list: [Candidate] = []
    /// Whether there are no others.
    private(set) var areAll = true

    static let none = Candidates([])

    init(_ list: [Candidate], areAll: Bool = true) {
        (self.list, self.areAll) = (list, areAll)
    }

    static func + (left: Candidates, right: Candidates) -> Candidates {
        Candidates(left.list + right.list, areAll: left.areAll && right.areAll)
    }

    /// The first texts of a list, safe to show.
    func labels(atMost count: Int = .max) -> [String] {
        let shown = list.prefix(count)
        let named = shown.filter { $0.showsSummary && !$0.summary.isEmpty }
        let width = named.map { DisplayWidth.columns(of: $0.name) }.max() ?? 0
        return shown.map { $0.label(nameWidth: width) }
    }

    /// The labels in columns, as `ls` arranges them, on one screen at most, so that the first ones
    /// don't scroll away. The terminal's width cuts longer ones.
    func lines(columns: Int, rows: Int) -> [String] {
        // Each label takes three columns or more. A directory may have thousands of names.
        let labels = labels(atMost: rows * max(1, columns / 3))
        let widest = labels.map { DisplayWidth.columns(of: $0) }.max() ?? 0
        // Leaves the last column free, because terminals differ in how they wrap after it.
        let cell = min(widest, columns - 1) + 2
        let perLine = max(1, (columns - 1) / cell)
        let fitting = Array(labels.prefix(max(1, rows - 2) * perLine))
        let height = (fitting.count + perLine - 1) / perLine
        let lines = (0..<height).map { row in
            stride(from: row, to: fitting.count, by: height).reduce(into: "") { line, index in
                let label = DisplayWidth.cut(fitting[index], to: cell - 2)
                let isLast = index + height >= fitting.count
                let padding = isLast ? 0 : cell - DisplayWidth.columns(of: label)
                line += label + String(repeating: " ", count: padding)
            }
        }
        let rest = list.count - fitting.count
        if rest == 0, areAll { return lines }
        return lines + [areAll ? "and \(rest.grouped) more" : "and more"]
    }

    /// The candidates that can stand in a line: a newline would end it too early.
    var ofOneLine: Candidates { Candidates(list.filter { !$0.hasControls }, areAll: areAll) }

    /// The candidates without hidden characters, which a shell would send to the terminal.
    var visible: Candidates {
        Candidates(list.filter { TerminalText.text($0.word) == $0.word }, areAll: areAll)
    }
}

/// A word that may stand at the cursor.
struct Candidate {
    /// The word, not quoted.
    private(set) var word: String
    /// The part of the word that a list shows.
    let name: String
    /// What the word stands for, such as the title of a document; empty if the word says it. It is safe
    /// to show.
    let summary: String
    /// Whether a list shows the summary beside the name.
    let showsSummary: Bool
    /// Whether the word is complete, so that a blank follows.
    let isFinal: Bool
    /// The length of its beginning that must not be quoted, such as `~`, in UTF-8.
    let unquotedLength: Int

    init(
        _ word: String, name: String? = nil, _ summary: String = "", showsSummary: Bool = false,
        isFinal: Bool = true, unquotedLength: Int = 0
    ) {
        self.word = word
        self.name = name ?? word
        self.summary = TerminalText.text(summary)
        self.showsSummary = showsSummary
        self.isFinal = isFinal
        self.unquotedLength = unquotedLength
    }

    /// The candidate for a place that splits its text into words again.
    ///
    /// - Parameter head: the text before the word, which stays.
    func quoted(after head: String) -> Candidate {
        var candidate = self
        candidate.word = head + replacement
        return candidate
    }

    /// The word as a line needs it.
    var replacement: String { replacement(upTo: word.utf8.count) }

    /// The beginning of the word as a line needs it, of a length in UTF-8.
    func replacement(upTo length: Int) -> String {
        let end = word.utf8.index(word.startIndex, offsetBy: length)
        let start = word.utf8.index(word.startIndex, offsetBy: min(unquotedLength, length))
        return String(word[..<start]) + LineLexer.escaped(String(word[start..<end]))
    }

    /// The text in a list, safe to show.
    fileprivate func label(nameWidth width: Int) -> String {
        let name = TerminalText.text(name)
        guard showsSummary, !summary.isEmpty else { return name }
        let gap = max(0, width - DisplayWidth.columns(of: name)) + 2
        return name + String(repeating: " ", count: gap) + summary
    }

    fileprivate var hasControls: Bool {
        let isPlain = word.utf8.allSatisfy { 0x20...0x7E ~= $0 }
        return !isPlain
            && word.unicodeScalars.contains { $0.value < 0x20 || 0x7F...0x9F ~= $0.value }
    }
}
