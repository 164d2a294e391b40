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
