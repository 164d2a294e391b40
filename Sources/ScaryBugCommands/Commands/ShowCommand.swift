import Glibc
import ScaryBugs
import SystemPackage

struct ShowCommand: Command {
    static let printsDocuments = true
    private static let authors = Option("--authors", "also who entered each value, and when")

    static let declaration = Declaration(
        "show", "Show everything about documents.",
        discussion: """
            The row exchanges tells who sent the document and who got it, and whether it was changed since.
            The row conflict has the values of a field that several people changed; 'resolve' chooses.
            The row withheld names what the sender of the document left out or told less about.
            """,
        parameters: [.selection], options: [authors],
        topics: [.selections],
        example: """
            alice> show 3
            3  Stag Beetle
              kind        bug
              rating      2
              tags        garden
              place       Kent
              identifier  A949A66E-476D-4CA7-9A58-C7157D81B890
              created     2026-01-01T00:00:00+00:00
              modified    2026-01-01T00:00:00+00:00
            """)

    let arguments: Arguments

    func run(in session: Session) throws {
        let names = try session.documents(selectedBy: arguments[.selection], for: Self.declaration)
        lazy var table = DocumentTable(session.workspace.kinds(of: names))
        var shown: [DocumentName] = []
        defer { session.lastPrinted = shown }
        let isAlone = names.count == 1
        let prepare = session.output.makeDetails(reading: try session.workspace.filesReader())
        try session.workspace.forEachDocument(names, preparing: prepare) { name, read in
            try Interruption.check()
            try session.reportingErrors {
                let details = try read()
                for warning in details.warnings {
                    try session.warn("document \(name.number): \(warning)")
                }
                if isAlone { try session.drawPhotograph(of: name) }
                try session.output.print(
                    details, with: exchanges(of: name, in: session), in: table,
                    isFirst: shown.isEmpty)
                shown.append(name)
            }
        }
    }
}

extension ShowCommand {
    /// The exchanges of a document, and the authors of its values.
    private func exchanges(
        of name: DocumentName, in session: Session
    ) throws -> [Output.MoreDetails] {
        let workspace = session.workspace
        let document = try workspace.document(name, looksAtPicture: false)
        var more: [Output.MoreDetails] = []
        let exchanges = try workspace.exchanges(of: document)
        if !exchanges.isEmpty { more.append(.init(exchanges)) }
        if arguments.has(Self.authors) {
            more.append(.init(authors: try workspace.authors(of: name)))
        }
        return more
    }
}

extension Output.MoreDetails {
    fileprivate init(_ exchanges: [Workspace.Exchange]) {
        let texts = exchanges.map { exchange in
            let day = exchange.date.text(in: .local).prefix(10)
            guard exchange.isSent else { return "from \(exchange.peer ?? "somebody") on \(day)" }
            let peer = exchange.peer.map { " to \($0)" } ?? ""
            return "sent\(peer) on \(day)" + (exchange.isChanged ? "; changed since" : "")
        }
        self.init(
            name: "exchanges", text: texts.map(TerminalText.text).joined(separator: "\n"),
            value: .list(
                exchanges.map { exchange in
                    .object(
                        [
                            (exchange.isSent ? "to" : "from", .string(exchange.peer)),
                            ("date", .timestamp(exchange.date)),
                        ] + (exchange.isSent ? [("changed", .boolean(exchange.isChanged))] : []))
                }))
    }

    fileprivate init(authors: [(name: String, values: [Workspace.AuthoredValue])]) {
        let texts = authors.map { name, values in
            let parts = values.map { value in
                (value.element.map { "\($0), " } ?? "")
                    + "\(value.author ?? "somebody") \(value.date.text(in: .local))"
            }
            return "\(name): \(parts.joined(separator: "; "))"
        }
        let record = { (value: Workspace.AuthoredValue) in
            Record.Value.object(
                (value.element.map { [("value", .string($0))] } ?? []) + [
                    ("by", .string(value.author)), ("at", .timestamp(value.date)),
                ])
        }
        self.init(
            name: "authors", text: texts.map(TerminalText.text).joined(separator: "\n"),
            value: .object(
                authors.map { name, values in
                    let isList = values.first?.element != nil
                    return (
                        name, isList ? .list(values.map(record)) : values.first.map(record) ?? .null
                    )
                }))
    }
}

struct ViewCommand: Command {
    private static let number = Parameter("N", .document, .optional)
    private static let file = Parameter("NAME", .text, .optional)

    static let declaration = Declaration(
        "view", "Open the photograph, or another file, of document N in a viewer.",
        discussion: """
            The viewer is $SCARYBUG_VIEWER, which may have arguments, else xdg-open. It gets a copy that can't be
            changed, and that is removed when the viewer or the session ends. Pictures, sounds, videos and PDF
            open; of any other file, the path is printed. A script has no viewer.
            """,
        parameters: [number, file],
        example: """
            alice> view 3
            """)

    let arguments: Arguments

    func run(in session: Session) throws {
        guard session.position == nil, session.ask != nil else {
            throw ScaryBugsError(
                .refused, "view needs a terminal and a typed line; 'show N' tells the path")
        }
        let name = try session.document(arguments[Self.number], for: Self.declaration)
        let opened = try session.workspace.openFile(arguments[Self.file].first, of: name)
        guard opened.facts.mediaType != nil else {
            let path = opened.facts.path
            return try session.output.print(Record(path, [("path", .string(path))]))
        }
        try Self.view(opened, in: session)
    }

    private static func view(_ opened: borrowing OpenedFile, in session: Session) throws {
        let place = try PrivateDirectory()
        let name = opened.facts.viewedName
        try place.directory.createFile(named: name, mode: 0o400)
            .copy(from: opened.contents, limit: .none)
        try session.output.flush()
        let viewer = session.environment["SCARYBUG_VIEWER"]
        let program = TerminalProgram(command: viewer ?? "xdg-open")
        let status = try program.run(place.directory.path(of: name))
        guard status == 0 else {
            let advice = [126, 127].contains(status) ? "; set SCARYBUG_VIEWER to your viewer" : ""
            throw ScaryBugsError(
                .refused, "'\(program.command)' ended with the status \(status)\(advice)")
        }
        // A viewer of the desktop opens the file some time after xdg-open has ended.
        if viewer == nil { try keep(place, for: session.isInteractive ? 0 : 60) }
    }

    /// Keeps a copy until this process ends, however that happens, and some seconds longer.
    private static func keep(_ place: PrivateDirectory, for seconds: Int) throws {
        let pipe = try FileDescriptor.privatePipe()
        defer { try? pipe.readEnd.close() }
        let spawn = Spawn(ownGroup: true)
        spawn.give(pipe.readEnd, as: STDIN_FILENO)
        for stream in [STDOUT_FILENO, STDERR_FILENO] { spawn.give(nil, as: stream) }
        // With its lock, so that no other process takes the copy for a killed one's.
        spawn.give(place.directory.descriptor, as: 3)
        // The other end stays open as long as this process, so that reading ends with it.
        let script = "read -r line; sleep \(seconds); rm -rf \"$1\"; rmdir \"${1%/*}\""
        _ = try spawn.start(["/bin/sh", "-c", script, "sh", place.directory.path])
        _ = Unmanaged.passRetained(place)
    }
}
