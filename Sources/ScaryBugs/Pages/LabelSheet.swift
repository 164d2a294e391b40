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
    ///   - withholding: what the labels leave out; nil for nothing.
    ///   - sensitive: what they leave out of documents of sensitive species.
    ///   - tell: receives what labels lack.
    package init(
        of names: [DocumentName], in workspace: Workspace, on paper: Paper, codes hasCodes: Bool,
        without withholding: Withholding?, sensitive: [DocumentName: Withholding] = [:],
        _ tell: @escaping (Remark) throws -> Void
    ) {
        (self.names, self.workspace, self.paper, self.hasCodes) = (
            names, workspace, paper, hasCodes
        )
        outgoing = workspace.outgoing(without: withholding, sensitive: sensitive)
        self.tell = tell
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
            try reader.at(place).label(
                of: name, numbered: name.shortest(sharing: shared), outgoing, hasCode: hasCodes)
        }
        try names.forEachResult(of: make) { made in
            workspace.report(.exporting, done, of: names.count)
            try tell(of: made)
            if done % columns == 0 { output.append(utf8: "<div>\n") }
            output.append(utf8: made.drawing.svg)
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

    private func tell(of made: MadeLabel) throws {
        if !made.doubtful.isEmpty { try tell(.doubtful(made.name, made.doubtful)) }
        if !made.drawing.label.cuts.isEmpty { try tell(.cuts(made.name, made.drawing.label.cuts)) }
        if hasCodes, made.drawing.code == nil { try tell(.code(made.name)) }
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

/// A document's label, and the names of fields that were left out since they may tell a position.
private struct MadeLabel: Sendable {
    let name: DocumentName
    let drawing: LabelDrawing
    let doubtful: [String]
}

extension DocumentReader {
    fileprivate func label(
        of name: DocumentName, numbered number: String, _ outgoing: Outgoing, hasCode: Bool
    ) throws -> MadeLabel {
        let (data, doubtful) = try outgoing.values(
            of: read(name, looksAtPicture: false).document)
        return MadeLabel(
            name: name,
            drawing: LabelDrawing(
                label: Label(LabelTexts(data, number: number)), hasCode: hasCode,
                code: hasCode ? try LabelCode(data.canonicalIdentifier) : nil,
                codeText: data.canonicalIdentifier),
            doubtful: doubtful)
    }
}
