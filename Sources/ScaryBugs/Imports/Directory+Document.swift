import Containers

extension Directory {
    /// Reads a document's directory from outside of a workspace, under the same rules as a bundle.
    ///
    /// - Parameter destination: the directory for copies of the files; nil to check only.
    func readDocument(
        named directoryName: String, limits: Limits, into destination: Directory?
    ) throws -> Bundle.Contents {
        let entries = try entries()
        // No name of another encoding can be looked for, so the file would be left out.
        if let other = entries.first(where: { !$0.isUTF8 }) {
            _ = try EntryName(bytes: other.units)
        }
        let names = entries.map(\.shown).sorted()
        guard let dataFileName = names.first(where: EntryRole.isDataFile),
            let dataFile = try file(named: dataFileName)?.contents(
                limit: Limit(limits.dataFileBytes, .dataFileBytes))
        else {
            throw ScaryBugsError(.refused, "a directory without a data.plist")
        }
        guard names.count <= limits.bundleEntries else {
            throw ScaryBugsError.over(
                .bundleEntries, "more than \(limits.bundleEntries.grouped) files")
        }
        let skipped = names.filter(Litter.isNamed)
        let taken = names.filter { !Litter.isNamed($0) }
        try Bundle.checkNames("1.\(DocumentKind.bug.directoryExtension)", taken)
        var files: [Bundle.Entry] = []
        var room = limits.bundleBytes
        for name in taken {
            guard let file = try file(named: name) else { continue }
            let status = try file.status()
            guard status.size <= room else {
                throw ScaryBugsError.over(
                    .bundleBytes, "files of more than \(limits.bundleBytes.grouped) bytes")
            }
            let entry = Bundle.Entry(
                name: name, size: status.size,
                signature: try file.prefix(PictureType.signatureLength), modified: status.modified,
                // A preview leaves no copy from which to take the checksum later.
                checksum: destination == nil ? try file.checksum() : nil)
            files.append(entry)
            guard let destination else {
                room -= status.size
                continue
            }
            let copy = try destination.createFile(named: name)
            // The checked bytes are written, because another program may have changed the file
            // since.
            if name == dataFileName {
                try copy.write(dataFile)
            } else {
                try copy.copy(from: file, limit: Limit(room, .bundleBytes))
            }
            let size = try copy.status().size
            room -= size
            try copy.setModified(status.modified)
            copy.beginSync(size: size)
        }
        return Bundle.Contents(
            directoryName: directoryName, dataFileName: dataFileName, dataFile: dataFile,
            files: files, skipped: skipped)
    }

    func holdsDataFile() throws -> Bool { try names().contains(where: EntryRole.isDataFile) }
}
