import Containers

/// Photographs that are here, whose time, position, title, keywords or stars are other ones now.
extension Workspace {
    /// Changes the documents of photographs as these say now, where nobody changed them here.
    ///
    /// - Returns: what was changed. A document whose photograph tells nothing new is left out.
    func update(
        _ plan: PhotographPlan, _ options: PhotographOptions
    ) throws -> [DocumentName: Effect] {
        var found: [DocumentName: FoundPhotograph] = [:]
        var names: [DocumentName] = []
        for case (let photograph, .known(let name)) in plan.items where found[name] == nil {
            found[name] = photograph
            names.append(name)
        }
        let results = try changeEach(names, named: "import --update", .changing) { name, writer in
            try found[name].flatMap { try update(name, by: $0, options, writer) }
        }
        return try zip(names, results).reduce(into: [:]) { $0[$1.0] = try $1.1.get() }
    }

    /// - Returns: nil if the photograph tells nothing new.
    private func update(
        _ name: DocumentName, by found: FoundPhotograph, _ options: PhotographOptions,
        _ writer: Writer
    ) throws -> Effect? {
        let (data, files) = try openPhotographs(of: name)
        var new = try NewPhotographs([found])
        guard let files else { return nil }
        // A program may be writing the sidecar, or have broken it.
        if try files.sidecars.contains(where: { try !$0.isEmptySidecar }) {
            for file in try new.dropEmptySidecars() {
                warn(
                    "\(file) tells nothing about \(new.picture.name); document \(name.number) keeps its own"
                )
            }
        }
        let replaced = Set(new.attached.map(\.name.collisionKey))
        // The document's sidecar outranks the photograph, even if it is gone from the directory.
        let kept = files.sidecars.filter { !replaced.contains($0.name.collisionKey) }
        var told = try PhotographGroup(files.picture, files.sidecars).notes.values
        let own = try PhotographGroup(new.picture, new.attached + kept).notes.values
        let fields = preferences.photographFields
        // An earlier update may have kept what is here, and taken the photograph.
        if options.isForced {
            for field in fields where field.type != .list { told[field] = data[field] }
        }
        guard fields.contains(where: { own[$0] != nil && own[$0] != told[$0] }),
            try files.picture.digest == new.picture.digest
        else { return nil }
        let all = try new.group(with: kept).notes.values
        let merge = try RowMerge(
            of: data, with: .init(all, data, titled: new.picture.name),
            since: .init(told, data, titled: files.picture.name), isForced: options.isForced)
        let edits = fields.compactMap { field in
            merge.data[field].flatMap { $0 == data[field] ? nil : Edit.set(field, $0) }
        }
        let sidecars = files.sidecars.map(\.name).filter { replaced.contains($0.collisionKey) }
        let isSame = try new.picture.file.hasSameBytes(as: files.picture.file)
        var effect = try change(
            name,
            by: DocumentEdit(
                edits, picture: .replace(new.picture), attaching: new.attached,
                detaching: sidecars), filling: [], now: options.now, writer)
        effect.action = .updated
        let attached = try new.attached.filter { file in
            try !files.sidecars.contains {
                try $0.name == file.name && $0.file.hasSameBytes(as: file.file)
            }
        }.map(\.name)
        effect.changed =
            edits.map(\.field.name) + (isSame ? [] : [Field.picture.name]) + attached
        effect.known = .init(number: name.number, sharing: .newer, kept: merge.kept)
        return effect
    }
}

extension DocumentData {
    /// A document that has what a photograph tells. One without a title is named by its file.
    fileprivate init(
        _ values: [Field: FieldValue], _ present: DocumentData, titled fileName: String
    ) throws {
        try self.init(new: present.kind, now: Timestamp(secondsSince1970: 0))
        for (field, value) in values where kind.field(named: field.name)?.type == field.type {
            try set(value, for: field)
        }
        if values[.title] == nil {
            try set(FieldValue(fileName.withoutEnding, for: .title), for: .title)
        }
    }
}
