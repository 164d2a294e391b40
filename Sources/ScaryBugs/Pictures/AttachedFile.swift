import Containers

/// An open file that a document gets under its own name: a further photograph, a sound, a sidecar.
public final class AttachedFile: Sendable {
    /// The name that the document gives it.
    public let name: String
    let file: File
    /// The type of a picture, according to its first bytes; nil for any other file.
    let type: PictureType?

    /// Opens a file at a path that the user entered.
    ///
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - force: whether to take a picture that is cut off.
    /// - Throws: ``ScaryBugsError/Code/refused`` if a bundle could not hold a file of this name, or
    ///   if it is a picture that is cut off.
    public convenience init(path: String, force: Bool = false) throws {
        let file = try File.open(path: path, waiting: false)
        let name = file.lastComponent
        try self.init(file, named: name)
        guard let type, !force, try self.file.isCutOff(as: type) else { return }
        throw PictureFile.cutOff(path, type)
    }

    init(_ file: consuming File, named name: String) throws {
        guard try file.status().kind == .regular else {
            throw ScaryBugsError(
                .refused, "\(file.name): not a regular file; give the path of a file")
        }
        try Self.check(name, file.name)
        type = PictureType(signature: try file.prefix(PictureType.signatureLength))
        self.file = file
        self.name = name
    }

    /// The values that the metadata of a picture tells; nil for another file.
    var facts: PhotographFacts? {
        get throws { try type.map { try PhotographFacts(of: file, as: $0) } }
    }

    /// Applies the rules for the names in bundles.
    private static func check(_ name: String, _ path: String) throws {
        do { _ = try EntryName(bytes: Array(name.utf8)) } catch {
            throw ScaryBugsError(
                .refused, "\(path): no bundle could hold this name; rename the file", cause: error)
        }
        let isReserved = Self.reservedNames.contains(name.lowercased())
        guard isReserved || Litter.isNamed(name) else { return }
        throw ScaryBugsError(
            .refused,
            "\(path): "
                + (isReserved
                    ? "documents use this name themselves; rename the file"
                    : "exports leave out files of this name; rename the file"))
    }

    private static let reservedNames = Set(
        DocumentKind.all.flatMap {
            [$0.dataFileName, $0.thumbnailName, $0.photographName].map { $0.lowercased() }
        })
}
