import KeyedArchive

extension Export {
    /// Writes documents into one archive, all of them or none.
    ///
    /// - Throws: ``ScaryBugsError/Code/exists`` if there is such a file and it is not to give way.
    public func writeAll(_ names: [DocumentName]) throws -> [Written] {
        let archive = try BookArchive(of: names, in: workspace, as: format)
        let fileName = destination.fileName ?? format.fileName
        try destination.writeFile(named: fileName, isDurable: isDurable) {
            try $0.write(archive.bytes)
        }
        try workspace.didChange(destination.directory)
        return zip(names, archive.warnings).map { name, warnings in
            Written(
                name: name, path: destination.path(of: fileName),
                size: Int64(archive.bytes.count), warnings: warnings)
        }
    }
}

/// Many documents in one keyed archive, as the apps keep books: whole, or by their titles.
struct BookArchive {
    let bytes: [UInt8]
    /// For each document, what the form cannot hold.
    private(set) var warnings: [[String]] = []

    init(of names: [DocumentName], in workspace: Workspace, as format: ExportFormat) throws {
        var archive = KeyedArchive()
        var elements: [KeyedArchive.Reference] = []
        for name in names {
            try Interruption.check()
            let document = try workspace.document(name)
            let lost: [String]
            if format == .booksOwned {
                elements.append(archive.addString(document.title))
                lost = document.fieldNames(besides: ["title"])
            } else {
                let (data, lostFields) = try document.data.converted(to: .book)
                elements.append(try data.add(to: &archive))
                lost = lostFields.map(\.name) + (document.picture == nil ? [] : ["image"])
            }
            warnings.append(lost.map { "document \(name.number): the archive holds no \($0)" })
        }
        bytes = try translatingErrors {
            archive.setRoot("root", to: try archive.addArray(of: elements))
            return try archive.encoded()
        }
    }
}

extension Document {
    /// The names of the fields that have a value which somebody gave them.
    fileprivate func fieldNames(besides left: [String]) -> [String] {
        let names = kind.fields.filter { $0.isEditable && data.hasValue($0) }.map(\.name)
        return (names + (picture == nil ? [] : ["image"])).filter { !left.contains($0) }
    }
}
