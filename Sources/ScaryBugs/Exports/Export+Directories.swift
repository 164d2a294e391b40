extension Export {
    /// Writes a document as the directory of an app: its own, or that of another kind.
    func writeDirectory(_ name: DocumentName) throws -> Written {
        let kind = format.kind ?? name.kind
        let directoryName = DocumentName(number: name.number, kind: kind).directoryName
        let fileName = destination.fileName ?? directoryName
        var lost: [String] = []
        let size = try destination.writeDirectory(named: fileName, isDurable: isDurable) { made in
            try workspace.lockingDocument(name) { document in
                guard let read = try workspace.readData(document) else {
                    throw workspace.withoutData(name)
                }
                let (data, lostFields) = try read.data.converted(to: kind)
                lost = lostFields.map(\.name)
                return try copy(document, read.fileName, data, to: made)
            }
        }
        return Written(
            name: name, path: destination.path(of: fileName), size: size, lost: lost)
    }

    /// - Returns: bytes written.
    private func copy(
        _ document: DocumentDirectory, _ dataFileName: String, _ data: DocumentData,
        to made: Directory
    ) throws -> Int64 {
        let bytes = try data.encoded()
        try made.createFile(named: data.kind.dataFileName, mode: 0o666).write(bytes)
        var size = Int64(bytes.count)
        for name in try document.directory.names().sorted()
        where name != dataFileName && !EntryPlace.isLitter(name) {
            guard try document.directory.status(of: name)?.kind == .regular,
                let source = try document.directory.file(named: name)
            else { continue }
            let copy = try made.createFile(
                named: Self.fileName(name, document.name.kind, data.kind), mode: 0o666)
            try copy.copy(from: source, limit: .max)
            size += try copy.status().size
        }
        return size
    }

    /// Pictures get the names that the app looks for.
    private static func fileName(
        _ name: String, _ kind: DocumentKind, _ target: DocumentKind
    ) -> String {
        switch name {
        case kind.photographName: target.photographName
        case kind.thumbnailName: target.thumbnailName
        default: name
        }
    }
}
