import ScaryBugs

struct InboxCommand: Command {
    private static let number = Parameter("M", .text, .optional)
    private static let delete = Option("--delete", "remove message M for good")

    static let declaration = Declaration(
        "inbox", "List the messages that others sent; show or remove one.",
        discussion: """
            With a number, the message's text is shown, and what 'accept' would do. The numbers stay.
            The inbox is a Maildir, so a mail program can read it, and deliver into it.
            """,
        parameters: [number], options: [delete],
        example: """
            alice> send 1 alice
            sent 1  Bullet Ant to alice
            scarybug: 1 message waits; 'inbox' lists them
            alice> inbox 1 --delete
            removed message 1
            """)

    private let number: Int?
    private let isDeleting: Bool

    init(arguments: Arguments) throws {
        number = try arguments[Self.number].first.map(MessageNumber.parse)
        isDeleting = arguments.has(Self.delete)
        if isDeleting, number == nil {
            throw ScaryBugsError(.invalidValue, "--delete needs the number of a message")
        }
    }

    func run(in session: Session) throws {
        defer { session.noticedInbox = session.workspace.inboxTime() }
        guard let number else {
            for message in try session.workspace.inboxMessages() {
                try session.output.print(row: Record(message))
            }
            return
        }
        let message = try session.workspace.inboxMessage(number)
        if isDeleting {
            try session.workspace.removeMessage(message)
            return try session.output.print(
                Record("removed message \(number)", [("message", .integer(number))]))
        }
        try session.output.print(Record(message))
        if session.output.format == .table {
            let text = try session.workspace.text(of: message)
            if !text.isEmpty { try session.output.print(text: "\n" + text + "\n") }
        }
        try AcceptCommand.accept([message], isPreview: true, isCopying: false, in: session)
    }
}

struct AcceptCommand: Command {
    static let printsDocuments = true
    private static let number = Parameter("M", .text, .any)
    private static let copy = Option(
        "--copy", "make documents of their own of copies that are here")

    static let declaration = Declaration(
        "accept", "Take in the documents of a message, as 'import --update' does.",
        discussion: """
            A newer version is taken in place, and versions that both sides changed merge, field by field.
            One waiting message needs no number. A message can be accepted again.
            """,
        parameters: [number], options: [copy, ImportArguments.keepGoing, .dryRun],
        example: """
            alice> send 1 alice
            sent 1  Bullet Ant to alice
            scarybug: 1 message waits; 'inbox' lists them
            alice> accept
            skipped message 1: Bullet Ant.scarybug: the same document as 1
            """)

    private let numbers: [Int]
    private let arguments: Arguments

    init(arguments: Arguments) throws {
        self.arguments = arguments
        numbers = try arguments[Self.number].map(MessageNumber.parse)
    }

    func run(in session: Session) throws {
        defer { session.noticedInbox = session.workspace.inboxTime() }
        let all = try session.workspace.inboxMessages()
        let messages: [Inbox.Message]
        if numbers.isEmpty {
            messages = all.filter { !$0.isAccepted }
            guard messages.count == 1 else {
                throw ScaryBugsError(
                    messages.isEmpty ? .notFound : .invalidValue,
                    messages.isEmpty
                        ? "no message waits; 'inbox' lists those that were accepted"
                        : "\(messages.count.grouped) messages wait; 'accept M' takes one, and 'inbox' lists them"
                )
            }
        } else {
            messages = try numbers.map { number in
                guard let message = all.first(where: { $0.number == number }) else {
                    throw ScaryBugsError(
                        .notFound, "there is no message \(number); 'inbox' lists them"
                    ).at(String(number))
                }
                return message
            }
        }
        try Self.accept(
            messages, isPreview: arguments.has(.dryRun), isCopying: arguments.has(Self.copy),
            keepsGoing: arguments.has(ImportArguments.keepGoing), in: session)
    }

    /// Takes in the documents of messages, or tells what that would do.
    static func accept(
        _ messages: [Inbox.Message], isPreview: Bool, isCopying: Bool, keepsGoing: Bool = false,
        in session: Session
    ) throws {
        let printer = ImportPrinter(
            .sentences(verb: isPreview ? "import" : "imported"), isUpdate: !isCopying,
            tellsSkipped: true, isPreview: isPreview, in: session)
        printer.wayBack = "with --copy"
        defer { if !isPreview { session.lastPrinted = printer.documents } }
        let report = ImportReport(
            isRepeatable: !isCopying || isPreview, isPreview: isPreview,
            sourceCount: messages.count, in: session)
        var options = ImportOptions(now: session.now)
        options.known = isCopying ? .copied : .updated
        options.keepsGoing = keepsGoing
        options.isPreview = isPreview
        var rest = messages[...]
        var taken = messages[...]
        try report.run(ifInterrupted: isPreview ? nil : "nothing more was taken in") {
            try session.workspace.importEach(
                {
                    rest.popFirst().map { message in
                        Result { try session.workspace.source(of: message) }
                    }
                }, options
            ) { outcome in
                let message = taken.popFirst()
                try report.take(outcome, printer.print)
                let isIn = (try? outcome.get()).map { $0.refusals.isEmpty || !$0.documents.isEmpty }
                if let message, !isPreview, isIn == true {
                    try session.markAccepted(message)
                }
            }
        }
        try printer.finish(hasFailed: report.hasFailed)
    }
}

enum MessageNumber {
    static func parse(_ text: String) throws -> Int {
        guard let number = Int(text), number > 0 else {
            throw ScaryBugsError(
                .invalidValue, "'\(text)' is no number of a message; 'inbox' lists them"
            ).at(text)
        }
        return number
    }
}

extension Record {
    fileprivate init(_ message: Inbox.Message) {
        let contents =
            message.documents.map { $0.counting("document") }
            ?? ByteCount.rounded(message.size)
        self.init(
            [
                Cell(String(message.number), .number),
                Cell(message.isAccepted ? "" : "new"),
                Cell(message.sender.isEmpty ? "-" : message.sender),
                Cell(String(message.date.text(in: .local).prefix(10))),
                Cell(contents, .right),
                Cell(message.subject, .cutNext),
            ],
            [
                ("message", .integer(message.number)), ("new", .boolean(!message.isAccepted)),
                ("from", .string(message.sender)), ("date", .string(message.date.rfc3339)),
                ("documents", .integer(message.documents)),
                ("bytes", .integer(message.size)), ("subject", .string(message.subject)),
            ])
    }
}
