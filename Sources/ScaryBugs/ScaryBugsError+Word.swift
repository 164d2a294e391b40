extension ScaryBugsError {
    /// The error with the word that is wrong, and a topic of the help. It keeps those that it has.
    package func at(_ word: String, see topic: Topic? = nil) -> ScaryBugsError {
        var error = self
        error.word = error.word ?? word
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

/// Runs `body`, and adds the word that it parses to its errors.
package func parsing<Result>(
    _ word: String, see topic: ScaryBugsError.Topic? = nil, _ body: () throws -> Result
) throws -> Result {
    do { return try body() } catch let error as ScaryBugsError {
        throw error.at(word, see: topic)
    }
}
