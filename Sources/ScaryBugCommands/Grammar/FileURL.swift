import Glibc

/// URLs such as `file:///home/alice/a%20moth.jpg`, which terminals paste for a dropped file.
enum FileURL {
    /// The path that a URL of a file on this computer has (RFC 8089); nil for another text.
    static func path(of text: String) -> String? {
        guard text.utf8.count > 5, text.prefix(5).lowercased() == "file:" else { return nil }
        var path = text.dropFirst(5)
        if path.hasPrefix("//") {
            let host = path.dropFirst(2).prefix { $0 != "/" }
            guard isThisComputer(host.lowercased()) else { return nil }
            path = path.dropFirst(2 + host.count)
        }
        return path.hasPrefix("/") ? decoded(path.utf8) : nil
    }

    private static func isThisComputer(_ host: String) -> Bool {
        if host.isEmpty || host == "localhost" { return true }
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return false }
        return name.withUnsafeBufferPointer { name in
            name.baseAddress.map { String(cString: $0).lowercased() == host } ?? false
        }
    }

    /// Decodes `%20` and the like; nil if the result can't be a path.
    private static func decoded(_ text: Substring.UTF8View) -> String? {
        var bytes: [UInt8] = []
        var rest = text[...]
        while let byte = rest.popFirst() {
            let digits = String(Substring(rest.prefix(2)))
            if byte == UInt8(ascii: "%"), digits.utf8.count == 2, digits.allSatisfy(\.isHexDigit),
                let decoded = UInt8(digits, radix: 16)
            {
                bytes.append(decoded)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
    }
}
