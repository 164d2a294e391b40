/// A document at one time, as far as it can be read, for a comparison with another time.
struct DocumentVersion {
    /// Nil if the document can't be read.
    let contents: DocumentContents?
    /// The size and the checksum of the photograph; nil without one.
    private let picture: ContentVersion.FileVersion?

    /// - Parameters:
    ///   - directory: the directory with the photograph; nil if it is lost.
    ///   - data: reads the data.
    init(of directory: DocumentDirectory?, _ data: () throws -> DocumentData) throws {
        contents = try ifIntact {
            DocumentContents(data: try data(), picture: try directory?.picture())
        }
        picture = try ifIntact { try directory?.pictureVersion() }
    }

    fileprivate func hasSamePicture(as other: DocumentVersion) -> Bool { picture == other.picture }
}

extension FieldChange {
    /// The changes from one version to another; nil for a document that is not there.
    static func list(
        of name: DocumentName, from before: DocumentVersion?, to after: DocumentVersion?
    ) -> [FieldChange] {
        var hasNewPicture = false
        if let before, let after { hasNewPicture = !before.hasSamePicture(as: after) }
        return list(
            of: name, from: before?.contents, to: after?.contents, hasNewPicture: hasNewPicture)
    }

    /// Something that changes, but in no field.
    static func whole(
        _ document: DocumentName?, _ title: String, _ isPresent: Bool = true
    ) -> FieldChange {
        FieldChange(
            document, nil, from: .field(.text(title)), to: isPresent ? .field(.text(title)) : nil)
    }
}
