internal import KeyedArchive

extension DocumentData {
    /// Gives empty fields the values that photographs know. The first that knows a value counts.
    ///
    /// - Parameters:
    ///   - photographs: the photographs with what tells about them.
    ///   - fields: the fields that photographs fill.
    ///   - edits: what the user has edited, which stays. What he only adds follows the values of photographs.
    ///   - before: the document before these edits; nil for a new one.
    /// - Returns: the names of the fields that got a value.
    package mutating func fill(
        from photographs: PhotographGroup, _ fields: [Field], after edits: [Edit],
        of before: DocumentData? = nil
    ) throws -> [String] {
        var (additions, chosen): ([Edit], Set<String>) = ([], [])
        for edit in edits {
            if case .add(let field, _) = edit, before?.hasValue(field) != true {
                additions.append(edit)
            } else {
                chosen.insert(edit.field.name)
            }
        }
        additions.removeAll { chosen.contains($0.field.name) }
        for edit in additions { try apply(.clear(edit.field)) }
        let filled = try fill(from: photographs, fields, except: chosen)
        for edit in additions { try apply(edit) }
        return filled
    }

    private mutating func fill(
        from photographs: PhotographGroup, _ fields: [Field], except chosen: Set<String>
    ) throws -> [String] {
        let empty = fields.filter { field in
            !chosen.contains(field.name) && kind.field(named: field.name)?.type == field.type
                && !hasValue(field)
        }
        guard !empty.isEmpty else { return [] }
        let notes = try photographs.notes
        let values = notes.values
        if let (position, datum) = notes.otherPosition, empty.contains(.at) {
            try store(.string(position.text), forKey: "verbatimCoordinates")
            try store(.string(datum), forKey: "geodeticDatum")
        }
        return try empty.compactMap { field in
            try values[field].map { value in
                try set(value, for: field)
                return field.name
            }
        }
    }
}

/// The photograph of a document with the further files, which may be photographs and tell about them.
package struct PhotographGroup {
    private let picture: PictureFile?
    private let attached: [AttachedFile]
    /// What other files tell, which the document doesn't keep.
    private let others: [PictureNotes]

    package init(
        _ picture: PictureFile?, _ attached: [AttachedFile], others: [PictureNotes] = []
    ) {
        (self.picture, self.attached, self.others) = (picture, attached, others)
    }

    /// All values. A file about a photograph outranks it, and the one with its whole name comes first.
    package var notes: PictureNotes {
        get throws {
            var notes = PictureNotes()
            let sidecars = attached.filter(\.isSidecar)
                .sorted { $0.name.utf8.count > $1.name.utf8.count }
            var photographs = try picture.map { [($0.name, try $0.facts.values)] } ?? []
            for file in attached where !file.isSidecar {
                if let own = try file.notes { photographs.append((file.name, own)) }
            }
            for (name, own) in photographs {
                for sidecar in sidecars where Sidecar.isAbout(name, sidecar.name) {
                    if let own = try sidecar.notes { notes.add(own) }
                }
                notes.add(own)
            }
            for sidecar in sidecars { if let own = try sidecar.notes { notes.add(own) } }
            for other in others { notes.add(other) }
            return notes
        }
    }
}

extension Picture {
    /// Reads the properties of an open photograph.
    ///
    /// - Parameter fileName: its name in the document's directory, now or later.
    package init(_ file: borrowing File, named fileName: String) throws {
        let type = PictureType(signature: try file.prefix(PictureType.signatureLength))
        self.init(fileName: fileName, size: try file.status().size, type: type)
    }
}
