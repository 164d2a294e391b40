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
    private let pixels: Int
    private let outgoing: Outgoing
    private let tell: (Remark) throws -> Void

    /// - Parameters:
    ///   - names: the documents, in the order of the page.
    ///   - workspace: the workspace of the documents.
    ///   - title: the heading.
    ///   - pixels: the longer side of a picture at most.
    ///   - outgoing: what the page tells.
    ///   - tell: receives what the page lacks.
    /// - Throws: ``ScaryBugsError/Code/refused`` for more than ``mostDocuments``.
    package init(
        of names: [DocumentName], in workspace: Workspace, title: String, pixels: Int,
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
        (self.names, self.workspace, self.title, self.pixels) = (names, workspace, title, pixels)
        (self.outgoing, self.tell) = (try outgoing(), tell)
    }
}

extension Gallery: DocumentPage {
    /// The most documents whose photographs are in memory. Two processes reduce them.
    private static let together = 100

    package func write(to file: borrowing File) throws {
        try file.write(Array(GalleryPage.beginning(title, names.count).utf8))
        let (reader, shared) = (try workspace.reader(), try workspace.sharedNumbers())
        var pictures = GalleryPictures(
            withholding: outgoing.withholding, pixels: pixels, count: names.count)
        var places = GalleryPlaces()
        var done = 0
        while done < names.count {
            let some = names[done..<min(done + Self.together, names.count)]
            let made = try pictures.pictures(of: some, in: workspace, tell)
            for (name, pictures) in zip(some, made) {
                workspace.report(.exporting, done, of: names.count)
                try Interruption.check()
                let (data, withheld) = try outgoing.values(
                    of: reader.read(name, looksAtPicture: false).document)
                if !withheld.doubtful.isEmpty { try tell(.doubtful(name, withheld.doubtful)) }
                let cardName = name.shortest(sharing: shared)
                places.add(data, cardName)
                try file.write(Array(GalleryPage.card(of: data, cardName, pictures).utf8))
                done += 1
            }
        }
        try file.write(Array(GalleryPage.end(places).utf8))
    }
}

/// Makes the pictures of a page.
private struct GalleryPictures {
    private let withholding: Withholding?
    private var isShowing: Bool
    /// The longer side at most, in pixels.
    private let pixels: Int
    /// The most bytes of a picture. 1,000 of the usual size take less than 30 MB in base64.
    private let mostBytes: Int
    /// The most photographs that are open.
    private static let together = 100

    /// - Parameter count: the number of documents.
    init(withholding: Withholding?, pixels: Int, count: Int) {
        (self.withholding, self.pixels) = (withholding, pixels)
        isShowing = withholding?.names(Field.picture.name) != true
        let usual = max(21_000, 21_000_000 / max(1, count))
        mostBytes = usual * max(160_000, pixels * pixels) / 160_000
    }

    /// The pictures of each document, the photograph first.
    mutating func pictures(
        of names: ArraySlice<DocumentName>, in workspace: Workspace,
        _ tell: (Gallery.Remark) throws -> Void
    ) throws -> [[[UInt8]]] {
        var pictures: [DocumentName: [[UInt8]]] = [:]
        do {
            var rest = try isShowing ? names.flatMap { try files(of: $0, in: workspace) }[...] : []
            while let some = rest.popFirst(Self.together) {
                let photographs = try some.compactMap {
                    try OpenPhotograph(of: $0, named: $1, in: workspace)
                }
                let made = try made(of: photographs, in: workspace)
                for (photograph, result) in zip(photographs, made) {
                    switch result {
                    case .success(let bytes): pictures[photograph.document, default: []] += [bytes]
                    case .failure(let error):
                        try tell(.picture(photograph.document, error.message))
                    }
                }
            }
        } catch let error as MissingProgram {
            isShowing = false
            try tell(.pictures("\(error)"))
        }
        return names.map { pictures[$0] ?? [] }
    }

    /// The files of a document that may be photographs; nil for the first one.
    private func files(
        of name: DocumentName, in workspace: Workspace
    ) throws -> [(DocumentName, String?)] {
        let further = try workspace.furtherFiles(of: name)
        return [(name, nil)]
            + further.filter { withholding?.names($0) != true }.map { (name, $0) }
    }

    /// The small pictures. A picture that has too many bytes is made again, with fewer pixels.
    private func made(
        of photographs: [OpenPhotograph], in workspace: Workspace
    ) throws -> [Result<[UInt8], ScaryBugsError>] {
        var made = try workspace.pictures(of: photographs, pixels: pixels)
        let sizes = Dictionary(grouping: made.indices) { place in
            smallerSize(than: (try? made[place].get().count) ?? 0)
        }
        for (size, places) in sizes where size < pixels {
            let again = try workspace.pictures(of: places.map { photographs[$0] }, pixels: size)
            for (place, picture) in zip(places, again) where (try? picture.get()) != nil {
                made[place] = picture
            }
        }
        return made
    }

    /// The longer side of a picture that may have a number of bytes instead. There are few sizes, so that
    /// photographs are reduced together.
    private func smallerSize(than bytes: Int) -> Int {
        guard bytes > mostBytes else { return pixels }
        let part = (Double(mostBytes) / Double(bytes)).squareRoot() * 0.95
        return max(3, Int(part * 10)) * pixels / 10
    }
}
