import ScaryBugs

struct GalleryCommand: Command {
    private static let file = Parameter("FILE", .path)
    private static let title = Option("--title", value: "TEXT", "the heading, 'Bugs' without it")

    static let declaration = Declaration(
        "gallery", "Write a page with all pictures, for a browser.",
        discussion: """
            The page is one file that needs no network, so it can be sent or put anywhere. It has small
            pictures, a search, a list of places, and a larger picture on a click. Without a SELECTION, it
            has all documents; it follows the order of the SELECTION. FILE can be - for standard output.
            """,
        parameters: [file, .selection],
        options: [title, ExportCommand.forceOption] + SharingOptions.all,
        topics: [.selections],
        example: """
            alice> gallery bugs.html rating:>=2 --without location
            wrote 2 documents to bugs.html
            """)

    private let arguments: Arguments
    private let path: LineWord
    private let sharing: SharingOptions

    init(arguments: Arguments) throws {
        self.arguments = arguments
        sharing = try SharingOptions(arguments)
        path = try arguments.path(Self.file) ?? LineWord("")
    }

    func run(in session: Session) throws {
        let names = try session.documents(
            ofPageAt: path, selectedBy: arguments[.selection], for: Self.declaration)
        let title = (arguments.value(of: Self.title) ?? "").trimmed
        let gallery = try Gallery(
            of: names, in: session.workspace, title: title.isEmpty ? "Bugs" : title,
            without: sharing.withholding(from: names, as: .bookArchive, in: session)
        ) { remark in
            switch remark {
            case .picture(let name, let reason):
                try session.warn("the photograph of \(name.number) is left out: \(reason)")
            case .pictures(let reason): try session.warn("photographs are left out: \(reason)")
            case .doubtful(let name, let fields): try session.tellDoubtful(fields, of: name)
            }
        }
        try session.write(
            gallery, of: names.count, "document", to: path,
            replacing: arguments.has(ExportCommand.forceOption))
    }
}

extension Session {
    /// The documents of a page: those that the words select, or all.
    func documents(
        ofPageAt path: LineWord, selectedBy words: [String], for declaration: Declaration
    ) throws -> [DocumentName] {
        guard path.text != "-" || !output.isTerminal else {
            throw ScaryBugsError(
                .refused, "a page cannot be written to a terminal; give a file instead of -")
        }
        return try documents(selectedBy: words.isEmpty ? ["all"] : words, for: declaration)
    }

    /// Writes a page to a file or to standard output, and tells how many things it has.
    ///
    /// - Parameter noun: one of the things, such as `label`.
    func write(
        _ page: some DocumentPage, of count: Int, _ noun: String, to path: LineWord,
        replacing isReplacing: Bool
    ) throws {
        try interruptible("nothing was written") {
            if path.text == "-" { return try output.writeRaw { try page.write(toStream: $0) } }
            try locating(path) { try page.write(to: path.text, replacing: isReplacing) }
            try output.print(
                Record(
                    "wrote \(count.counting(noun)) to \(path.text)",
                    [(noun + "s", .integer(count)), ("path", .string(path.text))]))
        }
    }
}
