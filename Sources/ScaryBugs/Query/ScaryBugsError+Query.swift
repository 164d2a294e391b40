extension ScaryBugsError {
    static func unknown(_ qualifier: Qualifier, in context: QueryContext) -> ScaryBugsError {
        let nearest = SpellingSuggestion.hint(to: qualifier.name, among: context.qualifiers)
        return ScaryBugsError(
            .invalidValue,
            "there is no qualifier '\(qualifier.name)'\(nearest); to search for the "
                + "words, write ':\(qualifier.name):\(qualifier.value)'")
    }

    static func withoutValue(_ qualifier: Qualifier, _ isField: Bool) -> ScaryBugsError {
        let name = qualifier.name
        return ScaryBugsError(
            .invalidValue,
            "\(name): needs a value"
                + (isField ? "; -has:\(name) finds documents that have none" : ""))
    }

    static func emptyAlternative(of word: String) -> ScaryBugsError {
        ScaryBugsError(
            .invalidValue,
            "'\(word)' has an empty alternative; write a|b without blanks, or \\| for a literal bar"
        )
    }

    static func joined(_ qualifier: Qualifier, in word: String) -> ScaryBugsError {
        ScaryBugsError(
            .invalidValue,
            "'\(qualifier.name):' follows a bar in '\(word)'; a bar joins values of one field, as "
                + "in \(qualifier.name):a|b")
    }

    static func joined(_ savedQuery: String, in word: String) -> ScaryBugsError {
        ScaryBugsError(
            .invalidValue,
            "'\(savedQuery)' stands beside a bar in '\(word)'; a bar joins values, not saved queries"
        )
    }

    static func phrase(
        _ text: String, with part: String, literally literal: String
    ) -> ScaryBugsError {
        ScaryBugsError(
            .invalidValue,
            "'\(text)' is one phrase with '\(part)' in it; leave the quotes out, or write "
                + "'\(literal)' to search for the phrase")
    }

    static func notNegated(_ word: String, _ meant: String) -> ScaryBugsError {
        ScaryBugsError(.invalidValue, "'\(word)' cannot be negated; write \(meant)")
    }

    static func tooManyWords(in subject: String, _ limits: Limits) -> ScaryBugsError {
        .over(.queryWords, "\(subject) comes to more than \(limits.queryWords.grouped) words")
    }
}
