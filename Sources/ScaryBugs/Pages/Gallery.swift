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
    ///   - outgoing: what the page tells.
    ///   - tell: receives what the page lacks.
    /// - Throws: ``ScaryBugsError/Code/refused`` for more than ``mostDocuments``.
    package init(
        of names: [DocumentName], in workspace: Workspace, title: String,
        telling outgoing: @autoclosure () throws -> Outgoing,
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
        (self.outgoing, self.tell) = (try outgoing(), tell)
    }
}

extension Gallery: DocumentPage {
    /// The most documents whose photographs are in memory. Two processes reduce them.
    private static let together = 100

    package func write(to file: borrowing File) throws {
        let head = PageHead(
            title: title, style: GalleryStyle.text, script: GalleryScript.text,
            styleWithoutScript: GalleryStyle.withoutScript)
        try file.write(Array((head.text + GalleryPage.beginning(title, names.count)).utf8))
        let (reader, shared) = (try workspace.reader(), try workspace.sharedNumbers())
        var pictures = GalleryPictures(
            isShowing: outgoing.withholding?.names(Field.picture.name) != true, count: names.count)
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
    private var isShowing: Bool
    /// The longer side at most, in pixels.
    private let pixels = 400
    /// The most bytes of a picture. 1,000 documents take less than 30 MB in base64.
    private let mostBytes: Int

    /// - Parameter count: the number of documents.
    init(isShowing: Bool, count: Int) {
        self.isShowing = isShowing
        mostBytes = max(21_000, 21_000_000 / max(1, count))
    }

    /// The picture of each document; nil for none.
    mutating func pictures(
        of names: ArraySlice<DocumentName>, in workspace: Workspace,
        _ tell: (Gallery.Remark) throws -> Void
    ) throws -> [[UInt8]?] {
        var pictures: [DocumentName: [UInt8]] = [:]
        do {
            let photographs =
                isShowing ? try names.compactMap { try OpenPhotograph(of: $0, in: workspace) } : []
            let made = try workspace.pictures(of: photographs, pixels: pixels)
            for (photograph, result) in zip(photographs, made) {
                switch result {
                case .success(let bytes): pictures[photograph.document] = bytes
                case .failure(let error):
                    try tell(.picture(photograph.document, error.message))
                }
            }
            try reduce(&pictures, of: photographs, in: workspace)
        } catch let error as MissingProgram {
            isShowing = false
            try tell(.pictures("\(error)"))
        }
        return names.map { pictures[$0] }
    }

    /// Makes the pictures that have too many bytes again, with fewer pixels.
    private func reduce(
        _ pictures: inout [DocumentName: [UInt8]], of photographs: [OpenPhotograph],
        in workspace: Workspace
    ) throws {
        let sizes = Dictionary(grouping: photographs) { photograph in
            pictures[photograph.document].map { smallerSize(than: $0.count) } ?? pixels
        }
        for (size, photographs) in sizes where size < pixels {
            let made = try workspace.pictures(of: photographs, pixels: size)
            for (photograph, result) in zip(photographs, made) {
                if case .success(let bytes) = result { pictures[photograph.document] = bytes }
            }
        }
    }

    /// The longer side of a picture that may have a number of bytes instead. There are few sizes, so that
    /// photographs are reduced together.
    private func smallerSize(than bytes: Int) -> Int {
        guard bytes > mostBytes else { return pixels }
        let part = (Double(mostBytes) / Double(bytes)).squareRoot() * 0.95
        return max(3, Int(part * 10)) * pixels / 10
    }
}
