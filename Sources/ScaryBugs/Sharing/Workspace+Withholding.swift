extension Workspace {
    /// What copies for others leave out, by options and by the preference `share`.
    ///
    /// - Parameters:
    ///   - fields: lists of fields, separated by commas.
    ///   - blur: the size of a grid.
    ///   - documents: the documents whose further keys count as fields.
    ///   - usesPreference: whether the preference counts.
    /// - Returns: nil if nothing is left out.
    package func withholding(
        of fields: [String], blur: String?, from documents: [DocumentName], usesPreference: Bool
    ) throws -> Withholding? {
        var blur = blur
        let isKey = { try self.isKey($0, of: documents) }
        var names = try fields.flatMap { try preferences.fieldNames($0, isKey) }
        if usesPreference, case .text(let share) = preferences[.share] {
            do {
                let shared = try Withholding.words(of: share)
                names += try shared.fields.flatMap { try preferences.fieldNames($0) }
                blur = blur ?? shared.blur
            } catch let error as ScaryBugsError {
                throw error.adding("'config share=VALUE' mends it, --all-fields ignores it")
            }
        }
        if names.isEmpty, blur == nil { return nil }
        return try Withholding(of: names, blur: blur)
    }
}

extension Workspace {
    /// The documents that tell a place in a format, in a value or in a picture. A document that can't
    /// be read tells nothing. If the location is left out, these are the documents that may lead to it
    /// all the same, with the names of the fields that do.
    ///
    /// - Parameters:
    ///   - fields: the names of the fields that are shown; nil for all values.
    ///   - withholding: what is left out anyway.
    package func documentsTellingPlace(
        among names: [DocumentName], as format: ExportFormat, showing fields: Set<String>? = nil,
        without withholding: Withholding?
    ) throws -> [(name: DocumentName, hints: [String])] {
        let reader = try reader()
        var telling: [(name: DocumentName, hints: [String])] = []
        try names.forEachResult { name, place in
            let hints = try ifIntact {
                try reader.at(place).placeHints(name, format, fields, withholding)
            }
            return hints.flatMap(\.self).map { (name, $0) }
        } _: { document in
            if let document { telling.append(document) }
        }
        return telling
    }

    /// Whether a document has a value of another program under a key, also with a prefix.
    private func isKey(_ key: String, of documents: [DocumentName]) throws -> Bool {
        let reader = try reader()
        let plain = PositionTraces.nameWithoutPrefix(key)
        return try documents.contains { name in
            let data = try ifIntact { try reader.open(name) }.flatMap(reader.dataIfReadable)
            let keys = data?.unknown.map { PositionTraces.nameWithoutPrefix($0.key) }
            return keys?.first(named: [plain]) != nil
        }
    }
}

extension DocumentReader {
    /// The names of the fields that may lead to a place that is left out, or none for a place that isn't;
    /// nil for a document that tells none.
    fileprivate func placeHints(
        _ name: DocumentName, _ format: ExportFormat, _ fields: Set<String>?,
        _ withholding: Withholding?
    ) throws -> [String]? {
        guard let withholding, withholding.hidesLocation else {
            return try tellsPlace(name, format, fields, withholding) ? [] : nil
        }
        if format == .picture { return nil }
        let fields = format == .booksOwned ? [Field.title.name] : fields
        let hints = try read(open(name)).data.placeHints(in: fields, without: withholding)
        return hints.isEmpty ? nil : hints
    }

    private func tellsPlace(
        _ name: DocumentName, _ format: ExportFormat, _ fields: Set<String>?,
        _ withholding: Withholding?
    ) throws -> Bool {
        let document = try open(name)
        let tellsInValues = { [self] in
            try read(document).data.tellsPlace(in: fields, without: withholding)
        }
        let tellsInPictures = {
            try withholding?.names(Field.picture.name) != true && !document.positions().isEmpty
        }
        switch format {
        // That a map tells where is what it is for.
        case .booksOwned, .geoJSON, .kml, .gpx: return false
        case .picture: return try document.openPicture()?.position() != nil
        case .bookArchive: return try tellsInValues()
        case .scarybug, .directory, .bug, .creature, .dwca:
            return try tellsInValues() || tellsInPictures()
        }
    }
}
