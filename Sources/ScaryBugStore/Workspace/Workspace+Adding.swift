extension Workspace {
    /// Makes a new document and gives it the highest number in use plus one.
    ///
    /// - Parameters:
    ///   - data: the values of the fields.
    ///   - picture: an open picture. The document gets its bytes unchanged.
    ///   - files: further files.
    public func add(
        _ data: DocumentData, picture: PictureFile?, attaching files: [AttachedFile] = []
    ) throws -> Document {
        var data = data
        var new: [NewFile] = []
        if let picture {
            try data.setImageName(picture.name)
            new = NewFile.files(of: picture, kind: data.kind)
        }
        try files.checkNames()
        for file in files { new.append(.attached(file)) }
        let document = try NewDocument(data, limits: limits)
        let name = try removingIfUnused {
            let staged = try advisingOnFullDisk { try stage(document, new) }
            do {
                return try writing("new") { writer in
                    let name = try writer.add(preferring: [nil]) { _, _ in staged }[0]
                    writer.reduce(picture, of: name, in: staged.contents)
                    return name
                }
            } catch {
                try? directories.staging?.directory.removeDirectory(named: staged.contents.name)
                throw error
            }
        }
        return Document(name: name, data: data, picture: try picture?.asPicture(of: data.kind))
    }

    package func stage(_ new: NewDocument, _ files: [NewFile]) throws -> StagedDocument {
        let staging = try staging()
        let kind = new.data.kind
        return try staging.withNewEntry { stagedName in
            try staging.makeDocument(named: stagedName)
            try staging.createFile(named: kind.dataFileName, inDocument: stagedName)
                .write(new.bytes)
            var version = new.version
            if !files.isEmpty, let directory = try staging.directory.directory(named: stagedName) {
                for file in files {
                    try file.write(into: directory, limits: limits, isHollow: isDryRun)
                }
                version = try directory.version(checksums: .all)
            }
            return StagedDocument(
                contents: StagedContents(name: stagedName, version: version), kind: kind)
        }
    }

    /// Moves staged documents into the workspace and numbers them; all of them, or none.
    ///
    /// - Parameters:
    ///   - numbers: the numbers that the documents get if they are free; nil for any.
    ///   - document: returns the document with an index, which gets a number.
    /// - Returns: their names, in the same order.
    package func addStaged(
        preferring numbers: some Collection<Int?>, above highest: Int = 0,
        _ document: (Writer, _ index: Int, _ number: Int) throws -> StagedDocument
    ) throws -> [DocumentName] {
        if numbers.isEmpty { return [] }
        return try writing("import") { writer in
            if numbers.count > 1 {
                report(.adding, 0, of: numbers.count)
                writer.onMade = { [self] in report(.adding, $0, of: $1) }
            }
            return try writer.add(preferring: numbers, above: highest) {
                try document(writer, $0, $1)
            }
        }
    }
}

/// A new document, encoded and checked. It has no number yet.
package struct NewDocument: Sendable {
    let data: DocumentData
    /// The contents of the data file, and their version.
    let bytes: [UInt8]
    let version: ContentVersion

    /// - Throws: ``ScaryBugsError/Code/limitExceeded`` that names the field and the limit.
    package init(_ data: DocumentData, limits: Limits) throws {
        self.data = data
        bytes = try data.encoded()
        try data.check(limits, fileSize: bytes.count)
        version = ContentVersion(fileNamed: data.kind.dataFileName, bytes)
    }
}

/// New contents in the staging directory.
package struct StagedContents: Sendable {
    package let name: String
    package let version: ContentVersion

    package init(name: String, version: ContentVersion) {
        (self.name, self.version) = (name, version)
    }
}

/// A new document in the staging directory.
package struct StagedDocument: Sendable {
    package let contents: StagedContents
    package let kind: DocumentKind
    /// The number that the document gets if it is free.
    package private(set) var preferred: Int?

    package init(contents: StagedContents, kind: DocumentKind, preferred: Int? = nil) {
        (self.contents, self.kind, self.preferred) = (contents, kind, preferred)
    }
}

extension DocumentName {
    /// - Throws: ``ScaryBugsError/Code/limitExceeded`` if there is no higher number.
    static func number(after highest: Int) throws -> Int {
        if numbers.contains(highest + 1) { return highest + 1 }
        throw ScaryBugsError(
            .limitExceeded,
            "the number \(highest) is in use and there is none above it; "
                + "export that document, delete it and import it again")
    }
}
