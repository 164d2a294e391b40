import ScaryBugs

/// The text of a document that `edit` opens: a line for each field, an empty line, the notes.
///
///     # Document 3, a bug: ...
///     title: Potato Bug
///     rating: 4
///     place:
///
///     Found in the compost.
///
/// Lines that begin with `#` before the empty line are comments. A line that begins with a tab belongs
/// to the value before it.
struct DocumentText {
    /// The texts of the fields by their names, in the order of the lines.
    private var values: [(name: String, text: String)] = []
    private(set) var errors: [ScaryBugsError] = []
    /// The values of conflicts that the document doesn't show.
    private var others: [String] = []

    private static let notes = "notes"
    /// The number of errors after which an edited text is not read on.
    static let mostErrors = 100
    private static let errorMark = "# error: "

    init(of data: DocumentData, kind: DocumentKind) {
        for field in kind.fields where field.isEditable && field.type != .picture {
            values.append((field.name, data[field]?.text ?? ""))
        }
        others = data.conflicts.flatMap { conflict in
            conflict.others.map { "\(conflict.name): \($0.text)" }
        }
    }

    /// Parses an edited text. Its ``errors`` quote the wrong lines.
    init(parsing text: String) {
        // Whole characters would take CR LF for one.
        let lines = text.unicodeScalars.split(
            separator: "\n", omittingEmptySubsequences: false
        ).map { String($0) }
        var names: Set<String> = []
        for (index, line) in lines.enumerated() {
            if line.isEmpty || line == "\r" {
                let notes = lines[(index + 1)...].joined(separator: "\n")
                // Editors end the last line, too.
                values.append((Self.notes, Self.droppingNewline(notes)))
                return
            }
            guard let error = read(line, &names) else { continue }
            errors.append(error)
            guard errors.count < Self.mostErrors else { return }
        }
        values.append((Self.notes, ""))
    }

    /// Returns an error that names the text of the line, since its number changes when the error stands
    /// above it.
    ///
    /// - Parameter names: the names of the fields before the line.
    private mutating func read(_ line: String, _ names: inout Set<String>) -> ScaryBugsError? {
        if line.hasPrefix("#") { return nil }
        if line.unicodeScalars.first == "\t", let last = values.indices.last {
            values[last].text += "\n" + String(line.unicodeScalars.dropFirst())
            return nil
        }
        guard let colon = line.unicodeScalars.firstIndex(of: ":") else {
            return ScaryBugsError(
                .invalidValue,
                "'\(line.prefix(60))' is not 'field: value'; the notes follow the first empty line")
        }
        let name = String(line[..<colon]).trimmed
        guard name != Self.notes else {
            return ScaryBugsError(
                .invalidValue,
                "'\(line.prefix(60))' is among the fields; the notes follow the first empty line")
        }
        guard names.insert(name).inserted else {
            return ScaryBugsError(.invalidValue, "'\(name)' is given twice; leave one line out")
        }
        let text = line.unicodeScalars[line.unicodeScalars.index(after: colon)...]
        values.append((name, String(text.first == " " ? text.dropFirst() : text)))
        return nil
    }

    private static func droppingNewline(_ text: String) -> String {
        text.unicodeScalars.last == "\n" ? String(text.unicodeScalars.dropLast()) : text
    }

    // MARK: Writing

    /// The other values of conflicts, as comments.
    private var comments: String {
        let lines = others.flatMap { $0.split(whereSeparator: \.isNewline) }
        return lines.isEmpty
            ? "" : "# The other values of conflicts:\n" + lines.map { "#   \($0)\n" }.joined()
    }

    /// The text for the editor.
    func text(of name: DocumentName) -> String {
        let fields = values.filter { $0.name != Self.notes }.map { name, text in
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            return "\(name): \(lines.joined(separator: "\n\t"))\n"
        }
        return """
            # Document \(name.number), a \(name.kind.name). Fields, an empty line, then the notes.
            # An empty value clears a field. A field without a line stays as it is.

            """ + comments + fields.joined() + "\n\(self[Self.notes] ?? "")\n"
    }

    /// A text with errors as comments at its beginning, in place of earlier ones.
    static func text(_ text: [UInt8], explaining errors: [ScaryBugsError]) -> [UInt8] {
        var rest = text[...]
        while rest.starts(with: errorMark.utf8) {
            rest = rest.drop { $0 != lineFeed }.dropFirst()
        }
        let comments = errors.flatMap { $0.message.split(whereSeparator: \.isNewline) }
            .map { "\(errorMark)\($0)\n" }
        return Array(comments.joined().utf8) + rest
    }

    /// A text whose lines all end with CR LF, or that has a byte order mark, as some editors save it, as
    /// UTF-8 with LF. Any other text stays as it is.
    static func withLineFeeds(_ text: [UInt8]) -> [UInt8] {
        if ByteOrderMark(text) != nil, let plain = String(ofTextFile: text) {
            return Array(plain.utf8)
        }
        let lines = text.split(separator: lineFeed, omittingEmptySubsequences: false)
        guard lines.count > 1, lines.dropLast().allSatisfy({ $0.last == carriageReturn }) else {
            return text
        }
        return Array(
            (lines.dropLast().map { $0.dropLast() } + [lines.last ?? []])
                .joined(separator: [lineFeed]))
    }

    private static let lineFeed = UInt8(ascii: "\n"), carriageReturn = UInt8(ascii: "\r")

    // MARK: Comparing

    /// Whether it has neither fields nor notes.
    var isEmpty: Bool {
        errors.isEmpty && values.allSatisfy { $0.name == Self.notes && $0.text.trimmed.isEmpty }
    }

    /// The text of a field; nil if it has no line.
    subscript(name: String) -> String? { values.first { $0.name == name }?.text }

    /// The assignments that change another text into this one.
    func changes(from other: DocumentText) -> [Assignment] {
        values.map { ($0.name, $0.name == Self.notes ? notes(after: other) : $0.text) }
            .filter { other[$0] != $1 && other[$0].map(Self.withLineFeeds) != $1 }
            .map { Assignment($0, literally: $1) }
    }

    /// The text of a field after an editor has changed all line ends.
    private static func withLineFeeds(_ text: String) -> String {
        String(text.map { $0 == "\r\n" ? "\n" : $0 })
    }

    /// The notes. A text without notes ends with empty lines, and new notes below these don't begin
    /// with them.
    private func notes(after other: DocumentText) -> String {
        let text = self[Self.notes] ?? ""
        guard other[Self.notes]?.isEmpty ?? true else { return text }
        return String(text.drop { $0 == "\n" || $0 == "\r\n" })
    }
}

/// The temporary file that an editor changes.
struct EditedFile {
    let path: String
    private let directory: Directory
    private let name: String
    private(set) var written: [UInt8]

    init(_ bytes: [UInt8], in directory: String, number: Int) throws {
        let name = "scarybug-\(number)-\(UInt32.random(in: 1_000_000_000 ... .max)).txt"
        self.directory = try Directory.open(path: directory)
        (path, written) = ("\(directory)/\(name)", bytes)
        self.name = name
        try self.directory.createFile(named: name, calledAs: DisplayPath(path)).write(bytes)
    }

    /// Reads the file again. Editors may have replaced it.
    func read(limit: Limit) throws -> [UInt8] {
        try File.open(path: path, waiting: false).contents(limit: limit)
    }

    /// Writes other bytes. If that fails, the present ones stay.
    mutating func write(_ bytes: [UInt8]) throws {
        let new = name + ".new"
        try? directory.removeFile(named: new)
        try directory.createFile(named: new).write(bytes)
        try directory.move(new, to: name, in: directory, .replace)
        written = bytes
    }

    func exists() throws -> Bool { try directory.status(of: name) != nil }

    func remove() { try? directory.removeFile(named: name) }
}
