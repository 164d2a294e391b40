internal import KeyedArchive

/// A field or a file to which several people gave different values before they exchanged their copies.
///
/// Everybody shows the same value, and the others lie beside it; see ``Beside``. The data file alone
/// tells all conflicts of a document.
package struct Conflict: Sendable {
    /// One of the values.
    package struct Value: Sendable {
        /// The value of a field, or the name of a file; null for a cleared field or a removed file.
        let record: RecordValue
        /// The name of a file for people, with its size if that is known; nil for any other value.
        let name: String?
        /// The name of the person who entered it; nil if nobody knows.
        let author: String?
        package let source: CopyContent.Source
    }

    /// The name of the field or of the file.
    package let name: String
    package let register: CopyState.Register
    let shown: Value
    /// The other values, the latest first.
    package let others: [Value]
    package var hasSeveralOthers: Bool { others.count > 1 }

    /// The key of the name with which a file is stored; the key of any other value.
    package var nameKey: String {
        CopyState.isFurtherFile(register.key) ? CopyContent.fileKey(name) : register.key
    }

    /// Whether a user who enters a name means it.
    package func isMeant(by entered: String) -> Bool {
        let key = CopyContent.fileKey(entered)
        return name == entered || nameKey == key || register.nameKey == key
    }

    /// The values for people, the shown one first: `4 (alice) or 2 (bob)`.
    package var text: String { Self.text(of: [shown] + others) }

    /// The shown value for people, and the others.
    package var shownText: String { Self.text(of: [shown.withoutAuthor]) }
    package var othersText: String { Self.text(of: others.map(\.withoutAuthor)) }

    /// The values for people, each in a line of its own if they are long.
    package var lines: [String] {
        let texts = ([shown] + others).map(\.text)
        let isLong = text.utf8.count > 60 || texts.contains { $0.contains(where: \.isNewline) }
        return isLong ? texts : [text]
    }

    package static func text(of values: [Value]) -> String {
        values.map(\.text).joined(separator: " or ")
    }

    /// Whether the shown value is a person's.
    package func isShown(by person: String) -> Bool { shown.isValue(of: person) }

    /// The other value of a person; nil if there is none.
    package func other(by person: String) -> Value? {
        others.first { $0.isValue(of: person) }
    }

    package func hasValue(of person: String) -> Bool {
        isShown(by: person) || other(by: person) != nil
    }

    /// Whether the name of a person chooses another value. Several people may have one name.
    package var areNamed: Bool {
        let people = ([shown] + others).compactMap { $0.author.map(Tokenizer.folded) }
        return Set(people).count == people.count && others.contains { $0.author != nil }
    }

    /// Whether the values are notes, which can be joined.
    package var isOfNotes: Bool { name == Field.notes.name }
}

extension Conflict.Value {
    /// The value for people, with the name of its author.
    package var text: String {
        var text = name ?? record.text ?? "(none)"
        if case .list(let texts) = record {
            text = texts.compactMap(\.text).joined(separator: ", ")
        }
        return text + (author.map { " (\($0))" } ?? "")
    }

    fileprivate func isValue(of person: String) -> Bool {
        author.map { Tokenizer.folded($0) == Tokenizer.folded(person) } ?? false
    }

    fileprivate var withoutAuthor: Self {
        .init(record: record, name: name, author: nil, source: source)
    }

    /// The name of a file that lies beside another; nil for any other value.
    package var fileName: String? {
        if case .file(let name, _) = source { return name }
        return nil
    }
}

extension DocumentData {
    /// The keys of values that lie beside others.
    package var keysBeside: [String] {
        keys.filter { $0.utf8.contains(UInt8(ascii: "~")) && Beside.parts(of: $0) != nil }
    }

    /// Whether several people gave a field different values.
    package func hasConflict(in field: Field) -> Bool {
        keysBeside.contains { CopyContent.register(besideUnder: $0).key == field.key }
    }

    /// The names of files that lie beside others.
    package var filesBeside: Set<String> {
        Set(conflicts.flatMap { $0.others.compactMap(\.fileName) })
    }

    package var photographKey: String { CopyContent.fileKey(kind.photographName) }

    /// The conflicts in the order of the kind's fields. Files and unknown keys follow.
    package var conflicts: [Conflict] { conflicts(sizedBy: ContentVersion([])) }

    /// - Parameter files: files whose sizes the conflicts tell.
    package func conflicts(sizedBy files: ContentVersion) -> [Conflict] {
        let keys = keysBeside
        guard !keys.isEmpty else { return [] }
        let content = CopyContent(self, ContentVersion([]))
        let state = try? changes()
        var others = content.others
        for key in keys {
            guard let value = fileBeside(under: key) else { continue }
            others[CopyContent.register(besideUnder: key), default: []].append(value)
        }
        let order = kind.fields.map(\.name)
        return others.map { register, others in
            conflict(register, others, content.shown[register], state, files)
        }.sorted { left, right in
            let places = [left, right].map { order.firstIndex(of: $0.name) ?? order.count }
            return (places[0], left.name) < (places[1], right.name)
        }
    }

    private func conflict(
        _ register: CopyState.Register, _ others: [CopyContent.Value],
        _ shown: CopyContent.Value?, _ state: CopyState?, _ files: ContentVersion
    ) -> Conflict {
        let known = state?.checksums(of: register) ?? []
        let value = { (checksum: UInt32?, source: CopyContent.Source) in
            Conflict.Value(
                record: record(of: source, register), name: fileName(of: source, files),
                author: state?.stamp(of: checksum, in: register)?.author.name, source: source)
        }
        let name = name(of: register, others, state)
        let sorted = others.sorted { left, right in
            let places = [left, right].map { known.firstIndex(of: $0.checksum) ?? known.count }
            return (places[0], left.checksum ?? 0) < (places[1], right.checksum ?? 0)
        }
        var present = value(shown?.checksum, shown?.source ?? .cleared)
        if register.isFile {
            // The data file doesn't tell the bytes of the shown file, but all other values.
            let checksum = known.first { checksum in
                !others.contains { $0.checksum == checksum }
            }
            let file = name == Field.picture.name ? kind.photographName : name
            let isRemoved = checksum.map { $0 == nil } ?? false
            present = value(
                checksum ?? nil, isRemoved ? .cleared : .file(file, nameKey: nil))
        }
        return Conflict(
            name: name, register: register, shown: present,
            others: sorted.map { value($0.checksum, $0.source) })
    }

    /// The registers of files that lie beside others, by their names.
    var registersBeside: [String: CopyState.Register] {
        var registers: [String: CopyState.Register] = [:]
        for key in keysBeside {
            guard case .file(let file, _)? = fileBeside(under: key)?.source else { continue }
            registers[file] = CopyContent.register(besideUnder: key)
        }
        return registers
    }

    private func fileBeside(under key: String) -> CopyContent.Value? {
        guard let (name, checksum) = Beside.parts(of: key), let checksum, name.hasPrefix("/"),
            let file = stored(key)?.text, Beside.parts(ofFile: file)?.checksum == checksum
        else { return nil }
        let nameKey = Beside.key(Self.imageNameKey, checksum)
        return .init(
            checksum: checksum,
            source: .file(file, nameKey: stored(nameKey) == nil ? nil : nameKey))
    }

    private func name(
        of register: CopyState.Register, _ others: [CopyContent.Value], _ state: CopyState?
    ) -> String {
        guard register.isFile else {
            return kind.fields.first { $0.key == register.key }?.name ?? register.key
        }
        if register.key == photographKey { return Field.picture.name }
        let files = others.compactMap { value in
            if case .file(let name, _) = value.source { name } else { nil }
        }
        let attached =
            files.first.map(register.attachedName) ?? String(register.nameKey.dropFirst())
        return state.map { FileNames($0).name(of: register, attachedAs: attached) }
            ?? files.first.flatMap { Beside.parts(ofFile: $0)?.key } ?? attached
    }

    /// The name that the file had, and its size; nil for any other value.
    private func fileName(of source: CopyContent.Source, _ files: ContentVersion) -> String? {
        guard case .file(let name, let nameKey) = source else { return nil }
        let isPhotograph = kind.photographNames.first(named: [name]) != nil
        let known = nameKey ?? (isPhotograph ? Self.imageNameKey : nil)
        let size = files.file(named: name).map { ", \($0.size.counting("byte"))" } ?? ""
        let original = known.flatMap { stored($0)?.text }
        return (original ?? Beside.parts(ofFile: name)?.key ?? name) + size
    }

    private func record(
        of source: CopyContent.Source, _ register: CopyState.Register
    ) -> RecordValue {
        switch source {
        case .cleared: return .null
        case .element(let text), .file(let text, _): return .string(text)
        case .key(let key, let textKey):
            guard let stored = stored(key) else { return .null }
            let field = kind.fields.first { $0.key == register.key }
            guard let value = field.flatMap({ FieldValue(stored, as: $0.type) }) else {
                return RecordValue(stored)
            }
            guard case .date(let date) = value else { return RecordValue(value) }
            return .string(date.entered(as: textKey.flatMap { self.stored($0)?.text }).text)
        }
    }

    // MARK: The end of a conflict

    /// Removes what the data file has of the values that are not shown.
    package mutating func end(_ conflicts: [Conflict]) throws {
        let ended = Set(conflicts.map(\.register))
        var keys = Set(keysBeside.filter { ended.contains(CopyContent.register(besideUnder: $0)) })
        for value in conflicts.lazy.flatMap(\.others) {
            if case .key(_, let key?) = value.source { keys.insert(key) }
            if case .file(_, let key?) = value.source { keys.insert(key) }
        }
        guard !keys.isEmpty else { return }
        try translatingErrors { try archive.removeValues(forKeys: keys, of: object) }
    }

    /// Makes one text of all values, each after the name of its author.
    package mutating func joinTexts(of conflict: Conflict) throws {
        guard let field = kind.field(named: conflict.name) else { return }
        let texts = ([conflict.shown] + conflict.others).compactMap { value in
            value.record.text.map { text in (value.author.map { "\($0): " } ?? "") + text }
        }
        try set(.text(texts.joined(separator: "\n\n")), for: field)
    }

    /// Puts another value of a field in the place of the shown one.
    package mutating func take(_ other: Conflict.Value, of conflict: Conflict) throws {
        let key = conflict.register.key
        let present = self
        guard case .key(let otherKey, let otherTextKey) = other.source else {
            let field = kind.fields.first { $0.key == key }
            return try field.map { try set(nil, for: $0) } ?? store(nil, forKey: key)
        }
        try copy(otherKey, of: present, to: key)
        let text = otherTextKey.flatMap { present.stored($0) }
        var hasText = text != nil
        if case .key(_, .some) = conflict.shown.source { hasText = true }
        if hasText { try store(text, forKey: Field.textKey(ofDate: key)) }
    }
}
