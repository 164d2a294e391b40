import SystemPackage

extension Directory {
    /// Reads a document's directory from outside, under the same rules as a bundle.
    ///
    /// - Parameter destination: where its files are copied; nil if they are only looked at.
    func readDocument(
        named directoryName: String, limits: Limits, into destination: Directory?
    ) throws -> Bundle.Contents {
        let names = try names().sorted()
        let expected = DocumentKind.bug.dataFileName
        guard let dataFileName = names.first(where: { $0.lowercased() == expected }),
            let dataFile = try file(named: dataFileName)?.contents(limit: limits.dataFileBytes)
        else {
            throw ScaryBugsError(.refused, "is a directory without a \(expected)")
        }
        guard names.count <= limits.bundleEntries else {
            throw ScaryBugsError(
                .limitExceeded, "has more than \(limits.bundleEntries) files")
        }
        let passedOver = names.filter(EntryPlace.isLitter)
        var files: [Bundle.Entry] = []
        for name in names where !EntryPlace.isLitter(name) {
            guard let file = try file(named: name) else { continue }
            let status = try file.status()
            files.append(
                Bundle.Entry(
                    name: name, size: status.size,
                    signature: try file.prefix(PictureType.signatureLength),
                    modified: status.modified))
            guard files.reduce(0, { $0 + $1.size }) <= limits.bundleBytes else {
                throw ScaryBugsError(
                    .limitExceeded, "has files of more than \(limits.bundleBytes) bytes")
            }
            if let destination { try destination.add(file, named: name, status, limits) }
        }
        return Bundle.Contents(
            directoryName: directoryName, dataFileName: dataFileName, dataFile: dataFile,
            files: files,
            passedOver: passedOver)
    }

    private func add(
        _ file: borrowing File, named name: String, _ status: FileStatus, _ limits: Limits
    ) throws {
        let copy = try createFile(named: name)
        try copy.copy(from: file, limit: limits.bundleBytes)
        try copy.setModified(status.modified)
    }

    /// A file without a name, for what need not outlive the process.
    func temporaryFile() throws -> File {
        let name = ".scarybug-\(UInt64.random(in: 0 ... .max))"
        let file = try createFile(named: name, access: .readWrite)
        try removeFile(named: name)
        return file
    }
}
