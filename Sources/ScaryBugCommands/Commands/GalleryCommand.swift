import ScaryBugs
import SystemPackage

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
        options: [title, size] + PageArguments.options,
        topics: [.selections],
        example: """
            alice> gallery rating:>=2 bugs.html --without location
            wrote 2 documents to bugs.html, 12.3 KiB
            """)

    private let page: PageArguments
    private let title: String
    private let pixels: Int

    init(arguments: Arguments) throws {
        title = (arguments.value(of: Self.title) ?? "").trimmed
        pixels =
            try arguments.value(of: Self.size) { text in
                if let pixels = Int(text), 40...1_600 ~= pixels { return pixels }
                throw ScaryBugsError(
                    .invalidValue, "--size '\(text)' is not a number of pixels from 40 to 1600")
            } ?? 400
        page = try PageArguments(arguments, of: Self.declaration)
    }

    func run(in session: Session) throws {
        let (output, names) = try page.open(for: Self.declaration, in: session)
        let gallery = try Gallery(
            of: names, in: session.workspace, title: title.isEmpty ? "Bugs" : title,
            pixels: pixels, telling: page.sharing.outgoing(ofPage: names, in: session)
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
    static let options = [ExportCommand.forceOption] + SharingOptions.all

    private let path: LineWord
    private let selection: [String]
    private let isReplacing: Bool
    let sharing: SharingOptions

    init(_ arguments: Arguments, of declaration: Declaration) throws {
        sharing = try SharingOptions(arguments)
        isReplacing = arguments.has(ExportCommand.forceOption)
        var words = arguments[Self.words]
        let index = words.lastIndex(where: Self.isPage)
        guard let index, index == 0 || index == words.count - 1,
            let path = try arguments.path(Self.words, at: index)
        else {
            throw Self.noPage(in: words, of: declaration)
        }
        self.path = path
        words.remove(at: index)
        selection = words
    }

    private static func isPage(_ word: String) -> Bool {
        word == "-" || [".html", ".htm"].contains(where: word.lowercased().hasSuffix)
    }

    /// The error for words without a page at one end. It completes the word that may be a file.
    private static func noPage(in words: [String], of declaration: Declaration) -> ScaryBugsError {
        let ends = [words.last, words.first].compactMap(\.self)
        let file = words.first(where: isPage) ?? ends.first { !SelectionWord.mustBeMeant(by: $0) }
        var path = FilePath(file ?? "bugs.html")
        if (try? Directory.status(ofPath: path.string))??.kind == .directory || file?.last == "/" {
            path.append("bugs.html")
        } else if path.string != "-" {
            path.extension = "html"
        }
        let rest = words.filter { $0 != file }
        return ScaryBugsError(
            .invalidValue,
            "'\(file ?? words.last ?? "")' is no name of a page; write "
                + LineLexer.line(of: [declaration.name] + rest + [path.string])
        ).at(file ?? words.last ?? "")
    }

    /// Checks the place of the page, before anything is said about its documents: those that the words
    /// select, or the open document, or all.
    func open(
        for declaration: Declaration, in session: Session
    ) throws -> (place: PageDestination?, names: [DocumentName]) {
        let place = try session.pageOutput(at: path, replacing: isReplacing)
        let isOfAll = selection.isEmpty && session.openDocument == nil
        let names = try session.documents(
            selectedBy: isOfAll ? ["all"] : selection, for: declaration, keepingOrder: true)
        return (place, names)
    }
}

extension Session {
    /// Checks the place of a page, before anything is said about the documents; nil for standard output.
    func pageOutput(at path: LineWord, replacing isReplacing: Bool) throws -> PageDestination? {
        guard path.text == "-" else {
            return try locating(path) {
                try PageDestination(path.text, of: workspace, replacing: isReplacing)
            }
        }
        guard output.isTerminal else { return nil }
        throw ScaryBugsError(
            .refused, "a page cannot be written to a terminal; give a file instead of -")
    }

    /// Writes a page to a file or to standard output, and tells how many things it has.
    ///
    /// - Parameters:
    ///   - noun: one of the things, such as `label`.
    ///   - tellsSize: whether to tell the size of the file.
    func write(
        _ page: some DocumentPage, of count: Int, _ noun: String, to place: PageDestination?,
        tellingSize tellsSize: Bool = false
    ) throws {
        try interruptible("nothing was written") {
            guard let place else {
                return try output.writeRaw { try page.write(toStream: $0) }
            }
            let (bytes, path) = (try page.write(to: place), place.path)
            let size = tellsSize ? ", \(ByteCount.rounded(bytes))" : ""
            try output.print(
                Record(
                    "wrote \(count.counting(noun)) to \(path)\(size)",
                    [(noun + "s", .integer(count)), ("path", .string(path))]
                        + (tellsSize ? [("bytes", .integer(bytes))] : [])))
        }
    }
}
