import Glibc
import SystemPackage

/// A page with a small picture of each document, to be searched, sorted and printed.
package struct Gallery {
    /// What the page lacks.
    package enum Remark: Sendable {
        /// The photograph of a document can't be shown, with the reason.
        case picture(DocumentName, String)
        /// No photograph is shown, with the reason.
        case pictures(String)
        /// The names of fields that were left out since they may tell a position.
        case doubtful(DocumentName, [String])
    }

    /// The most documents that browsers show well on one page.
    package static let mostDocuments = 2_000

    private let names: [DocumentName]
    package let workspace: Workspace
    private let title: String
    private let outgoing: Outgoing
    private let tell: (Remark) throws -> Void

    /// - Parameters:
    ///   - names: the documents, in the order of the page.
    ///   - workspace: the workspace of the documents.
    ///   - title: the heading.
    ///   - withholding: what the page leaves out; nil for nothing.
    ///   - tell: receives what the page lacks.
    /// - Throws: ``ScaryBugsError/Code/refused`` for more than ``mostDocuments``.
    package init(
        of names: [DocumentName], in workspace: Workspace, title: String,
        without withholding: @autoclosure () throws -> Withholding?,
        _ tell: @escaping (Remark) throws -> Void
    ) throws {
        guard names.count <= Self.mostDocuments else {
            let most = Self.mostDocuments
            throw ScaryBugsError(
                .refused,
                "\(names.count.grouped) documents are too many for one page; add limit:\(most) to the "
                    + "selection, or choose fewer")
        }
        (self.names, self.workspace, self.title) = (names, workspace, title)
        (outgoing, self.tell) = (try workspace.outgoing(without: withholding()), tell)
    }
}

extension Gallery: DocumentPage {
    /// The most documents whose photographs are in memory.
    private static let together = 50

    package func write(to file: borrowing File) throws {
        let head = PageHead(
            title: title, style: GalleryStyle.text, script: GalleryScript.text,
            styleWithoutScript: GalleryStyle.withoutScript)
        try file.write(Array((head.text + GalleryPage.beginning(title, names.count)).utf8))
        let (reader, shared) = (try workspace.reader(), try workspace.sharedNumbers())
        var pictures = GalleryPictures(
            isShowing: outgoing.withholding?.names(Field.picture.name) != true)
        var places = GalleryPlaces()
        var done = 0
        while done < names.count {
            let some = names[done..<min(done + Self.together, names.count)]
            let made = try pictures.pictures(of: some, in: workspace, tell)
            for (name, picture) in zip(some, made) {
                workspace.report(.exporting, done, of: names.count)
                try Interruption.check()
                let (data, doubtful) = try outgoing.values(
                    of: reader.read(name, looksAtPicture: false).document)
                if !doubtful.isEmpty { try tell(.doubtful(name, doubtful)) }
                let cardName = name.shortest(sharing: shared)
                places.add(data, cardName)
                try file.write(Array(GalleryPage.card(of: data, cardName, picture).utf8))
                done += 1
            }
        }
        try file.write(Array(GalleryPage.end(places).utf8))
    }
}

/// Makes the pictures of a page.
private struct GalleryPictures {
    var isShowing: Bool

    /// The longer side at most, in pixels.
    private static let pixels = 400
    private static let quality = 60
    /// The most bytes of a picture on average, with which 1,000 documents take less than 30 MB in base64.
    private static let bytes = 21_000

    /// The picture of each document; nil for none.
    mutating func pictures(
        of names: ArraySlice<DocumentName>, in workspace: Workspace,
        _ tell: (Gallery.Remark) throws -> Void
    ) throws -> [[UInt8]?] {
        var pictures: [[UInt8]?] = Array(repeating: nil, count: names.count)
        guard isShowing else { return pictures }
        var present: [(index: Int, photograph: OpenPhotograph)] = []
        for (index, name) in names.enumerated() {
            if let photograph = try OpenPhotograph(of: name, in: workspace) {
                present.append((index, photograph))
            }
        }
        do {
            let made = try Self.small(present.map(\.photograph), Self.pixels)
            for ((index, photograph), result) in zip(present, made) {
                switch result {
                case .success(let bytes): pictures[index] = try Self.smaller(bytes, photograph)
                case .failure(let error):
                    try tell(.picture(photograph.document, error.message))
                }
            }
        } catch let error as MissingProgram {
            isShowing = false
            try tell(.pictures("\(error)"))
        }
        return pictures
    }

    private static func small(
        _ photographs: [OpenPhotograph], _ pixels: Int
    ) throws -> [Result<[UInt8], ScaryBugsError>] {
        try Thumbnails.make(
            of: photographs.map { $0.file.descriptor }, pixels: pixels, quality: quality)
    }

    /// The picture with fewer pixels, if it has too many bytes.
    private static func smaller(_ bytes: [UInt8], _ photograph: OpenPhotograph) throws -> [UInt8] {
        guard bytes.count > Self.bytes else { return bytes }
        let part = (Double(Self.bytes) / Double(bytes.count)).squareRoot()
        let made = try small([photograph], max(120, Int(Double(pixels) * part * 0.95)))
        return (try? made.first?.get()) ?? bytes
    }
}
