import ScaryBugs

struct GalleryCommand: Command {
    private static let size = Option(
        "--size", value: "N", "longer side of a picture in pixels, 400 without it, at most 1600")
    private static let title = Option("--title", value: "TEXT", "the heading, 'Bugs' without it")

    static let declaration = Declaration(
        "gallery", "Write a page with all pictures, for a browser.",
        discussion: """
            The page is one file that needs no network, so it can be sent or put anywhere. It has small
            pictures with the numbers of the documents, a search, a list of places, and on a click all
            photographs of a document. Tick cards to get their numbers as a SELECTION. FILE can be - for
            standard output.

            Without a SELECTION, the page has the open document, or all documents if none is open. The order
            is the order of the numbers in the SELECTION, as in 3,1,2, unless it has a word such as sort:title.
            """,
        parameters: PageArguments.parameters,
        options: [title, size, ExportCommand.forceOption] + SharingOptions.all,
        topics: [.selections],
        example: """
            alice> gallery rating:>=2 bugs.html --without location
            wrote 2 documents to bugs.html, 12.3 KiB
            """)

    private let arguments: Arguments
    private let page: PageArguments
    private let pixels: Int
    private let sharing: SharingOptions

    init(arguments: Arguments) throws {
        self.arguments = arguments
        sharing = try SharingOptions(arguments)
        pixels = try arguments.value(of: Self.size, Self.pixels) ?? 400
        page = try PageArguments(arguments)
    }

    private static func pixels(_ text: String) throws -> Int {
        if let pixels = Int(text), 40...1_600 ~= pixels { return pixels }
        throw ScaryBugsError(
            .invalidValue, "--size '\(text)' is not a number of pixels from 40 to 1600")
    }

    func run(in session: Session) throws {
        let output = try session.pageOutput(
            at: page.path, replacing: arguments.has(ExportCommand.forceOption))
        let names = try session.documents(
            ofPageSelectedBy: page.selection, for: Self.declaration)
        let title = (arguments.value(of: Self.title) ?? "").trimmed
        let gallery = try Gallery(
            of: names, in: session.workspace, title: title.isEmpty ? "Bugs" : title,
            pixels: pixels, telling: sharing.outgoing(ofPage: names, in: session)
        ) { remark in
            switch remark {
            case .picture(let name, let reason):
                try session.warn("the photograph of \(name.number) is left out: \(reason)")
            case .pictures(let reason): try session.warn("photographs are left out: \(reason)")
            case .doubtful(let name, let fields): try session.tellDoubtful(fields, of: name)
            }
        }
        try session.write(gallery, of: names.count, "document", to: output, tellingSize: true)
    }
}

/// The words of a command that writes a page: a SELECTION and FILE, in either order.
struct PageArguments {
    private static let words = Parameter("[SELECTION] FILE", .selectionOrPath, .several)
    static let parameters = [words]

    let path: LineWord
    let selection: [String]

    init(_ arguments: Arguments) throws {
        var words = arguments[Self.words]
        let index = words.lastIndex(where: Self.isPage)
        guard let index, index == 0 || index == words.count - 1,
            let path = try arguments.path(Self.words, at: index)
        else {
            let word = words.first ?? ""
            throw ScaryBugsError(
                .invalidValue, "'\(word)' is no name of a page; give FILE.html after the SELECTION"
            ).at(word)
        }
        self.path = path
        words.remove(at: index)
        selection = words
    }

    private static func isPage(_ word: String) -> Bool {
        word == "-" || [".html", ".htm"].contains(where: word.lowercased().hasSuffix)
    }
}

/// The place of a page.
struct PageOutput {
    let path: LineWord
    /// The file; nil for standard output.
    let file: PageDestination?
}

extension Session {
    /// Checks the place of a page, before anything is said about the documents.
    func pageOutput(at path: LineWord, replacing isReplacing: Bool) throws -> PageOutput {
        if path.text == "-" {
            guard !output.isTerminal else {
                throw ScaryBugsError(
                    .refused, "a page cannot be written to a terminal; give a file instead of -")
            }
            return PageOutput(path: path, file: nil)
        }
        return try locating(path) {
            PageOutput(
                path: path,
                file: try PageDestination(path.text, of: workspace, replacing: isReplacing))
        }
    }

    /// The documents of a page: those that the words select, or the open document, or all.
    func documents(
        ofPageSelectedBy words: [String], for declaration: Declaration
    ) throws -> [DocumentName] {
        let isOfAll = words.isEmpty && openDocument == nil
        return try documents(
            selectedBy: isOfAll ? ["all"] : words, for: declaration, keepingOrder: true)
    }

    /// Writes a page to a file or to standard output, and tells how many things it has.
    ///
    /// - Parameters:
    ///   - noun: one of the things, such as `label`.
    ///   - tellsSize: whether to tell the size of the file.
    func write(
        _ page: some DocumentPage, of count: Int, _ noun: String, to place: PageOutput,
        tellingSize tellsSize: Bool = false
    ) throws {
        try interruptible("nothing was written") {
            guard let file = place.file else {
                return try output.writeRaw { try page.write(toStream: $0) }
            }
            let bytes = try page.write(to: file)
            let path = place.path.text
            let size = tellsSize ? ", \(ByteCount.rounded(bytes))" : ""
            try output.print(
                Record(
                    "wrote \(count.counting(noun)) to \(path)\(size)",
                    [(noun + "s", .integer(count)), ("path", .string(path))]
                        + (tellsSize ? [("bytes", .integer(bytes))] : [])))
        }
    }
}
