extension Workspace {
    /// The user's custom fields, which documents of every kind have.
    public var customFields: [Field] {
        // Each line of a script asks several times, and all preferences would be copied.
        knownPreferences?.preferences.customFields ?? preferences.customFields
    }

    /// A kind with the custom fields added.
    public func kind(_ kind: DocumentKind) -> DocumentKind { kind.adding(customFields) }

    /// The kinds of these documents, with the custom fields added.
    public func kinds(of names: some Sequence<DocumentName>) -> [DocumentKind] {
        DocumentKind.distinct(names.map(\.kind)).map(kind)
    }

    /// Adds a custom field.
    ///
    /// - Returns: false if the field exists already.
    /// - Throws: ``ScaryBugsError/Code/exists`` if a field with another type or spelling has the
    ///   name, ``ScaryBugsError/Code/limitExceeded`` if there are too many fields.
    public func add(_ field: Field) throws -> Bool {
        try changePreferences { try $0.add(field) }
    }

    /// Removes a custom field. Documents keep its values as data that the program does not know.
    ///
    /// - Throws: ``ScaryBugsError/Code/notFound`` with the nearest existing name.
    public func removeField(named name: String) throws {
        try changePreferences { try $0.removeField(named: name) }
    }

    /// A custom field that got a new name.
    public struct RenamedField: Sendable {
        /// The field with its new name.
        public let field: Field
        /// The number of documents that had a value.
        public let documentCount: Int
        /// The names of the saved queries that name the field.
        public let queries: [String]
    }

    /// Renames a custom field. The values in all documents move to the new name, and saved queries
    /// name the field by it. Dates of modification stay, since no value changes.
    ///
    /// - Throws: ``ScaryBugsError/Code/notFound`` if there is no such field, and
    ///   ``ScaryBugsError/Code/exists`` if the new name belongs to another field, or if a document
    ///   has a value under it, and ``ScaryBugsError/Code/refused`` if one has a conflict in the field. In all
    ///   cases nothing changes.
    public func renameField(named name: String, to newName: String) throws -> RenamedField {
        // Invalid names are refused before a new workspace is made.
        var present = readPreferences()
        _ = try present.renameField(named: name, to: newName)
        return try locked {
            var planned = readPreferences()
            let (old, new) = try planned.renameField(named: name, to: newName)
            let names = try documents(with: old, without: new)
            let queries = try changePreferencesAndDocuments { preferences, writer in
                let before = preferences.savedQueries
                _ = try preferences.renameField(named: name, to: newName)
                for (index, name) in names.enumerated() {
                    report(.changing, index, of: names.count)
                    try Interruption.check()
                    try move(old, to: new, in: name, writer)
                }
                return preferences.savedQueries.filter { !before.contains($0) }.map(\.name)
            }
            return RenamedField(field: new, documentCount: names.count, queries: queries)
        }
    }

    /// The documents that store a value of a field.
    ///
    /// - Throws: ``ScaryBugsError/Code/exists`` if a document stores a value under the other
    ///   field's keys, which would be lost.
    private func documents(with field: Field, without other: Field) throws -> [DocumentName] {
        let reader = try reader()
        let read = { @Sendable (name: DocumentName, place: WorkPlace) in
            let reader = reader.at(place)
            let data = try reader.openIfPresent(name).flatMap(reader.dataIfReadable)
            return (
                name: name,
                data: data.map { ($0.stores(field), $0.stores(other), $0.hasConflict(in: field)) }
            )
        }
        var names: [DocumentName] = []
        try documentNames().forEachResult(of: read) { name, data in
            guard let (hasValue, hasOther, isTorn) = data else {
                return warn(
                    "document \(name.number) cannot be read; "
                        + "a value of '\(field.name)' in it keeps that name")
            }
            guard !hasOther else {
                throw ScaryBugsError(
                    .exists,
                    "document \(name.number) has a value under '\(other.name)' already, which no "
                        + "field shows; choose another name, or 'field add \(other.name) TYPE' shows "
                        + "it")
            }
            guard !isTorn else {
                throw ScaryBugsError(
                    .refused,
                    "document \(name.number) has a conflict in '\(field.name)'; 'resolve \(name.number) "
                        + "\(field.name)' ends it, and then the field gets its name")
            }
            if hasValue { names.append(name) }
        }
        return names
    }

    private func move(
        _ field: Field, to other: Field, in name: DocumentName, _ writer: Writer
    ) throws {
        let reader = try reader()
        let document = try reader.open(name)
        let read = try reader.read(document)
        var data = read.data
        try data.move(field, to: other)
        try replaceData(of: document, read, with: data.encoded(), writer)
    }
}
