/// Sheets of labels for pins and drawers, as a page that a browser prints.
package struct LabelSheet {
    /// The size of the paper.
    package enum Paper: String, CaseIterable, Sendable {
        case a4, letter

        /// The name in a style sheet (CSS Paged Media, section 7.1).
        fileprivate var name: String { self == .a4 ? "A4" : "letter" }
    }

    /// What a label lacks.
    package enum Remark: Sendable {
        /// The fields whose texts are cut.
        case cuts(DocumentName, [LabelCut])
        /// The identifier is too long for a code.
        case code(DocumentName)
        /// The names of fields that were left out since they may tell a position.
        case doubtful(DocumentName, [String])
    }

    /// The names of the fields that a label may show.
    package static let fields = LabelTexts.fields

    private let names: [DocumentName]
    package let workspace: Workspace
    private let paper: Paper
    private let hasCodes: Bool
    private let outgoing: Outgoing
    private let tell: (Remark) throws -> Void

    /// - Parameters:
    ///   - names: the documents, in the order of the labels.
    ///   - paper: the paper of the printer.
    ///   - hasCodes: whether each label has a QR code of the document's identifier.
    ///   - outgoing: what the labels tell.
    ///   - tell: receives what labels lack.
    package init(
        of names: [DocumentName], in workspace: Workspace, on paper: Paper, codes hasCodes: Bool,
        telling outgoing: Outgoing, _ tell: @escaping (Remark) throws -> Void
    ) {
        (self.names, self.workspace, self.paper, self.hasCodes) = (
            names, workspace, paper, hasCodes
        )
        (self.outgoing, self.tell) = (outgoing, tell)
    }
}

extension LabelSheet: DocumentPage {
    /// The bytes that are written together.
    private static let pieceBytes = 64 << 10

    package func write(to file: borrowing File) throws {
        // Both papers have room for these.
        let columns = hasCodes ? 6 : 10
        var output = Array(beginning.utf8)
        let (reader, shared) = (try workspace.reader(), try workspace.sharedNumbers())
        var done = 0
        let make = { @Sendable [outgoing, hasCodes] (name: DocumentName, place: WorkPlace) in
            let document = try reader.at(place).read(name, looksAtPicture: false).document
            let (data, withheld) = try outgoing.values(of: document)
            let number = name.shortest(sharing: shared)
            return (
                name, try LabelDrawing(data, number: number, hasCode: hasCodes), withheld.doubtful
            )
        }
        try names.forEachResult(of: make) { name, drawing, doubtful in
            workspace.report(.exporting, done, of: names.count)
            if !doubtful.isEmpty { try tell(.doubtful(name, doubtful)) }
            if !drawing.label.cuts.isEmpty { try tell(.cuts(name, drawing.label.cuts)) }
            if hasCodes, drawing.code == nil { try tell(.code(name)) }
            if done % columns == 0 { output.append(utf8: "<div>\n") }
            output.append(utf8: drawing.svg)
            done += 1
            if done % columns == 0 || done == names.count { output.append(utf8: "</div>\n") }
            if output.count >= Self.pieceBytes {
                try file.write(output)
                output.removeAll(keepingCapacity: true)
            }
        }
        output.append(utf8: "</main>\n</body>\n</html>\n")
        try file.write(output)
    }

    private var beginning: String {
        let points = { (hundredths: Int) in (Double(hundredths) / 100).shortest + "pt" }
        let style = """
            @page { size: \(paper.name); margin: 9mm; }
            :root { color-scheme: light; }
            body { margin: 0; background: #fff; color: #000;
                font-family: Helvetica, Arial, "Liberation Sans", Arimo, sans-serif; }
            div { display: flex; break-inside: avoid; }
            svg { flex: none; width: \(points(LabelDrawing.width(hasCode: hasCodes)));
                height: \(points(Label.height)); overflow: hidden; }
            .i { font-style: italic; }
            .cut { fill: none; stroke: #888; stroke-width: 28px; }
            @media print { header { display: none; } }
            """
        return PageHead(title: "Labels", style: style).text + """
            <body>
            <header>
            <h1>Labels</h1>
            <p>\(names.count.counting("label")) of \(hasCodes ? 29 : 19) × 10 mm. Print at 100 %, not fitted to the page.</p>
            </header>
            <main>

            """
    }
}
