import ScaryBugs

struct LabelsCommand: Command {
    private static let papers = LabelSheet.Paper.allCases.map(\.rawValue)
    private static let paper = Option(
        "--paper", value: "PAPER", meaning: .choice(papers), "a4, as without it, or letter")
    private static let qr = Option("--qr", "add a QR code of each document's identifier")

    static let declaration = Declaration(
        "labels", "Write labels for pins and drawers, to be printed by a browser.",
        discussion: """
            A label is 19 by 10 mm large, or 29 by 10 mm with a code. It has the species or else the title,
            the place, the position, the date with a Roman month, and the observer (leg.). The number and who named the species (det.)
            follow, and the license and the credit if they fit. Text that is too long gets smaller, down to
            4 points. Then it is cut, and named.

            The sheets have lines to cut along. Print them at 100 %. Without a SELECTION, the open document
            gets a label, or all documents if none is open. The order is the order of the numbers in the
            SELECTION, as in 3,1,2, unless it has a word such as sort:species.
            """,
        parameters: PageArguments.parameters,
        options: [paper, qr] + PageArguments.options,
        topics: [.selections],
        example: """
            alice> labels rating:>=1 labels.html --without location
            wrote 2 labels to labels.html
            """)

    private let page: PageArguments
    private let paper: LabelSheet.Paper
    private let hasCodes: Bool

    init(arguments: Arguments) throws {
        page = try PageArguments(arguments, of: Self.declaration)
        paper =
            try arguments.value(of: Self.paper) { name in
                if let paper = LabelSheet.Paper(rawValue: name.lowercased()) { return paper }
                let papers = SpellingSuggestion.list(of: Self.papers)
                throw ScaryBugsError(.invalidValue, "there is no paper '\(name)'; \(papers)")
            } ?? .a4
        hasCodes = arguments.has(Self.qr)
    }

    func run(in session: Session) throws {
        let (output, names) = try page.open(for: Self.declaration, in: session)
        var cutLabels = 0
        let outgoing = try page.sharing.outgoing(
            ofPage: names, showing: LabelSheet.fields, in: session)
        let sheet = LabelSheet(
            of: names, in: session.workspace, on: paper, codes: hasCodes, telling: outgoing
        ) { remark in
            if case .cuts = remark {
                cutLabels += 1
                if cutLabels > Self.mostWarnings { return }
            }
            try tell(remark, session)
        }
        try session.write(sheet, of: names.count, "label", to: output)
        if cutLabels > Self.mostWarnings {
            let more = cutLabels - Self.mostWarnings
            try session.warn(
                "\(more.grouped) more \(more == 1 ? "label has" : "labels have") no room for all "
                    + "texts")
        }
    }

    /// The most warnings about labels that have no room for all texts.
    private static let mostWarnings = 10

    private func tell(_ remark: LabelSheet.Remark, _ session: Session) throws {
        switch remark {
        case .cuts(let name, let cuts):
            let parts = cuts.map { cut in
                cut.text.map { "\(cut.field) is cut: '\($0)'" } ?? "\(cut.field): no room"
            }
            try session.warn(
                "document \(name.number): the label's \(parts.joined(separator: ", its "))")
        case .code(let name):
            try session.warn(
                "document \(name.number): its identifier is too long for a code on a label")
        case .doubtful(let name, let fields): try session.tellDoubtful(fields, of: name)
        }
    }
}
