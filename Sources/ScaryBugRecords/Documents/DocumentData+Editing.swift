package import KeyedArchive

extension DocumentData {
    /// Sets a field, or removes its value if `value` is nil. Fields that the kind does not have are
    /// ignored.
    ///
    /// - Throws: ``ScaryBugsError/Code/invalidValue`` if a title is removed.
    public mutating func set(_ value: FieldValue?, for field: Field) throws {
        guard let field = kind.field(named: field.name) else { return }
        if value == nil, field.type == .title {
            throw ScaryBugsError(.invalidValue, "a title must not be blank")
        }
        if field.name == Field.at.name { try dropGridNote() }
        let cleared: FieldValue? = field.type == .rating ? .rating(0) : nil
        try store(value ?? cleared, in: field)
    }

    /// Sets the modification date, and stores an identifier and dates that were only derived
    /// before.
    ///
    /// The date is later than the one it replaces, even if the clock was put back, since a table
    /// tells versions apart by it.
    package mutating func touch(now: Timestamp) throws {
        var modified = now
        if case .timestamp(let replaced)? = self[.modified], let next = replaced.next {
            modified = max(now, next)
        }
        try useFormOfApp(modified: modified)
    }

    /// Whether the archive has the current format of the kind's app.
    package var isInFormOfApp: Bool {
        get throws {
            try translatingErrors {
                let storage = try archive.storage(forKey: Field.rating.key, of: object)
                return try archive.root(kind.rootKey) == object
                    && (storage ?? kind.ratingStorage) == kind.ratingStorage
            }
        }
    }

    /// Converts the archive to the current format of the kind's app.
    ///
    /// - Parameter modified: the modification date; nil to leave it unchanged.
    mutating func useFormOfApp(modified: Timestamp? = nil) throws {
        for key in archive.rootKeys where key != kind.rootKey {
            if try translatingErrors({ try archive.root(key) }) == object {
                archive.setRoot(key, to: nil)
            }
        }
        archive.setRoot(kind.rootKey, to: object)
        let rating = stored(Field.rating.key).flatMap { FieldValue($0, as: .rating) }
        if let rating { try set(rating, for: .rating) }
        try storeIdentity(modified: modified)
    }

    /// Removes a field's key, even if the kind does not have the field.
    mutating func remove(_ field: Field) throws {
        try store(nil, forKey: field.key)
        if let textKey = field.textKey { try store(nil, forKey: textKey) }
    }

    /// Moves the stored value of another kind's field to the key of this kind's field.
    package mutating func move(_ other: Field, to field: Field) throws {
        try translatingErrors {
            try archive.rename(key: other.key, to: field.key, of: object)
            if let textKey = other.textKey, let newKey = field.textKey, keys.contains(textKey) {
                try archive.rename(key: textKey, to: newKey, of: object)
            }
        }
    }

    /// Stores the identifier if it was only derived before.
    package mutating func storeIdentifier() throws {
        guard stored(Field.identifier.key)?.text == nil else { return }
        try store(.string(identifier), forKey: Field.identifier.key)
    }

    mutating func storeIdentity(modified: Timestamp? = nil) throws {
        let fallback = FieldValue.timestamp(fallback.date)
        let created = self[.created] ?? fallback
        let modified = modified.map(FieldValue.timestamp) ?? self[.modified] ?? fallback
        try store(.string(identifier), forKey: Field.identifier.key)
        try store(created.archived(replacing: nil), forKey: Field.created.key)
        try store(modified.archived(replacing: nil), forKey: Field.modified.key)
        // The version of the format.
        try store(.integer(1), forKey: Self.versionKey)
    }

    private mutating func store(_ value: FieldValue?, in field: Field) throws {
        // An app reads a number only in the storage that it wrote.
        let present = try translatingErrors { try archive.storage(forKey: field.key, of: object) }
        try store(
            value.map { $0.archived(replacing: $0.isList ? stored(field.key) : nil) },
            forKey: field.key,
            storage: field.type == .rating ? kind.ratingStorage : present ?? .automatic)
        if let textKey = field.textKey { try store(textOf: value, forKey: textKey, of: field) }
    }

    /// Stores the text of a date.
    ///
    /// - Throws: ``ScaryBugsError/Code/invalidValue`` if the key holds something else, which another
    ///   program put there.
    private mutating func store(
        textOf value: FieldValue?, forKey key: String, of field: Field
    ) throws {
        let present = stored(key) ?? .null
        guard present == .null || present.text.flatMap({ EDTFDate($0) }) != nil else {
            throw ScaryBugsError(
                .invalidValue, "\(field.name): the document holds other data under '\(key)'")
        }
        try store(value.map { .string($0.text) }, forKey: key)
    }

    package mutating func store(
        _ value: ArchivedValue?, forKey key: String, storage: KeyedArchive.Storage = .automatic
    ) throws {
        try translatingErrors {
            try archive.setValue(value, forKey: key, of: object, storage: storage)
        }
    }

    /// The bytes of all texts, a shared text once for each use.
    package var textBytes: Int {
        var count = 0
        forEachValue { count += $1.textBytes }
        return count
    }

    /// Checks the values against the limits on values.
    ///
    /// - Parameters:
    ///   - size: the bytes of the data file.
    /// - Throws: ``ScaryBugsError/Code/limitExceeded`` that names the field and the limit.
    package func check(_ limits: Limits, fileSize size: Int) throws {
        if let excess = excesses(over: limits, fileSize: size).first { throw excess }
        try limits.check(dataFileSize: size)
    }

    package func excesses(over limits: Limits, fileSize size: Int) -> [ScaryBugsError] {
        // Most data files are too small for any such value. The largest list of a file that shares
        // one text has half of the bytes as text and half as references.
        let isSmall =
            size <= limits.listValues && 2 * size <= limits.titleBytes
            && size / 2 * (size / 2) <= limits.textFileBytes
        if isSmall { return [] }
        let excesses = kind.fields.compactMap { field in
            self[field].flatMap { limits.excess($0, field) }
        }
        return excesses
            + allUnknown.compactMap { key, value in
                let name = Beside.parts(of: key)?.key ?? key
                return value.text.flatMap { limits.excess(of: name, bytes: $0.utf8.count) }
            }
    }
}

extension FieldValue {
    var textBytes: Int {
        switch self {
        case .text(let text): text.utf8.count
        case .list(let values): values.reduce(0) { $0 + $1.utf8.count }
        default: 0
        }
    }
}

extension Limits {
    /// Checks the value that an edit gave to a field; see ``DocumentData/check(_:fileSize:)``.
    package func check(_ edit: Edit, of data: DocumentData) throws {
        let value: FieldValue? =
            switch edit {
            case .set(_, let value): value
            case .add(let field, _): data[field]
            case .clear, .remove: nil
            }
        if let excess = value.flatMap({ excess($0, edit.field) }) { throw excess }
    }

    package func excess(_ value: FieldValue, _ field: Field) -> ScaryBugsError? {
        if case .list(let values) = value, values.count > listValues {
            return Limit(listValues, .listValues).exceeded(
                "\(field.name) has more than \(listValues.grouped) values")
        }
        return excess(of: field.name, bytes: value.textBytes, isTitle: field.type == .title)
    }

    fileprivate func excess(
        of name: String, bytes: Int, isTitle: Bool = false
    ) -> ScaryBugsError? {
        let limit =
            isTitle ? Limit(titleBytes, .titleBytes) : Limit(textFileBytes, .textFileBytes)
        return bytes <= limit.value ? nil : limit.exceeded(byFile: name)
    }

    /// Checks that a data file can be read again.
    package func check(dataFileSize size: Int) throws {
        guard size <= dataFileBytes else {
            throw ScaryBugsError.over(
                .dataFileBytes,
                "the document's fields need more than \(ByteCount(dataFileBytes)) together")
        }
    }
}
