import Containers
import SystemPackage

extension ImportReader {
    /// Reads a message, or all messages of a mailbox. Only bundles and archives of bundles are taken
    /// from them.
    func readMail(_ file: borrowing File, from origin: ImportOrigin) throws {
        var mail = MailSummary()
        try addMail(file, from: origin, &mail)
        try finish(mail, from: origin)
    }

    /// Reads the messages of a file among others.
    func addMail(
        _ file: borrowing File, from origin: ImportOrigin, _ mail: inout MailSummary
    ) throws {
        let (messages, isMailbox) = try Mail.messages(in: file)
        for (index, range) in messages.enumerated() {
            let place =
                messages.count == 1 ? origin : origin.inside("message \((index + 1).grouped)")
            try addMessage(file, range, isQuoted: isMailbox, from: place, &mail)
        }
    }

    /// Adds the documents of a message.
    private func addMessage(
        _ file: borrowing File, _ range: Range<Int64>, isQuoted: Bool, from origin: ImportOrigin,
        _ mail: inout MailSummary
    ) throws {
        let message = MailSummary.Message(origin)
        let count = receivedCount
        // Photographs are compressed already, and nobody has time for a message that expands to gigabytes.
        limits.room = UnpackingRoom(bytes: 64 << 20 + 8 * Int64(range.count))
        defer { limits.room = nil }
        let scanner = MailScanner(limits: limits) { [self] part in
            message.partCount += 1
            if case .container(let kept) = part.content {
                let name = part.fileName ?? "part \(message.partCount)"
                let place = origin.inside(name.shortened)
                sender = part.sender.isEmpty ? "" : inboxSender ?? part.sender
                defer { sender = "" }
                if try addPart(kept.file, named: name, from: place) { return }
            }
            message.add(part)
        }
        do { try scanner.read(file, range, isQuoted: isQuoted) } catch let error as ScaryBugsError
            where error.code == .limitExceeded
        {
            message.failure = error
        }
        mail.add(message, hasBundle: receivedCount > count)
        if receivedCount > count {
            for warning in message.warnings { warn(warning, origin) }
            if let failure = message.failure { try refusing(origin) { throw failure } }
        }
    }

    /// Adds the documents of a part that is a container.
    ///
    /// - Returns: whether it is a bundle or an archive of them, which may be damaged.
    private func addPart(
        _ file: borrowing File, named name: String, from origin: ImportOrigin
    ) throws -> Bool {
        try limits.room?.check()
        guard try Bundle.isNamedLikeBundle(name) || holdsBundle(file, named: name) else {
            return false
        }
        try refusing(origin) { try readContainer(file, named: name, from: origin) }
        return true
    }

    private func holdsBundle(_ file: borrowing File, named name: String) throws -> Bool {
        if case .documents? = try ContainerListing(of: file, limits: limits).kind(named: name) {
            return true
        }
        return try refusal(ofBundle: file) == nil
    }

    /// Tells about the messages without a bundle. It is an error if no message has one.
    ///
    /// - Parameter isError: whether there is nothing else to import.
    func finish(_ mail: MailSummary, from origin: ImportOrigin, isError: Bool = true) throws {
        guard let first = mail.firstWithoutBundle else { return }
        if isError, mail.count == 1 { return try refusing(first.origin) { throw first.refusal } }
        for warning in mail.warnings { warn(warning) }
        if isError, mail.countWithoutBundle == mail.count {
            throw ScaryBugsError(.refused, "no bundle in \(mail.count.grouped) messages")
        }
        let without = mail.countWithoutBundle.grouped
        remark("no bundle in \(without) of \(mail.count.counting("message"))", origin)
    }
}

extension ScaryBugsError {
    /// Whether a message was refused that has no bundle which an import could find.
    package var isOfMailWithoutBundle: Bool { details is NothingToImport }
}

/// The detail of the refusal of a message without a bundle.
private struct NothingToImport: Sendable {}

/// The messages of a source, and what they have instead of bundles.
struct MailSummary {
    /// A message that is being read.
    final class Message {
        let origin: ImportOrigin
        var partCount = 0
        /// The limit that the message exceeds.
        var failure: ScaryBugsError?
        private var attachments: [String] = []
        private var hasText = false
        private var attachmentCount = 0
        /// Descriptions of the parts that may hide bundles.
        private(set) var sealed: [String] = []

        /// The most attachments that a message names.
        private static let mostNames = 5

        init(_ origin: ImportOrigin) { self.origin = origin }

        func add(_ part: MailPart) {
            if case .sealed(let what) = part.content {
                if !sealed.contains(what) { sealed.append(what) }
            } else if part.isAttachment {
                if part.fileName == nil, attachments.contains(part.label) { return }
                attachmentCount += 1
                if attachments.count < Self.mostNames { attachments.append(part.label) }
            } else if case .text = part.content {
                hasText = true
            }
        }

        /// The names of the parts, such as `a.jpg, b.jpg and text`.
        private func names(withText: Bool) -> String {
            let more = attachmentCount - attachments.count
            let names =
                attachments + (more > 0 ? ["\(more.grouped) more"] : [])
                + (withText && hasText ? ["text"] : [])
            guard names.count > 1, let last = names.last else { return names.first ?? "" }
            return names.dropLast().joined(separator: ", ") + " and " + last
        }

        /// Messages about parts that are not taken beside a bundle.
        var warnings: [String] {
            let skipped = names(withText: false)
            return sealed
                + (skipped.isEmpty ? [] : ["skipped \(skipped); from mail only bundles are taken"])
        }

        /// Why nothing can be imported.
        var refusal: ScaryBugsError {
            if let failure { return failure }
            let names = names(withText: true)
            var refusal = ScaryBugsError(
                .refused,
                sealed.first ?? "no bundle in it\(names.isEmpty ? "" : ", only \(names)")")
            refusal.details = NothingToImport()
            return refusal
        }
    }

    private(set) var count = 0
    private(set) var countWithoutBundle = 0
    /// The first message without a bundle.
    private(set) var firstWithoutBundle: Message?
    /// The messages for each reason why a bundle may be hidden.
    private var reasons: [(text: String, first: ImportOrigin, count: Int)] = []

    mutating func add(_ message: Message, hasBundle: Bool) {
        count += 1
        if hasBundle { return }
        countWithoutBundle += 1
        if firstWithoutBundle == nil { firstWithoutBundle = message }
        for text in message.failure.map({ [$0.message] }) ?? message.sealed {
            if let index = reasons.firstIndex(where: { $0.text == text }) {
                reasons[index].count += 1
            } else {
                reasons.append((text, message.origin, 1))
            }
        }
    }

    /// Messages about bundles that may be hidden, one for each reason.
    var warnings: [String] {
        reasons.map { text, first, count in
            let more = count > 1 ? " and \((count - 1).counting("other message"))" : ""
            return "\(first)\(more): \(text)"
        }
    }
}
