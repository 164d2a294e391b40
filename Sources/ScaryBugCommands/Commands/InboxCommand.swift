import ScaryBugs

struct InboxCommand: Command {
    private static let numbers = Parameter("M", .message, .any)
    private static let delete = Option("--delete", "remove message M for good")

    static let declaration = Declaration(
        "inbox", "List the messages that others sent; show or remove some.",
        discussion: """
            With numbers, such as 2 or 4-6, the messages' texts are shown, and what 'accept' would do. The
            numbers stay. A message without a bundle no longer waits after that. The inbox is the Maildir
            inboxes/NAME in the home, so a mail program can read it, and deliver into it.
            """,
        parameters: [numbers], options: [delete],
        example: """
            alice> send 1 alice
            sent 1  Bullet Ant to alice
            scarybug: 1 message waits; 'inbox' lists them
            alice> inbox 1 --delete
            removed message 1
            """)

    private let numbers: [ClosedRange<Int>]
    private let isDeleting: Bool

    init(arguments: Arguments) throws {
        numbers = try MessageNumber.parse(arguments[Self.numbers], for: Self.declaration)
        isDeleting = arguments.has(Self.delete)
        if isDeleting, numbers.isEmpty {
            throw ScaryBugsError(.invalidValue, "--delete needs the number of a message")
        }
    }

    func run(in session: Session) throws {
        defer { session.noticedInbox = session.workspace.inboxTime() }
        if isDeleting { try session.checkNotInGroup("inbox --delete") }
        let all = try session.workspace.inboxMessages()
        if numbers.isEmpty {
            for message in all { try session.output.print(row: Record(message)) }
            return
        }
        for message in try MessageNumber.messages(numbers, among: all) {
            guard isDeleting else {
                try show(message, session)
                continue
            }
            let number = message.number
            try session.workspace.removeMessage(message)
            try session.output.print(
                Record("removed message \(number)", [("message", .integer(number))]))
        }
    }

    private func show(_ message: Inbox.Message, _ session: Session) throws {
        let text = try session.workspace.text(of: message)
        try session.output.print(Record(message, text: text))
        if session.output.format == .table, !text.isEmpty {
            // Indented, so that nothing in it looks like a line of this program.
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map {
                $0.isEmpty ? "" : "  " + TerminalText.text(String($0))
            }
            try session.output.print(text: ([""] + lines + [""]).joined(separator: "\n"))
        }
        try session.workspace.dryRun {
            try AcceptCommand.accept([message], as: .looking, isCopying: false, in: session)
        }
    }
}

struct AcceptCommand: Command {
    static let printsDocuments = true
    private static let numbers = Parameter("M", .message, .any)

    static let declaration = Declaration(
        "accept", "Take in the documents of a message, as 'import --update' does.",
        discussion: """
            A newer version is taken in place, and versions that both sides changed merge, field by field.
            One waiting message needs no number. Several have numbers such as 2 or 4-6, and 'accept all'
            takes those that wait. A message can be accepted again.
            """,
        parameters: [numbers],
        options: [ImportArguments.copies, ImportArguments.keepGoing, .dryRun, .all],
        example: """
            alice> send 1 alice
            sent 1  Bullet Ant to alice
            scarybug: 1 message waits; 'inbox' lists them
            alice> accept
            skipped message 1 from alice: Bullet Ant.scarybug: the same document as 1
            """)

    private let numbers: [ClosedRange<Int>]
    private let takesAll: Bool
    private let arguments: Arguments

    init(arguments: Arguments) throws {
        self.arguments = arguments
        takesAll = arguments[Self.numbers] == ["all"]
        numbers =
            takesAll ? [] : try MessageNumber.parse(arguments[Self.numbers], for: Self.declaration)
    }

    func run(in session: Session) throws {
        defer { session.noticedInbox = session.workspace.inboxTime() }
        try session.workspace.dryRun(if: arguments.has(.dryRun)) { try take(in: session) }
    }

    private func take(in session: Session) throws {
        let all = try session.workspace.inboxMessages()
        var messages = try MessageNumber.messages(numbers, among: all)
        if numbers.isEmpty {
            messages = all.filter { !$0.isAccepted }
            guard messages.count == 1 || takesAll && !messages.isEmpty else {
                throw ScaryBugsError(
                    messages.isEmpty ? .notFound : .invalidValue,
                    messages.isEmpty
                        ? "no message waits; 'inbox' lists those that were accepted"
                        : "\(messages.count.grouped) messages wait; 'accept M' takes one, 'accept all' takes "
                            + "them all, and 'inbox' lists them")
            }
        }
        try Self.accept(
            messages, as: arguments.has(.dryRun) ? .preview : .accepting,
            isCopying: arguments.has(ImportArguments.copies),
            keepsGoing: arguments.has(ImportArguments.keepGoing), printsAll: arguments.has(.all),
            in: session)
    }

    /// Why a message is read.
    enum Purpose {
        case accepting, preview
        /// The user looks at the message, which need not have documents.
        case looking
    }

    /// Takes in the documents of messages or, in a dry run, tells what that would do.
    static func accept(
        _ messages: [Inbox.Message], as purpose: Purpose, isCopying: Bool,
        keepsGoing: Bool = false, printsAll: Bool = true, in session: Session
    ) throws {
        let isDryRun = purpose != .accepting
        let printer = ImportPrinter(
            .imported, isUpdate: !isCopying, tellsSkipped: true, isDryRun: isDryRun, in: session)
        printer.wayBack = "with --copies"
        printer.printsAll = printsAll
        defer { if !isDryRun { session.lastPrinted = printer.documents } }
        let report = ImportReport(
            isRepeatable: !isCopying || isDryRun, isDryRun: isDryRun,
            sourceCount: messages.count, in: session)
        report.isFailing = purpose != .looking
        var options = ImportOptions(now: session.now)
        options.known = isCopying ? .copied : .updated
        options.makesCopies = isCopying
        options.keepsGoing = keepsGoing
        var rest = messages[...]
        var taken = messages[...]
        try report.run(ifInterrupted: isDryRun ? nil : "nothing more was taken in") {
            try session.workspace.importEach(
                {
                    rest.popFirst().map { message in
                        Result { try session.workspace.source(of: message) }
                    }
                }, options
            ) { outcome in
                guard let message = taken.popFirst() else { return }
                printer.sender = message.sender
                try report.take(outcome, printer.print)
                guard let outcome = try? outcome.get() else { return }
                let isEmpty =
                    !outcome.hasDocuments && outcome.refusals.count == 1
                    && outcome.refusals[0].isOfMailWithoutBundle
                let isTaken = outcome.refusals.isEmpty || outcome.hasDocuments
                if isEmpty ? purpose != .preview : purpose == .accepting && isTaken {
                    try session.markAccepted(message)
                }
            }
        }
        try printer.finish(hasFailed: report.hasFailed)
    }
}

enum MessageNumber {
    /// The most messages that a word may name.
    private static let most = 10_000

    /// The numbers that words name: `3`, `4-6` or `3,4-6`.
    static func parse(
        _ words: [String], for declaration: Declaration
    ) throws -> [ClosedRange<Int>] {
        try words.flatMap { word in
            try word.split(separator: ",", omittingEmptySubsequences: false).map { part in
                do {
                    let numbers = try declaration.numbers(String(part), most: most, or: "")
                    return numbers[0]...numbers[numbers.count - 1]
                } catch is ScaryBugsError {
                    throw ScaryBugsError(
                        .invalidValue, "'\(word)' is no number of a message; 'inbox' lists them"
                    ).at(word)
                }
            }
        }
    }

    /// The messages that numbers name. A range names those that exist, at least one.
    static func messages(
        _ numbers: [ClosedRange<Int>], among all: [Inbox.Message]
    ) throws -> [Inbox.Message] {
        try numbers.flatMap { numbers in
            let found = all.filter { numbers.contains($0.number) }
            guard found.isEmpty else { return found }
            let first = String(numbers.lowerBound)
            let name = numbers.count > 1 ? "\(first)-\(numbers.upperBound)" : first
            throw ScaryBugsError(
                .notFound, "there is no message \(name); 'inbox' lists them"
            ).at(name)
        }
    }
}

extension Record {
    fileprivate init(_ message: Inbox.Message, text: String? = nil) {
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
            ] + (text.map { [("text", .string($0))] } ?? []))
    }
}
