extension ScaryBugsError {
    /// The details that the library and the program add to an error.
    private struct Details: Sendable {
        var part: LinePart?
        var topic: Topic?
        var isOfBatch = false
    }

    /// The topics of the program's help that explain errors.
    package enum Topic: String, CaseIterable, Sendable {
        case selections, queries, dates, fields
    }

    private var known: Details {
        get { details as? Details ?? Details() }
        set { details = newValue }
    }

    /// The part of a command's line that is wrong; nil if it isn't known.
    package var part: LinePart? {
        get { known.part }
        set { known.part = newValue }
    }

    /// The topic of the program's help that explains more.
    package var topic: Topic? {
        get { known.topic }
        set { known.topic = newValue }
    }

    /// Whether a commit failed, so that earlier lines of the script changed nothing either.
    package var isOfBatch: Bool {
        get { known.isOfBatch }
        set { known.isOfBatch = newValue }
    }
}

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

extension ScaryBugsError {
    /// The error with the word that is wrong, and a topic of the help. It keeps those that it has,
    /// and notes where in the word its own one stands.
    ///
    /// - Parameter index: the index of the word in the line; nil if it isn't known.
    package func at(
        _ word: String, index: Int? = nil, see topic: Topic? = nil
    ) -> ScaryBugsError {
        var error = self
        let whole = LinePart(word, index: index)
        error.part = part?.inside(whole) ?? whole
        return error.see(topic)
    }

    /// The error with a topic of the help, unless a value is right and something else has failed.
    package func see(_ topic: Topic?) -> ScaryBugsError {
        guard [.invalidValue, .notFound].contains(code) else { return self }
        var error = self
        error.topic = error.topic ?? topic
        return error
    }
}

extension LinePart {
    /// The same part as a part of a longer word.
    fileprivate func inside(_ whole: LinePart) -> LinePart {
        var part = self
        part.index = index ?? whole.index
        guard !word.isEmpty, let place = whole.text.lastPlace(ofWhole: word) else { return part }
        part.before = whole.text[..<place.lowerBound] + before
        part.after = after + whole.text[place.upperBound...]
        return part
    }
}

/// Runs `body`, and adds the word that it parses to its errors.
///
/// - Parameter index: the index of the word in the line; nil if it isn't known.
package func parsing<Result>(
    _ word: String, index: Int? = nil, see topic: ScaryBugsError.Topic? = nil,
    _ body: () throws -> Result
) throws -> Result {
    do { return try body() } catch let error as ScaryBugsError {
        throw error.at(word, index: index, see: topic)
    }
}
