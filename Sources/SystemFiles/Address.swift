extension String {
    /// Whether the text is an address on a network, such as `https://example.com/moth.jpg`.
    package var isAddress: Bool {
        let scheme = utf8.prefix { $0 != UInt8(ascii: ":") }
        return scheme.count > 1 && scheme.allSatisfy(Self.isPartOfScheme)
            && utf8.dropFirst(scheme.count).starts(with: "://".utf8)
    }

    private static func isPartOfScheme(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte | 0x20) || "0123456789+-.".utf8.contains(byte)
    }
}

/// Runs `body`, and says in its error that a path is an address.
func naming<Result>(address path: String, _ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let error as ScaryBugsError where path.isAddress {
        throw ScaryBugsError(
            error.code, "\(path) is an address; download it first, and give the path of the file")
    }
}
