extension Workspace {
    /// The messages that others sent, by their numbers.
    package func inboxMessages() throws -> [Inbox.Message] {
        guard let inbox = try Inbox(of: user, in: home) else { return [] }
        let limit = limits.bundleBytes
        if isDryRun { return try inbox.messages(limit: limit, isDryRun: true, warn) }
        return try locked { try inbox.messages(limit: limit, warn) }
    }

    /// Makes the inbox of the user, so that others can send to it.
    package func makeInbox() throws { _ = try Inbox(making: user, in: home) }

    /// A message by its number.
    ///
    /// - Throws: ``ScaryBugsError/Code/notFound`` if there is none.
    package func inboxMessage(_ number: Int) throws -> Inbox.Message {
        guard let message = try inboxMessages().first(where: { $0.number == number }) else {
            throw Inbox.gone(number)
        }
        return message
    }

    /// A private copy of a message as a source of an import.
    package func source(of message: Inbox.Message) throws -> ImportSource {
        guard let inbox = try Inbox(of: user, in: home) else { throw Inbox.gone(message.number) }
        let name = "message \(message.number)"
        let sender = message.sender.isEmpty ? "" : " from \(message.sender)"
        return ImportSource(
            try inbox.copy(of: message, limit: limits.bundleBytes), named: name + sender,
            as: name + ".eml", from: message.sender)
    }

    package func markAccepted(_ message: Inbox.Message) throws {
        try locked { try Inbox(of: user, in: home)?.markAccepted(message) }
    }

    /// Removes a message for good.
    package func removeMessage(_ message: Inbox.Message) throws {
        try locked { try Inbox(of: user, in: home)?.remove(message) }
    }

    /// The text of a message, as far as 32 KiB of it go.
    package func text(of message: Inbox.Message) throws -> String {
        guard let inbox = try Inbox(of: user, in: home) else { throw Inbox.gone(message.number) }
        let file = try inbox.copy(of: message, limit: limits.bundleBytes)
        var text = ""
        let scanner = MailScanner(limits: limits) { part in
            guard text.isEmpty, case .text = part.content, part.fileName == nil else { return }
            text = part.text.withLineFeeds.trimmed
            guard part.isCut else { return }
            // The last line may be torn.
            if let end = text.lastIndex(of: "\n") { text = String(text[..<end]) }
            text += "\n[the text goes on; a mail program shows all of it]"
        }
        try ifPossible { try scanner.read(file, 0..<file.status().size, isQuoted: false) }
        return text
    }

    /// The number of messages that wait, as far as names of files tell.
    package func waitingMessages() throws -> Int {
        try Inbox(of: user, in: home)?.waitingCount() ?? 0
    }

    /// When something came last; nil without an inbox.
    package func inboxTime() -> FileTime? {
        (try? Inbox(of: user, in: home)?.newTime()) ?? nil
    }
}
