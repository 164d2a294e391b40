/// A qualifier such as `rating:>=4`: a name, a colon and a value.
struct Qualifier {
    let name: String
    let value: String
}

extension Qualifier {
    /// Parses a qualifier; nil if the word has another form, such as `12:30` or `http://…`.
    ///
    /// The name consists of letters, digits and `_`, but not of digits alone. `//` must not follow
    /// the colon.
    init?(_ word: some StringProtocol) {
        guard let colon = word.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let name = word[..<colon]
        let value = word[word.utf8.index(after: colon)...]
        guard name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }),
            !name.allSatisfy(\.isNumber), !value.hasPrefix("//")
        else { return nil }
        self.init(name: String(name), value: String(value))
    }
}
