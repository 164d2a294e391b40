public import KeyedArchive

// MARK: Fields

extension DocumentData {
    /// The value of a field; nil if there is none, or if the field can't have the stored value.
    ///
    /// - Parameter field: identified by its name, because its key differs between kinds.
    public subscript(field: Field) -> FieldValue? {
        kind.field(named: field.name).flatMap { read($0, in: values).value }
    }

    /// Reads the value of one of this kind's fields.
    ///
    /// - Returns: the value, and whether the stored value is valid for the field, including every
    ///   element of a list. An absent value is valid.
    private func read(
        _ field: Field, in values: Values
    ) -> (value: FieldValue?, isReadable: Bool) {
        // The photograph is in a file of its own.
        if field.type == .picture { return (nil, true) }
        let (stored, isResolved) = values.read(field.key)
        if let value = stored.flatMap({ FieldValue($0, as: field.type) }) {
            return (withText(value, of: field, in: values), true)
        }
        // A format without types may have brought the value as a text before somebody declared the field.
        if kind.customFields.contains(field), let text = stored?.text,
            let value = try? FieldValue(text, for: field)
        {
            return (value, true)
        }
        return (substitute(for: stored, in: field), isAbsent(stored, isResolved))
    }

    /// The value of a field that has none it can have.
    private func substitute(for stored: ArchivedValue?, in field: Field) -> FieldValue? {
        switch field.type {
        case .rating: .rating(0)
        case .list: .list(stored?.elements?.compactMap(\.text) ?? [])
        // Another program may have stored a place in words.
        case .position: stored?.text.map(FieldValue.text)
        case .text where field === Field.identifier: .text(fallback.identifier)
        case .timestamp: stored?.isDate == true ? nil : .timestamp(fallback.date)
        default: nil
        }
    }

    private func isAbsent(_ stored: ArchivedValue?, _ isResolved: Bool) -> Bool {
        switch stored {
        case .null?: true
        case nil: isResolved
        default: false
        }
    }

    /// A date with the text that was entered.
    private func withText(
        _ value: FieldValue, of field: Field, in values: Values
    ) -> FieldValue {
        guard case .date(let date) = value, let textKey = field.textKey else { return value }
        return .date(date.entered(as: values[textKey]?.text))
    }

    /// Calls `body` with each field that has a value, in display order.
    package func forEachValue(_ body: (Field, FieldValue) -> Void) {
        forEachField { field, value, _ in if let value { body(field, value) } }
    }

    /// Calls `body` with each field in display order, with its value, nil if it has none, and whether
    /// the stored value can be read.
    package func forEachField(_ body: (Field, FieldValue?, _ isReadable: Bool) -> Void) {
        let values = values
        for field in kind.fields {
            let (value, isReadable) = read(field, in: values)
            body(field, value, isReadable)
        }
    }

    /// The position in a field; nil without one, or for another text there.
    package func position(in field: Field) -> Position? {
        if case .position(let position)? = self[field] { position } else { nil }
    }

    /// The title; empty if there is none.
    public var title: String {
        if case .text(let title)? = self[.title] { title } else { "" }
    }

    /// The UUID, which stays the same when the document is exported and imported.
    public var identifier: String { stored(Field.identifier.key)?.text ?? fallback.identifier }

    /// The identifier in the form in which it is compared.
    package var canonicalIdentifier: String { DocumentIdentifier.canonical(identifier) }

    /// Keys and values of the archived object that belong to no field of the kind, without what
    /// copies say about themselves. Such keys have a `~`, and nothing prints them.
    public var unknown: [(key: String, value: ArchivedValue)] {
        allUnknown.filter { !$0.key.utf8.contains(UInt8(ascii: "~")) }
    }

    /// Keys and values of the archived object that belong to no field of the kind.
    var allUnknown: [(key: String, value: ArchivedValue)] {
        let values = values
        let known = kind.keys
        return values.keys.compactMap { key in
            known.contains(key) ? nil : values[key].map { (key, $0) }
        }
    }
}

// MARK: Values that can't be read

extension DocumentData {
    /// Messages about values that can't be read. Such values don't prevent use of the document.
    public var warnings: [String] {
        var warnings: [String] = []
        forEachField { field, _, isReadable in
            if !isReadable { warnings.append(Self.warning(about: field)) }
        }
        return warnings
    }

    /// The message about a field whose value can't be read.
    static func warning(about field: Field) -> String {
        field.type == .rating
            ? "the rating is not a number and is read as 0"
            : "the value of \(field.name) is not understood"
    }

    /// Whether the stored value is valid for the field. An absent value is valid.
    func isReadable(_ field: Field) -> Bool { read(field, in: values).isReadable }

    /// The stored value of a field that can't have it; nil if another one takes its place.
    package func otherValue(of field: Field, besides value: FieldValue?) -> ArchivedValue? {
        switch value {
        case nil, .rating?, .list?: archivedValue(of: field)
        default: nil
        }
    }

    /// Whether the archive has one of a field's keys, even if the kind does not have the field.
    package func stores(_ field: Field) -> Bool {
        values.contains(field.key) || field.textKey.map(values.contains) ?? false
    }

    /// Whether a field has a value other than its default, even one that this program can't read.
    package func hasValue(_ field: Field) -> Bool {
        guard values.contains(field.key), archivedValue(of: field) != .null else { return false }
        return self[field]?.isEmpty != true || !isReadable(field)
    }
}

// MARK: The archive

extension DocumentData {
    /// The values of the archived object. A value that can't be resolved counts as absent, and stays
    /// in the archive.
    fileprivate struct Values {
        private let values: KeyedArchive.ObjectValues?

        init(_ data: DocumentData) { values = try? data.archive.values(of: data.object) }

        var keys: [String] { values?.keys ?? [] }

        func contains(_ key: String) -> Bool { values?.contains(key) ?? false }

        /// Returns a value, nil if there is none, and false if one exists that can't be resolved.
        func read(_ key: String) -> (value: ArchivedValue?, isResolved: Bool) {
            do { return (try values?.value(forKey: key), true) } catch { return (nil, false) }
        }

        subscript(key: String) -> ArchivedValue? { read(key).value }
    }

    private var values: Values { Values(self) }

    /// The keys of the archived object; empty if it can't be decoded.
    package var keys: [String] { values.keys }

    package func stored(_ key: String) -> ArchivedValue? { values[key] }

    /// The stored value of a field, even if this program can't read it.
    func archivedValue(of field: Field) -> ArchivedValue? {
        kind.field(named: field.name).flatMap { stored($0.key) }
    }
}
