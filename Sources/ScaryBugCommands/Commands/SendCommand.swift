import ScaryBugs

struct SendCommand: Command {
    private static let selection = Parameter("SELECTION", .selectionOrPath)
    private static let recipients = Parameter("USER|ADDRESS", .user, .any)
    private static let message = Option("--message", value: "TEXT", "what the receiver reads")
    private static let subject = Option(
        "--subject", value: "TEXT", "the subject; without it, the titles")
    private static let reply = Option(
        "--reply", value: "M", "to whom message M of the inbox came from")
    private static let print = Option(
        "--print", "write the message to standard output, and send nothing")
    private static let allFields = Option(
        "--all-fields", "leave nothing out, whatever 'config share=' says")

    static let declaration = Declaration(
        "send", habits: ["share", "mail"],
        "Send documents to another user here, or by mail.",
        discussion: """
            SELECTION is one word, as for 'export'. A user of this home gets the
            documents in the inbox, see 'help inbox'. An address gets them by mail: sendmail, or what
            'config sendmail=' names, takes the message. Its text lists the documents, so that somebody
            without this program can read it, and each document is attached as a bundle.

            More than mail systems take becomes several messages. The copies are remembered: 'list
            sent:bob' and 'list outdated:bob' know what Bob has.
            """,
        parameters: [selection, recipients],
        options: [message, subject, reply, Self.print] + SharingOptions.all + [allFields],
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
        sharing = SharingOptions(arguments)
        if recipients.isEmpty, reply == nil {
            throw Self.declaration.misuse("needs a USER or an ADDRESS, or --reply M")
        }
        if arguments.has(Self.allFields), !sharing.isEmpty {
            throw ScaryBugsError(
                .invalidValue, "--all-fields leaves nothing out; leave out the other option")
        }
    }

    func run(in session: Session) throws {
        let names = try session.documents(selectedBy: selection, for: Self.declaration)
        let answered = try reply.map { try session.workspace.inboxMessage($0) }
        let recipients = try recipients(answering: answered)
        let home = session.home
        for case .user(let user) in recipients where try !home.hasWorkspace(of: user) {
            let users = try home.users().map(\.description)
            let hint = SpellingSuggestion.hint(to: user.description, among: users)
            throw ScaryBugsError(
                .notFound,
                "there is no user \(user) here\(hint); an address has the form name@example.org"
            ).at(user.description)
        }
        let telling = try telling(names, session)
        let text = Sending.Text(
            subject: arguments.value(of: Self.subject) ?? "",
            message: arguments.value(of: Self.message) ?? "", answered: answered)
        let sending = try session.interruptible("nothing was sent") {
            try Sending(
                names, from: session.workspace, to: recipients, text, telling: telling)
        }
        for document in sending.messages.joined() {
            try session.tellDoubtful(document.doubtful, of: document.name)
        }
        if arguments.has(Self.print) { return try print(sending, to: recipients, session) }
        try send(sending, to: recipients, session)
        try session.tellOfAuthors()
    }

    private func recipients(answering answered: Inbox.Message?) throws -> [Recipient] {
        guard let answered else { return recipients }
        let sender = try answered.user.map { Recipient.user($0) } ?? Recipient(answered.sender)
        return recipients.contains(sender) ? recipients : [sender] + recipients
    }

    private func telling(_ names: [DocumentName], _ session: Session) throws -> ExportTelling {
        let hasAllFields = arguments.has(Self.allFields)
        let withholding = try sharing.withholding(
            from: names, usesPreference: !hasAllFields, in: session)
        if withholding?.hidesLocation != true, !hasAllFields {
            try session.tellPlaces(of: names, as: .scarybug)
        }
        return ExportTelling(without: withholding, at: session.now)
    }

    private func print(
        _ sending: Sending, to recipients: [Recipient], _ session: Session
    ) throws {
        guard sending.messages.count == 1 else {
            throw ScaryBugsError(
                .refused,
                "the documents make \(sending.messages.count.grouped) messages, and --print writes one; "
                    + "choose fewer documents")
        }
        try session.output.writeRaw { stream in
            try sending.write(0, to: stream, isLocal: !recipients.contains(where: \.isAddress))
        }
    }

    /// Sends the messages, each to everybody before the next one.
    private func send(
        _ sending: Sending, to recipients: [Recipient], _ session: Session
    ) throws {
        var sent: [Recipient] = []
        let addresses = recipients.filter(\.isAddress)
        for (index, documents) in sending.messages.enumerated() {
            sent = []
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
                } catch is MissingMailProgram {
                    try export(sending, to: addresses, session)
                    return
                } catch let error as ScaryBugsError { try session.fail(error) }
            }
            if sent.isEmpty { continue }
            let names = recipients.filter(sent.contains).map(\.description)
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
    }

    /// Without a mail program the user attaches the bundles by hand.
    private func export(
        _ sending: Sending, to addresses: [Recipient], _ session: Session
    ) throws {
        let paths = try sending.export()
        let names = addresses.map(\.description).joined(separator: ", ")
        for path in paths {
            try session.output.print(Record("exported to \(path)", [("path", .string(path))]))
        }
        try session.fail(
            "there is no mail program, so nothing was mailed: attach \(paths.count == 1 ? "this file" : "these files") to a "
                + "message to \(names); the package msmtp-mta has sendmail, and 'config sendmail=PROGRAM' names another program"
        )
    }
}
