/// The rule for names of custom fields and saved queries, which must be able to precede `=` or `:`.
package enum CustomName {
    /// The most bytes of a name. It heads a column, and nobody types a longer one.
    private static let limit = 64

    /// - Parameter what: the thing to be named, for the message.
    /// - Throws: ``ScaryBugsError/Code/invalidValue`` with a description of a valid name.
    package static func check(_ name: String, of what: String) throws {
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

    /// Checks single scalars, since a letter may contain invisible joiners.
    private static func isOfName(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar == "_" || UInt8(ascii: scalar).isPartOfWord }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark: return true
        default: return Character(scalar).isLetter || Character(scalar).isNumber
        }
    }
}
