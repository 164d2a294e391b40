/// Somebody to whom documents go.
package enum Recipient: Hashable, Sendable, CustomStringConvertible {
    case user(UserName)
    /// `local@domain`, in ASCII and without anything that a header or a program could take for more.
    case address(String)

    /// - Throws: ``ScaryBugsError/Code/invalidValue`` for neither a user's name nor an address.
    package init(_ text: String) throws {
        guard text.utf8.contains(UInt8(ascii: "@")) else {
            if text.contains(",") {
                throw ScaryBugsError(
                    .invalidValue, "'\(text)' is no name; write each name as a word of its own")
            }
            // People write names with a capital letter.
            self = .user(try (try? UserName(text.lowercased())) ?? UserName(text))
            return
        }
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        let isPlain = { (byte: UInt8) in
            byte.isASCIIDigit || (0x61...0x7A).contains(byte | 0x20)
                || ".!#$%&'*+/=?^_`{|}~-".utf8.contains(byte)
        }
        let isDomain = { (byte: UInt8) in
            byte.isASCIIDigit || (0x61...0x7A).contains(byte | 0x20) || ".-".utf8.contains(byte)
        }
        guard parts.count == 2, (1...64).contains(parts[0].utf8.count),
            (1...255).contains(parts[1].utf8.count), parts[0].first != "-", parts[1].first != "-",
            parts[0].utf8.allSatisfy(isPlain), parts[1].utf8.allSatisfy(isDomain),
            parts.allSatisfy({
                $0.split(separator: ".", omittingEmptySubsequences: false).allSatisfy {
                    !$0.isEmpty
                }
            })
        else {
            throw ScaryBugsError(
                .invalidValue,
                "'\(text)' is no address; write one such as carol@example.org, each as a word of its own"
            )
        }
        guard parts[1].lowercased() != MessageHead.domain else {
            throw ScaryBugsError(
                .invalidValue,
                "nobody gets mail at \(parts[1]); a user of this home has no domain: \(parts[0])")
        }
        self = .address(text)
    }

    package var description: String {
        switch self {
        case .user(let name): name.description
        case .address(let address): address
        }
    }

    package var isAddress: Bool { if case .address = self { true } else { false } }

    var address: String {
        switch self {
        case .user(let name): "\(name)@\(MessageHead.domain)"
        case .address(let address): address
        }
    }
}
