internal import KeyedArchive

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
        let cleared: FieldValue? = field.type == .rating ? .rating(0) : nil
        try store(value ?? cleared, in: field)
    }

    /// Sets the modification date, and stores an identifier and dates that were only derived
    /// before.
    ///
    /// The date is later than the one it replaces, even if the clock was put back, since a table
    /// tells versions apart by it.
    public mutating func touch(now: Timestamp) throws {
        var modified = now
        if case .timestamp(let replaced)? = self[.modified], let next = replaced.next {
            modified = max(now, next)
        }
        try useFormOfApp(modified: modified)
    }

    /// Whether the archive has the current format of the kind's app.
    var isInFormOfApp: Bool {
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
    mutating func move(_ other: Field, to field: Field) throws {
        try translatingErrors {
            try archive.rename(key: other.key, to: field.key, of: object)
            if let textKey = other.textKey, let newKey = field.textKey, keys.contains(textKey) {
                try archive.rename(key: textKey, to: newKey, of: object)
            }
        }
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

    mutating func store(
        _ value: ArchivedValue?, forKey key: String, storage: KeyedArchive.Storage = .automatic
    ) throws {
        try translatingErrors {
            try archive.setValue(value, forKey: key, of: object, storage: storage)
        }
    }
}
