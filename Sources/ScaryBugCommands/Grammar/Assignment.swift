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

    /// `place=b` for the words `place = b`, `place =b` or `place= b`; nil for other words. The
    /// word before the sign must not be a selection, such as a number.
    static func joined(_ words: [String]) -> String? {
        for (index, word) in words.enumerated().dropFirst(1) {
            let (before, after) = (words[index - 1], words.dropFirst(index + 1).first)
            let text: String?
            if word == "=" {
                text = after.map { "\(before)=\($0)" }
            } else {
                text = word.hasPrefix("=") || before.hasSuffix("=") ? before + word : nil
            }
            if let text, Assignment(text) != nil, !Selection.mustBeMeant(by: [before]) {
                return LineLexer.line(of: [text])
            }
        }
        return nil
    }

    /// `rating=4` for the words `rating 4` or the word `rating:4`, with the word that names the field;
    /// nil where no field is named.
    ///
    /// - Parameter value: the value after a name that nothing follows; nil to ignore such a name.
    static func meant(
        by words: [String], else value: String? = nil
    ) -> (text: String, word: String)? {
        for (index, word) in words.enumerated() {
            let parts = word.split(separator: ":", maxSplits: 1).map(String.init)
            guard let name = parts.first, DocumentKind.all.editableNames.contains(name),
                let value = parts.dropFirst().first
                    ?? words.dropFirst(index + 1).first(where: { $0 != "=" })?.droppingEquals
                    ?? value
            else { continue }
            return (LineLexer.line(of: ["\(name)=\(value)"]), word)
        }
        return nil
    }

    /// `rating=3` for the words `Weta rating 3`, and `'Giant Weta' rating=3` for a title of two words.
    ///
    /// - Returns: nil unless the words end with fields and valid values.
    static func afterTitle(_ words: [String]) -> String? {
        for start in words.indices.dropFirst() {
            guard let pairs = pairs(in: words[start...]) else { continue }
            let title = words[..<start].joined(separator: " ")
            return LineLexer.line(of: (start > 1 ? [title] : []) + pairs)
        }
        return nil
    }

    /// `["rating=3"]` for the words `rating 3`; nil for other words.
    private static func pairs(in words: ArraySlice<String>) -> [String]? {
        var (rest, pairs) = (words, [String]())
        while let name = rest.popFirst() {
            guard let value = rest.popFirst(),
                let field = DocumentKind.all.flatMap(\.fields).first(where: { $0.name == name }),
                field.isEditable, field.type != .picture,
                (try? FieldValue(value, for: field)) != nil
            else { return nil }
            pairs.append("\(name)=\(value)")
        }
        return pairs
    }
}

extension String {
    /// The text without an equals sign at its beginning, as in `tags =x`.
    fileprivate var droppingEquals: String { hasPrefix("=") ? String(dropFirst()) : self }
}
