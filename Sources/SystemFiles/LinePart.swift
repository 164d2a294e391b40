/// A part of a command's line: a word, or a text inside one.
package struct LinePart: Hashable, Sendable {
    package var text: String
    /// The rest of the word before the text.
    package var before = ""
    /// The rest of the word after the text.
    package var after = ""
    /// The index of the word in the line; nil if it isn't known.
    package var index: Int?

    package init(_ word: String, index: Int? = nil) {
        (text, self.index) = (word, index)
    }

    package var word: String { before + text + after }
}
