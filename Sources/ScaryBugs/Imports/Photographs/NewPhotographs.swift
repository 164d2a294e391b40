import Containers

/// The files of one new document of an import of photographs, opened.
struct NewPhotographs {
    let picture: PictureFile
    let attached: [AttachedFile]

    /// - Parameter found: the photographs of the document. The first one becomes its photograph.
    init(_ found: [FoundPhotograph]) throws {
        guard let first = found.first else {
            throw ScaryBugsError(.notFound, "there are no photographs")
        }
        picture = try PictureFile(found: first.picture)
        var names: Set<String> = []
        attached = try (first.companions + found.dropFirst().flatMap(\.files)).map { file in
            // Photographs of several directories may have one name.
            let name = NumberedName.first { suffix in
                let name = file.name.inserting(suffix)
                return names.insert(name.collisionKey).inserted ? name : nil
            }
            return try AttachedFile(file.open(), named: name)
        }
    }

    /// The data of the new document: its title is the file's name without the ending.
    func data(_ kind: DocumentKind, _ options: PhotographOptions) throws -> (
        data: DocumentData, filled: [String]
    ) {
        var data = try DocumentData(new: kind, now: options.now)
        try data.set(FieldValue(picture.name.withoutEnding, for: .title), for: .title)
        for edit in options.edits { try data.apply(edit) }
        try data.setImageName(picture.name)
        let filled = try data.fill(
            from: picture, attached, except: Set(options.edits.map(\.field.name)))
        return (data, filled)
    }

    /// The files of the document, without its data file.
    func files(_ kind: DocumentKind) -> [NewFile] {
        NewFile.files(of: picture, kind: kind) + attached.map(NewFile.attached)
    }

    /// Checks that a bundle can hold the files.
    func check(_ limits: Limits) throws {
        let sizes = try [picture.file.status().size] + attached.map { try $0.file.status().size }
        guard sizes.reduce(0, +) <= limits.bundleBytes else {
            throw ScaryBugsError.over(
                .bundleBytes,
                "it and the files that belong to it have more than \(ByteCount(limits.bundleBytes))"
            )
        }
        guard sizes.count + 2 <= limits.bundleEntries else {
            throw ScaryBugsError.over(
                .bundleEntries, "more than \(limits.bundleEntries.counting("file"))")
        }
    }
}

extension String {
    fileprivate var withoutEnding: String {
        guard let dot = lastIndex(of: "."), dot > startIndex else { return self }
        return String(self[..<dot])
    }

    /// The name with a suffix before its ending: `IMG_1 2.JPG`.
    fileprivate func inserting(_ suffix: String) -> String {
        withoutEnding + suffix + dropFirst(withoutEnding.count)
    }
}
