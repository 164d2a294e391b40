import SystemPackage

extension Directory {
    /// Reads a document's directory from outside, under the same rules as a bundle.
    ///
    /// - Parameter destination: where its files are copied; nil if they are only looked at.
    func readDocument(
        named name: String, limits: Limits, into destination: Directory?
    ) throws -> Bundle.Contents {
        var files: [Bundle.Entry] = []
        var passedOver: [String] = []
        var bytes: Int64 = 0
        let names = try names().sorted()
        guard names.count <= limits.bundleEntries else {
            throw ScaryBugsError(
                .limitExceeded, "it has more than \(limits.bundleEntries) files")
        }
        for name in names {
            if EntryName.isLitter(name) {
                passedOver.append(name)
                continue
            }
            guard let file = try file(named: name) else { continue }
            let status = try file.status()
            bytes += status.size
            guard bytes <= limits.bundleBytes else {
                throw ScaryBugsError(
                    .limitExceeded, "its files have more than \(limits.bundleBytes) bytes")
            }
            files.append(
                Bundle.Entry(
                    name: name, size: status.size,
                    signature: try file.prefix(PictureType.signatureLength),
                    modified: status.modified))
            if let destination { try destination.add(file, named: name, status, limits) }
        }
        let dataFileName = DocumentKind.bug.dataFileName
        guard let entry = files.first(where: { $0.name.lowercased() == dataFileName }),
            let dataFile = try file(named: entry.name)?.contents(limit: limits.dataFileBytes)
        else {
            throw ScaryBugsError(.refused, "it is a directory without a \(dataFileName)")
        }
        return Bundle.Contents(
            directoryName: name, dataFileName: entry.name, dataFile: dataFile, files: files,
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
