/// The name of a user and of the user's directory.
public struct UserName: Hashable, Comparable, Sendable, CustomStringConvertible {
    public let description: String

    /// The most bytes of a name. Nobody types a longer one.
    private static let limit = 32

    /// - Throws: ``ScaryBugsError/Code/invalidValue`` unless the name has 1 to 32 of a-z, 0-9, `.`,
    ///   `_`, `-`, and begins with a letter or a digit.
    public init(_ name: String) throws {
        let isAlphanumeric = { (byte: UInt8) in
            (0x61...0x7A).contains(byte) || byte.isASCIIDigit
        }
        guard name.utf8.count <= Self.limit else {
            throw ScaryBugsError(
                .invalidValue,
                "the name of a user has at most \(Self.limit) bytes, not "
                    + name.utf8.count.grouped)
        }
        guard let first = name.utf8.first, isAlphanumeric(first),
            name.utf8.allSatisfy({ isAlphanumeric($0) || "._-".utf8.contains($0) })
        else {
            throw ScaryBugsError(
                .invalidValue,
                """
                '\(name)' cannot be a user's name: 1 to 32 of a-z, 0-9, '.', '_', '-', the first \
                a letter or a digit
                """)
        }
        description = name
    }

    public static func < (left: UserName, right: UserName) -> Bool {
        left.description < right.description
    }
}
