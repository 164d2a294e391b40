import Containers
import Glibc
import SystemFiles
import SystemPackage

/// Documents packed for others, in messages that mail systems take.
package final class Sending {
    /// A document that goes out.
    package struct Document: Sendable {
        package let name: DocumentName
        package let title: String
        /// The names of fields and files that were left out since they may tell a position.
        package let doubtful: [String]
        fileprivate let fileName: String
        fileprivate let identifier: String
        fileprivate let size: Int64
        fileprivate let sent: SentCopy?
        /// The lines about it in the text of the message.
        fileprivate let lines: [String]
        fileprivate let place: String
    }

    /// Documents that go to some of the recipients together.
    package struct Message: Sendable {
        package let recipients: [Recipient]
        package fileprivate(set) var documents: [Document] = []
    }

    /// Recipients who don't get the same fields get messages of their own.
    package private(set) var messages: [Message] = []
    fileprivate let workspace: Workspace
    fileprivate let text: Text
    fileprivate let files: PrivateDirectory
    private let outgoing: Outgoing

    /// What the sender writes.
    package struct Text: Sendable {
        /// Empty for the titles.
        package var subject: String
        package var message: String
        /// The message that it answers; nil for none.
        package var answered: Inbox.Message?

        package init(subject: String = "", message: String = "", answered: Inbox.Message? = nil) {
            (self.subject, self.message, self.answered) = (subject, message, answered)
        }
    }

    /// Packs documents. Nothing is sent yet.
    ///
    /// - Throws: ``ScaryBugsError/Code/limitExceeded`` if a bundle alone is larger than a message may be.
    package init(
        _ names: [DocumentName], from workspace: Workspace, to recipients: [Recipient],
        _ text: Text, telling outgoing: Outgoing
    ) throws {
        (self.workspace, self.text) = (workspace, text)
        files = try PrivateDirectory()
        var outgoing = outgoing
        outgoing.recipients = recipients.map(\.description)
        self.outgoing = try workspace.beginning(outgoing, of: names, as: .scarybug)
        let reader = try workspace.reader()
        for part in self.outgoing.parts(of: names) {
            var taken: Set<String> = []
            let documents = try names.enumerated().map { index, name in
                try Interruption.check()
                workspace.onProgress?(.init(.exporting, index, of: names.count))
                return try pack(name, reader, part, &taken)
            }
            try addMessages(
                with: documents,
                to: recipients.filter { part.recipients.contains($0.description) })
        }
    }

    private func addMessages(with documents: [Document], to recipients: [Recipient]) throws {
        let isMailed = recipients.contains(where: \.isAddress)
        let most = isMailed ? MailWriter.mostBytes : workspace.limits.mailBytes
        for document in documents where MailWriter.encodedSize(of: document.size) > most {
            throw ScaryBugsError(
                .limitExceeded,
                "document \(document.name.number) takes "
                    + "\(ByteCount.rounded(MailWriter.encodedSize(of: document.size))) in a message, and "
                    + "\(isMailed ? "mail systems take" : "an inbox takes") \(ByteCount(most)); hand over the "
                    + "file that 'export \(document.name.number)' makes")
        }
        var room: Int64 = 0
        for document in documents {
            let size = MailWriter.encodedSize(of: document.size)
            if size > room {
                messages.append(Message(recipients: recipients))
                room = most - 64 << 10
            }
            messages[messages.count - 1].documents.append(document)
            room -= size
        }
    }

    private func pack(
        _ name: DocumentName, _ reader: DocumentReader, _ outgoing: Outgoing,
        _ taken: inout Set<String>
    ) throws -> Document {
        let place = "\(messages.count)-\(taken.count)"
        let file = try files.directory.createFile(named: place, access: .readWrite)
        let document = try workspace.leaving(reader.open(name), as: outgoing, reader)
        _ = try document.write(as: .scarybug, to: file)
        let data = document.file.data
        let fileName = NumberedName.first { suffix in
            let name = ExportName.fileName(for: data.title, ending: suffix + ".scarybug")
            return taken.insert(name.collisionKey).inserted ? name : nil
        }
        return Document(
            name: name, title: data.title, doubtful: document.doubtful, fileName: fileName,
            identifier: data.canonicalIdentifier, size: try file.status().size, sent: document.sent,
            lines: Self.lines(about: data), place: place)
    }

    /// What somebody without the program can read of a document.
    private static func lines(about data: DocumentData) -> [String] {
        let texts = [Field.species, .seen, .place, .at, .observer].compactMap { field -> String? in
            guard let field = data.kind.field(named: field.name), let value = data[field],
                !value.isEmpty
            else { return nil }
            return "\(field.name): \(TerminalText.onOneLine(value.text))"
        }
        return ["* " + TerminalText.onOneLine(data.title)] + texts.map { "  " + $0 }
    }

    // MARK: Messages

    /// Writes a message.
    ///
    /// - Parameters:
    ///   - index: the message among ``messages``.
    ///   - isLocal: whether it goes to users of the home, who see from whom it comes. A mail program adds
    ///     the sender itself.
    package func write(_ index: Int, to file: borrowing File, isLocal: Bool) throws {
        let documents = messages[index].documents
        var writer = MailWriter()
        writer.headers = headers(of: documents, index, isLocal)
        let count = documents.count.counting("document")
        let lines =
            (text.message.isEmpty ? [] : [text.message, ""]) + [
                "\(count), attached for the program ScaryBugs ('scarybug import' takes this message):",
                "",
            ] + documents.flatMap(\.lines)
        writer.text = lines.joined(separator: "\n")
        writer.attachments = documents.map { document in
            .init(fileName: document.fileName, size: document.size) { [files] body in
                guard let file = try files.directory.file(named: document.place) else { return }
                try file.forEachPiece { piece in
                    try body(piece)
                    return true
                }
            }
        }
        let bits = (0..<2).map { _ in String(UInt64.random(in: 0 ... .max), radix: 16, width: 16) }
        try writer.write(to: file, boundary: "scarybug-" + bits.joined())
    }

    private func headers(
        of documents: [Document], _ index: Int, _ isLocal: Bool
    ) -> [(name: String, value: String)] {
        let size = documents.reduce(0) { $0 + $1.size }
        var headers = [
            (MessageHead.contentsField, "documents=\(documents.count); bytes=\(size)")
        ]
        if isLocal {
            let name = MailHeader.text(workspace.authorName)
            let shown = name.utf8.allSatisfy {
                $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
            }
            let address = "<\(workspace.user)@\(MessageHead.domain)>"
            let isWord = name.hasPrefix("=?")
            headers.append(
                (
                    "From",
                    !shown ? address : isWord ? "\(name) \(address)" : "\"\(name)\" \(address)"
                ))
        }
        // Nobody outside of the home can write to its users.
        let shown = messages[index].recipients.filter { isLocal || $0.isAddress }
        headers.append(("To", shown.map(\.address).joined(separator: ", ")))
        headers.append(("Subject", MailHeader.text(subject(of: documents, index))))
        headers.append(("Date", MailHeader.date(outgoing.date)))
        let bits = (0..<2).map { _ in String(UInt64.random(in: 0 ... .max), radix: 16, width: 16) }
        headers.append(("Message-ID", "<\(bits.joined())@\(MessageHead.domain)>"))
        if let answered = text.answered?.identifier, Self.isIdentifier(answered) {
            headers.append(("In-Reply-To", answered))
        }
        // One thread for each document.
        let threads = documents.prefix(Self.mostThreads).map {
            "<\(PercentText.encoded($0.identifier))@\(MessageHead.domain)>"
        }
        headers.append(("References", threads.joined(separator: " ")))
        return headers
    }

    private static let mostThreads = 10

    /// Whether a text from a message can stand in a header again.
    private static func isIdentifier(_ text: String) -> Bool {
        text.utf8.count < 250 && text.hasPrefix("<") && text.hasSuffix(">")
            && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    private func subject(of documents: [Document], _ index: Int) -> String {
        var subject = text.subject.trimmed
        if subject.isEmpty, let answered = text.answered?.subject, !answered.isEmpty {
            subject = answered.lowercased().hasPrefix("re:") ? answered : "Re: \(answered)"
        }
        if subject.isEmpty {
            let titles = documents.prefix(3).map(\.title).joined(separator: ", ")
            subject = titles + (documents.count > 3 ? " and \(documents.count - 3) more" : "")
        }
        let recipients = messages[index].recipients
        let parts = messages.indices.filter { messages[$0].recipients == recipients }
        let part =
            parts.count > 1
            ? " (\((parts.firstIndex(of: index) ?? 0) + 1) of \(parts.count))" : ""
        return String(TerminalText.onOneLine(subject).prefix(200)) + part
    }

    // MARK: Sending

    /// Puts a message into the inbox of a user of the home.
    package func deliver(_ index: Int, to user: UserName) throws {
        try remember(index)
        let file = try File.temporary()
        try write(index, to: file, isLocal: true)
        try naming("the message to \(user)") {
            try Inbox(making: user, in: workspace.home).deliver(file)
        }
        try record(index, to: [.user(user)])
    }

    /// Hands a message to the mail program, for all addresses.
    ///
    /// - Throws: ``MissingMailProgram`` if there is none, ``ScaryBugsError/Code/refused`` if it fails.
    package func mail(_ index: Int) throws {
        try remember(index)
        let file = try File.temporary()
        try write(index, to: file, isLocal: false)
        try file.rewind()
        let addresses = messages[index].recipients.filter(\.isAddress)
        let numbers = messages[index].documents.map { String($0.name.number) }.joined(
            separator: ",")
        let content = messages.count > 1 ? " with \(numbers)" : ""
        let names = addresses.map(\.description).joined(separator: ", ")
        try naming("the message\(content) to \(names)") {
            try MailProgram(workspace.preferences).send(file)
        }
        try record(index, to: addresses)
    }

    /// Remembers what the bundles tell and leave out, before somebody has them.
    package func remember(_ index: Int) throws {
        try record(index, to: messages[index].recipients, areOut: false)
    }

    private func record(_ index: Int, to peers: [Recipient], areOut: Bool = true) throws {
        var outgoing = outgoing
        outgoing.recipients = peers.map(\.description)
        try workspace.record(
            messages[index].documents.compactMap(\.sent), as: outgoing, areOut: areOut)
    }
}

/// The program that sends mail: `sendmail`, which all mail systems have, or another one with its interface.
struct MailProgram {
    private let words: [String]
    /// Whether the user named it.
    private let isConfigured: Bool

    init(_ preferences: Preferences) {
        guard case .text(let text) = preferences[.sendmail], !text.isEmpty else {
            (words, isConfigured) = (["sendmail", "-t", "-i"], false)
            return
        }
        (words, isConfigured) = (text.split(separator: " ").map(String.init), true)
    }

    func send(_ message: borrowing File) throws {
        var process = ChildProcess(words, from: "msmtp-mta")
        // It may wait for a server, and keep the message in a queue.
        process.seconds = 100
        process.outputBytes = 1 << 32
        process.dataBytes = 1 << 40
        // It may need any of them to find its settings or a password.
        process.environment = ChildProcess.ownEnvironment
        // Not every user's PATH has the directories in which mail systems install it.
        process.moreDirectories = ["/usr/sbin", "/usr/lib"]
        let end: ChildProcess.End
        do { end = try process.run(input: message.descriptor) } catch is MissingProgram {
            throw MissingMailProgram(configured: isConfigured ? words.first : nil)
        }
        guard end.isSuccess else {
            let line = end.messages.split(separator: "\n").last.map {
                ": " + TerminalText.text(String($0.prefix(200)))
            }
            throw ScaryBugsError(
                .refused, "\(words.first ?? "") did not take the message\(line ?? "")")
        }
        // The program has the place in the file in common with this one.
        guard try message.offset() > 0 else {
            throw ScaryBugsError(.refused, "\(words.first ?? "") did not read the message")
        }
    }
}

/// No program on this machine sends mail.
package struct MissingMailProgram: Error {
    /// The program that the user named; nil if he named none.
    package let configured: String?
}

extension Sending {
    /// Copies the bundles of a message to the working directory, to be attached by hand.
    ///
    /// - Returns: the paths of the files.
    package func export(_ index: Int) throws -> [String] {
        let directory = try Directory.open(path: ".")
        var paths: [String] = []
        for document in messages[index].documents {
            let name = try NumberedName.first { suffix in
                let name =
                    suffix.isEmpty
                    ? document.fileName
                    : ExportName.fileName(for: document.title, ending: suffix + ".scarybug")
                return try directory.status(of: name) == nil ? name : nil
            }
            guard let bundle = try files.directory.file(named: document.place) else { continue }
            let file = try directory.createFile(named: name, mode: 0o666)
            try file.copy(from: bundle, limit: .none)
            try file.sync()
            paths.append(name)
        }
        return paths
    }
}
