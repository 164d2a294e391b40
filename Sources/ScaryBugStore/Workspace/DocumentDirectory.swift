import Containers

/// A document's open directory. Its files are found regardless of the case of their names.
package struct DocumentDirectory: Sendable {
    package let name: DocumentName
    package let directory: Directory
    /// Files that are elsewhere until a batch is committed; nil for one that the document loses.
    private let pending: [String: PendingDocuments.Place?]
    /// The private directory that goes with the last copy of this value; nil for a document that stays.
    private let place: PrivateDirectory?

    package init(
        name: DocumentName, directory: Directory, pending: [String: PendingDocuments.Place?] = [:]
    ) {
        (self.name, self.directory, self.pending, place) = (name, directory, pending, nil)
    }

    /// A document that lies in a private directory.
    package init(name: DocumentName, in place: PrivateDirectory) {
        (self.name, directory, pending, self.place) = (name, place.directory, [:], place)
    }

    package var kind: DocumentKind { name.kind }

    package struct DataFile: Sendable {
        package let data: DocumentData
        package let bytes: [UInt8]
        package let name: String
        package let status: FileStatus

        package init(data: DocumentData, bytes: [UInt8], name: String, status: FileStatus) {
            (self.data, self.bytes, self.name, self.status) = (data, bytes, name, status)
        }
    }

    func openDataFile() throws -> File? {
        try open(kind.dataFileName, or: [kind.dataFileName])
    }

    /// Reads a version of the data file.
    ///
    /// - Parameter customFields: the user's custom fields, which documents of every kind have.
    func data(
        in file: inout File, _ limits: Limits, _ customFields: [Field]
    ) throws -> DataFile {
        let status = try file.openedStatus()
        let bytes = try file.contents(
            limit: Limit(limits.dataFileBytes, .dataFileBytes), status: status)
        do {
            let data = try DocumentData(
                bytes, kind: kind, customFields: customFields,
                modified: Timestamp(modificationTime: status.modified))
            return DataFile(data: data, bytes: bytes, name: file.lastComponent, status: status)
        } catch let error as ScaryBugsError {
            let remedy = error.code == .damaged ? Self.remedy : ""
            throw ScaryBugsError(
                error.code, "document \(name.number) cannot be read: \(error.message)\(remedy)",
                cause: error)
        }
    }

    private static let remedy = "; 'check' tells what can be done"

    var withoutData: ScaryBugsError {
        ScaryBugsError(
            .damaged, "document \(name.number) has no \(kind.dataFileName)\(Self.remedy)")
    }

    package var withoutPicture: ScaryBugsError {
        ScaryBugsError(.notFound, "document \(name.number) has no picture")
    }

    /// The photograph, with its type detected from the first bytes; nil if there is none.
    package func picture() throws -> Picture? { try picture(among: names()) }

    private func picture(among names: [String]) throws -> Picture? {
        // Many documents have none. Reading the names takes less time than an attempt to open it.
        guard names.contains(where: DocumentKind.isPhotographName), let file = try openPicture()
        else { return nil }
        return try Picture(file, named: file.lastComponent)
    }

    package func files() throws -> ContentFiles {
        let names = try names()
        return ContentFiles(
            picture: try picture(among: names), names: names.filter(ContentFiles.isOfContent))
    }

    /// The files of a version, without the type of the picture.
    package static func files(of version: ContentVersion, _ kind: DocumentKind) -> ContentFiles {
        let names = version.files.map(\.name)
        let picture =
            names.first { $0 == kind.photographName } ?? names.first(named: kind.photographNames)
        return ContentFiles(
            picture: picture.flatMap(version.file).map {
                Picture(fileName: $0.name, size: $0.size, type: nil)
            }, names: names.filter(ContentFiles.isOfContent))
    }

    /// The status of the photograph's file; nil if none has one of the apps' names.
    func pictureStatus() throws -> FileStatus? {
        for name in kind.photographNames {
            if let status = try directory.status(of: name) { return status }
        }
        return nil
    }

    package func openPicture() throws -> File? {
        try open(kind.photographName, or: kind.photographNames)
    }

    /// The versions of all files, those that a batch changes included.
    package func version(_ checksums: ContentVersion.Checksums) throws -> ContentVersion {
        var version = try directory.version(checksums: checksums)
        for (name, place) in pending {
            let present = try place.flatMap { try $0.directory.version(ofFile: $0.name) }
            version = version.changing(
                fileNamed: name, to: present.map { ContentVersion([$0.named(name)]) })
        }
        return version
    }

    /// The versions of all files with checksums. The data file was read before.
    package func version(knowing data: DataFile) throws -> ContentVersion {
        try version(.known([data.name: CRC32.of(data.bytes)]))
    }

    /// The names of all entries that belong to the picture: photographs and thumbnails.
    func pictureFileNames() throws -> [String] {
        let known = kind.photographNames + kind.thumbnailNames
        return try directory.names().filter { known.first(named: [$0]) != nil }
    }

    /// Opens the file with exactly this name or, if it is missing, the first of `names` in any
    /// case.
    private func open(_ name: String, or names: [String]) throws -> File? {
        if let file = try file(named: name) { return file }
        let present = try self.names().sorted()
        return try present.first(named: names).flatMap { try file(named: $0) }
    }

    /// Opens the file with exactly this name.
    package func file(named name: String) throws -> File? {
        guard let place = pending[name] else { return try directory.file(named: name) }
        return try place?.directory.file(
            named: place?.name ?? name, calledAs: directory.displayPath(of: name))
    }

    func isPending(_ name: String) -> Bool { pending[name] != nil }

    /// The names of all files.
    package func names() throws -> [String] {
        let present = try directory.names()
        guard !pending.isEmpty else { return present }
        return present.filter { pending[$0] == nil }
            + pending.compactMap { $0.value == nil ? nil : $0.key }
    }
}
