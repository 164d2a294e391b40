/// What a user may call a field or a query of their own: what can stand before `=` or `:`.
enum OwnName {
    /// In bytes: it heads a column, and nobody types a longer one.
    private static let limit = 64

    /// - Parameter what: what it is to be the name of.
    /// - Throws: ``ScaryBugsError/Code/invalidValue`` with what a name is.
    static func check(_ name: String, of what: String) throws {
        guard name.utf8.count <= limit else {
            throw ScaryBugsError(
                .invalidValue,
                "the name of a \(what) has at most \(limit) bytes, not "
                    + "\(name.utf8.count)")
        }
        guard name.first?.isLetter == true, name.unicodeScalars.allSatisfy(isOfName) else {
            throw ScaryBugsError(
                .invalidValue,
                "'\(name)' cannot be the name of a \(what): letters, digits and _, a letter first")
        }
    }

    /// Scalar by scalar, since a letter may have joiners in it that nobody sees.
    private static func isOfName(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark: true
        default: scalar == "_" || Character(scalar).isLetter || Character(scalar).isNumber
        }
    }
}
