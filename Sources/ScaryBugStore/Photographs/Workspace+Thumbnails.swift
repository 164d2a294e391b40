extension Thumbnails {
    /// Makes the thumbnails of photographs. A photograph that can't be reduced stays without one.
    ///
    /// - Parameters:
    ///   - pictures: the photographs, which keep their thumbnails.
    ///   - warn: receives a message about each photograph without a thumbnail.
    package static func make(for pictures: [PictureFile], warn: (String) -> Void) throws {
        let pictures = pictures.filter(\.needsThumbnail)
        guard !pictures.isEmpty else { return }
        do {
            let made = try make(of: pictures.map { $0.file.descriptor })
            for (picture, thumbnail) in zip(pictures, made) {
                switch thumbnail {
                case .success(let bytes): picture.keep(thumbnail: bytes)
                case .failure(let error):
                    picture.keep(thumbnail: nil)
                    warn("\(picture.path) has no thumbnail: \(error.message)")
                }
            }
        } catch let error as MissingProgram {
            warn("photographs get no thumbnails: \(error)")
        } catch let error as ScaryBugsError {
            // The photographs themselves are safe, whatever the system lacks for a child process.
            warn("photographs get no thumbnails: \(error.message)")
        }
    }
}

/// A photograph that is open while a small picture of it is made.
package final class OpenPhotograph: Sendable {
    package let document: DocumentName
    package let file: File
    let identity: FileStatus.Identity
    /// The version of the file; nil if that isn't certain.
    fileprivate let version: PhotographFile?

    /// Opens a photograph of a document; nil if there is none.
    ///
    /// - Parameter fileName: the name of a further file, which may be no photograph.
    package init?(
        of document: DocumentName, named fileName: String? = nil, in workspace: Workspace
    ) throws {
        let directory = try workspace.openDocument(document)
        let further = try fileName.flatMap { try directory.directory.file(named: $0) }
        guard let file = try fileName == nil ? directory.openPicture() : further else { return nil }
        if let fileName {
            let type = PictureType(signature: try file.prefix(PictureType.signatureLength))
            // Raw files of cameras have the form of TIFF.
            let isRaw = type == .tiff && !fileName.lowercased().contains(".tif")
            if type == nil || isRaw { return nil }
        }
        let now = FileTime.now
        let status = try file.status()
        (self.document, identity) = (document, status.identity)
        version = PhotographFile(status, readAfter: now)
        self.file = file
    }
}

extension Workspace {
    /// The names of the files that a document has beside its photograph, without those of conflicts.
    package func furtherFiles(of name: DocumentName) throws -> [String] {
        let document = try openDocument(name)
        return try document.furtherFiles(among: document.directory.names())
            .filter { Beside.parts(ofFile: $0) == nil }
    }

    /// Documents whose thumbnails are made and added together.
    private static let thumbnailsTogether = 100

    /// Adds the thumbnails that documents lack, as one step. A photograph that can't be reduced stays
    /// without one, with a warning.
    ///
    /// - Returns: the number of new thumbnails.
    func addThumbnails(to names: [DocumentName]) throws -> Int {
        var count = 0
        do {
            var rest = names[...]
            try together {
                while let some = rest.popFirst(Self.thumbnailsTogether) {
                    count += try addThumbnails(together: some)
                }
            }
        } catch let error as MissingProgram { warn("no thumbnails are made: \(error)") }
        return count
    }

    private func addThumbnails(together names: [DocumentName]) throws -> Int {
        let photographs = names.compactMap { try? OpenPhotograph(of: $0, in: self) }
        let results = try Thumbnails.make(of: photographs.map { $0.file.descriptor })
        var thumbnails: [(photograph: OpenPhotograph, bytes: [UInt8])] = []
        for (photograph, result) in zip(photographs, results) {
            switch result {
            case .success(let bytes): thumbnails.append((photograph, bytes))
            case .failure(let error): warn(Thumbnails.remark(error, photograph.document))
            }
        }
        if thumbnails.isEmpty { return 0 }
        return try writing("check --repair") { writer in
            try thumbnails.count { try add($0.bytes, of: $0.photograph, writer) }
        }
    }

    /// Plans a thumbnail, unless the document has changed meanwhile.
    private func add(
        _ bytes: [UInt8], of photograph: OpenPhotograph, _ writer: Writer
    ) throws -> Bool {
        let name = photograph.document
        guard let document = try reader().openIfPresent(name),
            try document.pictureStatus()?.identity == photograph.identity,
            try !document.hasThumbnail()
        else { return false }
        try writer.replace(.file(name, name.kind.thumbnailName), nil, with: bytes)
        return true
    }
}

extension Thumbnails {
    /// A line about a photograph that can't be reduced.
    package static func remark(_ error: ScaryBugsError, _ name: DocumentName) -> String {
        "the photograph of \(name.number) has no thumbnail: \(error.message)"
    }
}

extension DocumentDirectory {
    func hasThumbnail() throws -> Bool {
        try directory.names().first(named: name.kind.thumbnailNames) != nil
    }
}

extension Workspace {
    /// The documents of each photograph, sorted by number. All pictures of a document count, except
    /// thumbnails. A picture that can't be read is skipped.
    ///
    /// The index keeps the digests, so that only new files are read.
    package func photographDigests() throws -> [Digest: [DocumentName]] {
        let known = try usingPhotographs { try $0.photographs() } ?? [:]
        let reader = try reader()
        let names = try documentNames()
        var documents: [Digest: [DocumentName]] = [:]
        var present: DocumentIndex.Photographs = [:]
        var done = 0
        let read = { @Sendable (name: DocumentName, _: WorkPlace) in
            (name, try ifPossible { try reader.photographs(of: name) { known[$0] } } ?? [])
        }
        try names.forEachResult(of: read) { name, photographs in
            report(.reading, done, of: names.count)
            done += 1
            for photograph in photographs {
                if let file = photograph.file { present[file] = photograph.digest }
                if documents[photograph.digest]?.last == name { continue }
                documents[photograph.digest, default: []].append(name)
            }
        }
        try usingPhotographs { try $0.replace(known, with: present) }
        return documents
    }

    /// The digests of a document's photographs. The index may know them.
    func photographDigests(of name: DocumentName) throws -> [Digest] {
        let documents = try readable()
        return try reader().photographs(of: name) { file in
            try documents.flatMap { documents in
                try usingIndex(of: documents, making: false) { try $0.digest(of: file) }
            } ?? nil
        }.map(\.digest)
    }

    /// Makes small pictures of photographs for pages, in the same order. The index keeps them, so that
    /// they are made once.
    ///
    /// - Throws: as ``Thumbnails/make(of:pixels:quality:)``.
    package func pictures(
        of photographs: [OpenPhotograph], pixels: Int
    ) throws -> [Result<[UInt8], ScaryBugsError>] {
        var pictures: [Result<[UInt8], ScaryBugsError>?] = photographs.map { _ in nil }
        _ = try usingPhotographs { index in
            for (place, photograph) in photographs.enumerated() {
                guard let version = photograph.version else { continue }
                pictures[place] = try index.picture(of: version, pixels: pixels).map(Result.success)
            }
        }
        let missing = pictures.indices.filter { pictures[$0] == nil }
        let made = try Thumbnails.make(
            of: missing.map { photographs[$0].file.descriptor }, pixels: pixels, quality: 60)
        var new: [(file: PhotographFile, bytes: [UInt8])] = []
        for (place, picture) in zip(missing, made) {
            pictures[place] = picture
            guard let version = photographs[place].version, case .success(let bytes) = picture
            else { continue }
            new.append((version, bytes))
        }
        if !new.isEmpty { try usingPhotographs { try $0.keep(new, pixels: pixels) } }
        return pictures.compactMap(\.self)
    }

    @discardableResult
    private func usingPhotographs<Result>(
        _ body: (DocumentIndex) throws -> Result
    ) throws -> Result? {
        guard let documents = try readable() else { return nil }
        return try usingIndex(of: documents, making: true, body)
    }
}

extension DocumentReader {
    /// A photograph's digest, and its file as the index may know it; nil if another change could still get
    /// the same time.
    fileprivate typealias Photograph = (file: PhotographFile?, digest: Digest)

    /// The photographs of a document.
    ///
    /// - Parameter known: returns the digest of a file that was read before; nil for another one.
    fileprivate func photographs(
        of name: DocumentName, _ known: (PhotographFile) throws -> Digest?
    ) throws -> [Photograph] {
        guard let directory = try openIfPresent(name)?.directory else { return [] }
        let others = [name.kind.dataFileName] + name.kind.thumbnailNames
        return try directory.names(where: { others.first(named: [$0]) == nil }).compactMap { file in
            try ifPossible { try photograph(file, in: directory, known) }
        }
    }

    private func photograph(
        _ name: String, in directory: Directory, _ known: (PhotographFile) throws -> Digest?
    ) throws -> Photograph? {
        guard let present = try directory.status(of: name), present.kind == .regular else {
            return nil
        }
        if let digest = try known(PhotographFile(present)) {
            return (PhotographFile(present), digest)
        }
        let now = FileTime.now
        guard let file = try directory.file(named: name),
            let type = try PictureType(signature: file.prefix(PictureType.signatureLength))
        else { return nil }
        let version = PhotographFile(try file.status(), readAfter: now)
        return (version, try Digest(of: file, as: type))
    }
}
