import ScaryBugs

/// A word such as `rating=4`, `tags+=garden` or `tags-=dead`: a name, an operation and a value.
struct Assignment: Hashable, Sendable {
    enum Operation: Hashable, Sendable {
        case set, add, remove
    }

    let field: String
    let operation: Operation
    private(set) var value: String
    /// The index of the word in the line; nil if it isn't known.
    var index: Int?

    /// Returns nil unless the word is letters, digits and `_`, directly followed by `=`, `+=` or
    /// `-=`.
    init?(_ word: String) {
        guard let equals = word.utf8.firstIndex(of: UInt8(ascii: "=")) else { return nil }
        var name = word[..<equals]
        switch name.utf8.last {
        case UInt8(ascii: "+"): operation = .add
        case UInt8(ascii: "-"): operation = .remove
        default: operation = .set
        }
        if operation != .set { name = name.dropLast() }
        guard !name.isEmpty, name.utf8.allSatisfy(Self.isPlain) || name.allSatisfy(Self.isPart)
        else { return nil }
        field = String(name)
        value = String(word[word.utf8.index(after: equals)...])
    }

    /// Sets a field to a text, even if that begins with `@`.
    init(_ field: String, literally text: String) {
        (self.field, operation) = (field, .set)
        // A path of a picture is taken as it is.
        value = text.hasPrefix("@") && field != Field.picture.name ? "@" + text : text
    }

    /// The word, unless its path was expanded.
    var word: String { target + value }

    /// The word without its value: `tags+=`.
    var target: String {
        switch operation {
        case .set: field + "="
        case .add: field + "+="
        case .remove: field + "-="
        }
    }

    private static func isPart(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_"
    }

    /// A fast test that covers the letters of nearly all names.
    private static func isPlain(_ byte: UInt8) -> Bool {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
    }
}

extension Assignment {
    /// Expands the path after `image=`, or after `notes=@`.
    mutating func expandPath(in word: LineWord, _ paths: PathExpander) throws {
        let isImage = field == Field.picture.name
        let isFile = value.hasPrefix("@") && !value.hasPrefix("@@")
        guard isImage || isFile else { return }
        let mark = isImage ? "" : "@"
        let offset = word.text.utf8.count - value.utf8.count + mark.utf8.count
        value = try mark + paths.path(of: word, from: offset)
    }
}
