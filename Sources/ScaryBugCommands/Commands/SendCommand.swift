import ScaryBugs

struct SendCommand: Command {
    private static let selection = Parameter("SELECTION", .query)
    private static let recipients = Parameter("USER|ADDRESS", .user, .any)
    private static let message = Option("--message", value: "TEXT", "what the receiver reads")
    private static let subject = Option(
        "--subject", value: "TEXT", "the subject; without it, the titles")
    private static let reply = Option(
        "--reply", value: "M", meaning: .message, "to whom message M of the inbox came from")
    private static let print = Option(
        "--print", "write the message to standard output, and send nothing")

    static let declaration = Declaration(
        "send", habits: ["share", "mail"],
        "Send documents to another user here, or by mail.",
        discussion: """
            SELECTION is one word, as for 'export'. A user of this home gets the
            documents in the inbox, see 'help inbox'. An address gets them by mail: sendmail, or what
            'config sendmail=' names, takes the message. Its text lists the documents, so that somebody
            without this program can read it, and each document is attached as a bundle.

            More than mail systems take becomes several messages. The copies are remembered: 'list
            sent:bob' and 'list outdated:bob' know what Bob has. With --print they don't, since nobody
            knows who gets the message. What Bob didn't get, he doesn't get with the next copy, either,
            until --all-fields tells him all. Nobody can take back a message, so a group has no 'send'.
            """,
        parameters: [selection, recipients],
        options: [message, subject, reply, Self.print] + SharingOptions.all,
        topics: [.selections],
        example: """
            alice> send 1 bob --message 'Which species?'
            sent 1  Bullet Ant to bob
            """)

    private let arguments: Arguments
    private let selection: [String]
    private let recipients: [Recipient]
    private let reply: Int?
    private let sharing: SharingOptions

    init(arguments: Arguments) throws {
        self.arguments = arguments
        selection = try SelectionWord.words(
            arguments[Self.selection].first ?? "", for: Self.declaration)
        var seen: Set<Recipient> = []
        recipients = try arguments[Self.recipients].map { word in
            try parsing(word) { try Recipient(word) }
        }.filter { seen.insert($0).inserted }
        reply = try arguments.value(of: Self.reply) { text in
            guard let number = Int(text), number > 0 else {
                throw ScaryBugsError(.invalidValue, "--reply '\(text)' is no number of a message")
            }
            return number
        }
        sharing = try SharingOptions(arguments)
        if recipients.isEmpty, reply == nil {
            throw Self.declaration.misuse("needs a USER or an ADDRESS, or --reply M")
        }
    }

    func run(in session: Session) throws {
        if !arguments.has(Self.print) { try session.checkNotInGroup("send") }
        let names = try session.documents(selectedBy: selection, for: Self.declaration)
        let answered = try reply.map { try session.workspace.inboxMessage($0) }
        let recipients = try recipients(answering: answered)
        let home = session.home
        for case .user(let user) in recipients where try !home.knows(user) {
            let users = try home.users().map(\.description)
            var hint = SpellingSuggestion.hint(to: user.description, among: users)
            if answered?.answersTo == user.description {
                hint = ", from whom message \(reply ?? 0) came"
            }
            if Int(user.description) != nil {
                hint = "; several documents are one word, such as 1,2"
            }
            throw ScaryBugsError(
                .notFound,
                "there is no user \(user) here\(hint); an address has the form name@example.org"
            ).at(user.description)
        }
        try session.askForAuthor(of: names)
        let outgoing = try sharing.outgoing(
            names, to: recipients.map(\.description), as: .scarybug, in: session)
        let text = Sending.Text(
            subject: arguments.value(of: Self.subject) ?? "",
            message: arguments.value(of: Self.message) ?? "", answered: answered)
        let sending = try session.interruptible("nothing was sent") {
            try Sending(
                names, from: session.workspace, to: recipients, text, telling: outgoing)
        }
        for document in sending.messages.flatMap(\.documents) {
            try session.tellDoubtful(document.doubtful, of: document.name)
        }
        if arguments.has(Self.print) { return try print(sending, to: recipients, session) }
        try send(sending, session)
        try session.tellOfAuthors()
    }

    private func recipients(answering answered: Inbox.Message?) throws -> [Recipient] {
        guard let answered else { return recipients }
        if answered.answersTo.isEmpty {
            throw ScaryBugsError(
                .notFound,
                "message \(answered.number) does not say who sent it; give a USER or an ADDRESS instead"
            )
        }
        let sender = try Recipient(answered.answersTo)
        return recipients.contains(sender) ? recipients : [sender] + recipients
    }

    private func print(
        _ sending: Sending, to recipients: [Recipient], _ session: Session
    ) throws {
        guard sending.messages.count == 1 else {
            throw ScaryBugsError(
                .refused,
                "the documents make \(sending.messages.count.grouped) messages, and --print writes one; "
                    + "choose fewer documents, or one recipient")
        }
        try sending.remember(0)
        try session.output.writeRaw { stream in
            try sending.write(0, to: stream, isLocal: !recipients.contains(where: \.isAddress))
        }
    }

    /// Sends the messages, each to everybody before the next one.
    private func send(_ sending: Sending, _ session: Session) throws {
        for (index, message) in sending.messages.enumerated() {
            let (recipients, documents) = (message.recipients, message.documents)
            let addresses = recipients.filter(\.isAddress)
            var sent: [Recipient] = []
            for case .user(let user) in recipients {
                try session.reportingErrors {
                    try sending.deliver(index, to: user)
                    sent.append(.user(user))
                }
            }
            if !addresses.isEmpty {
                do {
                    try sending.mail(index)
                    sent += addresses
                } catch let error as MissingMailProgram {
                    try tell(documents, recipients.filter(sent.contains), session)
                    sent = []
                    try export(sending, index, to: addresses, error, session)
                } catch let error as ScaryBugsError { try session.fail(error) }
            }
            try tell(documents, recipients.filter(sent.contains), session)
        }
    }

    /// Tells who has documents.
    private func tell(
        _ documents: [Sending.Document], _ recipients: [Recipient], _ session: Session
    ) throws {
        if recipients.isEmpty { return }
        let names = recipients.map(\.description)
        for document in documents {
            try session.output.print(
                Record(
                    "sent \(Record.subject(document.name.number, document.title)) to "
                        + names.joined(separator: ", "),
                    [
                        ("number", .integer(document.name.number)),
                        ("title", .string(document.title)),
                        ("to", .list(names.map { .string($0) })),
                    ]))
        }
    }

    /// Without a mail program the user attaches the bundles by hand.
    private func export(
        _ sending: Sending, _ index: Int, to addresses: [Recipient],
        _ missing: MissingMailProgram, _ session: Session
    ) throws {
        let paths = try sending.export(index)
        let names = addresses.map(\.description).joined(separator: ", ")
        for path in paths {
            try session.output.print(Record("exported to \(path)", [("path", .string(path))]))
        }
        let files = paths.count == 1 ? "this file" : "these files"
        let remedy =
            missing.configured == nil
            ? "the package msmtp-mta has sendmail, and 'config sendmail=PROGRAM' names another program"
            : "'config sendmail=PROGRAM' names another one, without blanks in its path"
        try session.fail(
            "there is no mail program\(missing.configured.map { " '\($0)'" } ?? ""), so nothing was mailed: "
                + "attach \(files) to a message to \(names); \(remedy)")
    }
}
