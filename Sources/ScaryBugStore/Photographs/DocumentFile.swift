package import SystemFiles

/// A file of a document that isn't its data file.
package struct DocumentFile: Sendable {
    package let name: String
    /// The path for messages.
    package let path: String
    /// What tells the file from others that people attached under the same name; nil for one name.
    package fileprivate(set) var namesake: Namesake?
    /// The size in bytes.
    package let size: Int64
    /// The media type if it is a picture, sound, video or PDF; nil for others.
    package let mediaType: String?

    /// The name with the extension that a viewer expects. The apps' name says JPEG for every type.
    package var viewedName: String {
        guard let type = PictureType.allCases.first(where: { $0.mediaType == mediaType }),
            let dot = name.lastIndex(of: ".")
        else { return name }
        return "\(name[..<dot]).\(type.fileExtension)"
    }

    init(_ file: borrowing File) throws {
        (name, path, size) = (file.lastComponent, file.name, try file.status().size)
        mediaType = MediaType.of(signature: try file.prefix(MediaType.signatureLength))
    }
}

/// A file of a document that is open.
package struct OpenedFile: ~Copyable {
    package let facts: DocumentFile
    package let contents: File
}

/// The files of a document, with the facts that the photograph tells.
package struct DocumentFileList: Sendable {
    /// The path of the photograph; nil if there is none.
    package private(set) var photographPath: String?
    /// The size of the photograph as shown upright, in pixels; nil if it isn't known.
    package private(set) var pixels: (width: Int, height: Int)?
    /// The time of the photograph as ``EDTFDate``; nil if its camera told none.
    package private(set) var taken: String?
    /// The files beside the data file, the photograph and its thumbnail, in the order of their names.
    package let others: [DocumentFile]
    /// The conflicts, with the sizes of files.
    package let conflicts: [Conflict]

    /// Files that lie beside others are not listed.
    init(of document: DocumentDirectory, _ data: DocumentData, hasPicture: Bool) throws {
        var others: [DocumentFile] = []
        let besides = data.filesBeside
        let names = try document.directory.names().filter { !besides.contains($0) }
        let namesakes = data.namesakes(among: names)
        for name in document.furtherFiles(among: names) {
            guard let file = try? document.directory.file(named: name) else { continue }
            var facts = try DocumentFile(file)
            facts.namesake = namesakes[name]
            others.append(facts)
        }
        self.others = others
        let isTorn = !data.keysBeside.isEmpty
        conflicts =
            try isTorn
            ? data.conflicts(sizedBy: document.version(.like(ContentVersion([])))) : []
        guard hasPicture, let file = try document.openPicture() else { return }
        photographPath = file.name
        let signature = try file.prefix(PictureType.signatureLength)
        guard let type = PictureType(signature: signature) else { return }
        let facts = try PhotographFacts(of: file, as: type)
        taken = facts.seen
        if let width = facts.width, let height = facts.height { pixels = (width, height) }
    }
}

extension Workspace {
    /// Returns a function that reads the files of a document on any thread; nil from it if it can't.
    package func filesReader() throws -> @Sendable (Document) -> DocumentFileList? {
        let reader = try reader()
        return { document in
            try? DocumentFileList(
                of: reader.open(document.name), document.data,
                hasPicture: document.picture != nil)
        }
    }

    /// Opens the photograph of a document; nil if it has none.
    package func openPhotograph(of name: DocumentName) throws -> File? {
        try openDocument(name).openPicture()
    }

    /// Opens the photograph of a document, and the files that tell about it; nil for none.
    package func openPhotographs(
        of name: DocumentName
    ) throws -> (data: DocumentData, files: (picture: PictureFile, sidecars: [AttachedFile])?) {
        let document = try openDocument(name)
        let data = try reader().read(document).data
        guard let file = try document.openPicture() else { return (data, nil) }
        let (path, name) = (file.name, data.imageName ?? file.lastComponent)
        let picture = try PictureFile(file, path, named: name)
        let names = try document.furtherFiles(among: document.directory.names())
        let sidecars = try names.filter(Sidecar.isNamed).compactMap { name -> AttachedFile? in
            guard let file = try document.directory.file(named: name) else { return nil }
            return try AttachedFile(file, named: name)
        }
        return (data, (picture, sidecars))
    }

    /// Opens a file of a document by its name, whose case doesn't matter.
    ///
    /// - Parameter fileName: nil for the photograph.
    /// - Throws: ``ScaryBugsError/Code/notFound``, which lists the files that exist, and
    ///   ``ScaryBugsError/Code/refused`` if several files have the name.
    package func openFile(_ fileName: String?, of name: DocumentName) throws -> OpenedFile {
        let document = try openDocument(name)
        let names = try document.directory.names().sorted()
        func open() throws -> File? {
            guard let fileName else { return try document.openPicture() }
            let name =
                try names.first(named: [fileName])
                ?? document.storedName(
                    of: fileName,
                    among: reader().read(document).data.namesakes(among: names))
            return try name.flatMap { try document.directory.file(named: $0) }
        }
        guard let file = try open() else {
            let missing = fileName.map { "no file '\($0)'" } ?? "no photograph"
            throw ScaryBugsError(
                .notFound,
                "document \(name.number) has \(missing); its files are "
                    + names.joined(separator: ", "))
        }
        let facts = try DocumentFile(file)
        return OpenedFile(facts: facts, contents: file)
    }
}

extension DocumentDirectory {
    /// The name of the photograph if it ends early; nil otherwise.
    func cutOffPicture() throws -> String? {
        guard let picture = try picture(), let type = picture.type,
            try directory.file(named: picture.fileName)?.isCutOff(as: type) == true
        else { return nil }
        return picture.fileName
    }
}
