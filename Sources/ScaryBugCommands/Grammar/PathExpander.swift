import Glibc
import ScaryBugs

/// Expands `~`, `~user` and wildcards in the paths of a line, as a shell does. The URL of a file is its
/// path.
struct PathExpander: Sendable {
    /// The value of `HOME`; nil if it is not set.
    let home: String?
    private let bounds: WildcardBounds

    init(home: String?, limits: Limits = Limits()) {
        self.home = home
        bounds = WildcardBounds(limits)
    }

    /// The paths that a word means: the word itself if nothing matches its wildcards.
    ///
    /// - Parameter offset: the offset in UTF-8 at which the path begins.
    func paths(of word: LineWord, from offset: Int = 0) throws -> [String] {
        let text = String(decoding: word.text.utf8.dropFirst(offset), as: UTF8.self)
        if let path = FileURL.path(of: text) { return [path] }
        guard let pattern = word.pattern(from: offset) else { return [text] }
        let home = pattern.prefix { pattern.first == "~" && $0 != "/" }
        let directory = homeDirectory(home)
        let path = directory.map { $0 + text.dropFirst(home.count) } ?? text
        let expanded = directory.map { Self.escaped($0) + pattern.dropFirst(home.count) }
        let found = try PathPattern(expanded ?? pattern, shownAs: path).matches(within: bounds)
        return found.isEmpty ? [path] : found
    }

    /// The path that a word means.
    ///
    /// - Throws: ``ScaryBugsError/Code/invalidValue`` if several paths match its wildcards.
    func path(of word: LineWord, from offset: Int = 0) throws -> String {
        let paths = try paths(of: word, from: offset)
        let path = paths.first ?? word.text
        guard paths.count < 2 else {
            throw ScaryBugsError(
                .invalidValue,
                "'\(word.text)' matches \(paths.count.grouped) paths; give one, such as "
                    + LineLexer.line(of: [path]))
        }
        return path
    }

    /// The path at the end of a word, such as the value of an option.
    func path(endingWith value: String, _ word: LineWord) throws -> String {
        try path(of: word, from: word.text.utf8.count - value.utf8.count)
    }

    /// The directory that `~` or `~user` means, without a slash at its end; nil if there is none.
    func homeDirectory(_ word: some StringProtocol) -> String? {
        guard word.first == "~" else { return nil }
        let user = String(word.dropFirst())
        var directory = user.isEmpty ? home : nil
        if directory == nil, let entry = user.isEmpty ? getpwuid(getuid()) : getpwnam(user) {
            directory = entry.pointee.pw_dir.flatMap { String(validatingCString: $0) }
        }
        return directory.map { $0.last == "/" ? String($0.dropLast()) : $0 }
    }

    private static func escaped(_ path: String) -> String {
        path.reduce(into: "") { result, character in
            if "*?[]\\".contains(character) { result += "\\" }
            result.append(character)
        }
    }
}

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
