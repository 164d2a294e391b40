import SystemFiles
import SystemPackage

/// A user's inbox: a Maildir (https://cr.yp.to/proto/maildir.html) in the home, outside the user's own
/// directory. Other users of the home put messages into it, and a mail program may do so, too.
///
/// A message that the user has seen lies in `cur` under a name with its number: `NAME,N=4:2,S`. The number
/// stays, and S tells that its documents were taken in. An empty file `removed-N` keeps the highest number
/// of a message that is gone.
package struct Inbox {
    /// A message in an inbox.
    package struct Message: Sendable {
        /// The number in commands.
        package let number: Int
        /// Whether its documents were taken in.
        package let isAccepted: Bool
        /// The sender: a user of this home, or an address. Empty if nobody says.
        package let sender: String
        /// To whom an answer goes: a user of this home, or an address. Empty if nobody says.
        package let answersTo: String
        package let subject: String
        package let date: Timestamp
        /// The bytes of the message.
        package let size: Int64
        /// The number of documents that it says it has; nil if it doesn't say.
        package let documents: Int?
        package let identifier: String?
        let fileName: String
        /// The name of the directory in which it lies.
        let folder: String
    }

    private let directory: Directory

    static let parentName = "inboxes"
    /// The names of a Maildir's directories.
    private static let (incoming, fresh, seen) = ("tmp", "new", "cur")
    private static let removedPrefix = "removed-"

    /// Opens the inbox of a user; nil if there is none.
    package init?(of user: UserName, in home: Home) throws {
        guard
            let directory = try home.directory(named: Self.parentName)?
                .directory(named: user.description)
        else { return nil }
        self.directory = directory
    }

    /// Opens the inbox of a user; makes it if it does not exist.
    package init(making user: UserName, in home: Home) throws {
        directory = try home.directory(creating: Self.parentName)
            .directory(creating: user.description)
        for name in [Self.incoming, Self.fresh, Self.seen] {
            _ = try directory.directory(creating: name)
        }
    }

    // MARK: Delivering

    /// Puts a message into the inbox: as a whole or, after an error, not at all.
    package func deliver(_ message: borrowing File) throws {
        let name = try Self.freshName(at: Self.home)
        let incoming = try directory.directory(creating: Self.incoming)
        let fresh = try directory.directory(creating: Self.fresh)
        do {
            let file = try incoming.createFile(named: name)
            try message.rewind()
            try file.copy(from: message, limit: .none)
            try file.sync()
            try incoming.move(name, to: name, in: fresh, .never)
            try fresh.sync()
        } catch {
            for place in [incoming, fresh] { try? place.removeFile(named: name) }
            throw error
        }
    }

    /// Removes what deliveries left that were killed. By the rules of a Maildir they have 36 hours.
    private func sweep() throws {
        guard let incoming = try directory.directory(named: Self.incoming) else { return }
        let begin = FileTime.now.seconds - 36 * 3_600
        for name in try incoming.names() {
            if let status = try incoming.status(of: name), status.modified.seconds < begin {
                try? incoming.removeFile(named: name)
            }
        }
    }

    /// The places at the end of names. Mail programs put the name of their computer there.
    private static let (home, elsewhere) = ("scarybug", "mail")

    /// A name that nobody else chooses: the time with its microseconds, 128 random bits and a place.
    private static func freshName(at place: String) throws -> String {
        let bits = (0..<2).map { _ in String(UInt64.random(in: 0 ... .max), radix: 16, width: 16) }
        let now = FileTime.now
        let micros = String(UInt64(now.nanoseconds / 1_000), radix: 10, width: 6)
        return "\(now.seconds).M\(micros)R\(bits.joined()).\(place)"
    }

    /// Whether ``deliver(_:)`` chose the name, so that the message comes from a user of this home. No
    /// header proves that, since anybody can write it. The writer of a mail chooses no name of a file.
    private static func isLocal(_ name: String) -> Bool {
        let name = parts(of: name).base.utf8.prefix { $0 != UInt8(ascii: ",") }
        let words = name.split(separator: UInt8(ascii: "."))
        // M and 6 digits, R and 32 digits.
        return words.count == 3 && words[1].count == 40 && words[2].elementsEqual(home.utf8)
    }

    // MARK: Looking

    /// The number of messages that were not accepted.
    package func waitingCount() throws -> Int {
        let count = { (name: String, isWaiting: (String) -> Bool) in
            try directory.directory(named: name)?.names().count {
                !$0.hasPrefix(".") && isWaiting($0)
            } ?? 0
        }
        return try count(Self.fresh) { _ in true }
            + count(Self.seen) { !Self.isDone($0) }
    }

    /// The time of the last delivery.
    package func newTime() throws -> FileTime? {
        try directory.status(of: Self.fresh)?.modified
    }

    /// The messages by their numbers. New ones get the next numbers, in the order in which they came.
    ///
    /// - Parameters:
    ///   - isDryRun: whether each message stays where it is.
    ///   - warn: gets a sentence about each entry that is no message.
    package func messages(
        limit: Int64, isDryRun: Bool = false, _ warn: (String) -> Void
    ) throws -> [Message] {
        if !isDryRun { try sweep() }
        let seen =
            try isDryRun
            ? directory.directory(named: Self.seen) : directory.directory(creating: Self.seen)
        var (messages, waiting): ([Message?], [(RawName, Directory)]) = ([], [])
        var numbers: Set<Int> = []
        if let seen {
            for name in try seen.entries() {
                // Another program may have made a second message with a number.
                if let number = Self.number(of: name.shown), numbers.insert(number).inserted {
                    messages.append(try message(name.shown, number, in: seen))
                } else {
                    waiting.append((name, seen))
                }
            }
        }
        if let fresh = try directory.directory(named: Self.fresh) {
            waiting += try fresh.entries().map { ($0, fresh) }
        }
        // Another program may have used the last number.
        var next =
            numbers.union([try removedNumber()]).filter { $0 < Self.numbers.upperBound }.max() ?? 0
        for (name, place) in waiting.sorted(by: { Self.isBefore($0.0.shown, $1.0.shown) }) {
            try Interruption.check()
            guard try Self.isMessage(name, in: place, limit, warn) else { continue }
            repeat { next = next % Self.numbers.upperBound + 1 } while numbers.contains(next)
            if isDryRun {
                messages.append(try message(name.shown, next, in: place))
                continue
            }
            let target = try Self.name(for: name, number: next)
            if let seen,
                try ifPresent({ try place.moveRaw(name, to: RawName(target), in: seen) }) != nil
            {
                messages.append(try message(target, next, in: seen))
            }
        }
        return messages.compactMap(\.self).sorted { $0.number < $1.number }
    }

    private static func isMessage(
        _ name: RawName, in place: Directory, _ limit: Int64, _ warn: (String) -> Void
    ) throws -> Bool {
        guard !name.shown.hasPrefix("."), let status = try place.status(of: name) else {
            return false
        }
        if status.kind == .regular, status.size <= limit { return true }
        let reason =
            status.kind == .regular
            ? "more than \(ByteCount(limit)), the limit of \(Limits.Name.bundleBytes.rawValue)"
            : status.kind == .symbolicLink ? "a link" : "no file"
        warn("\(place.path(of: name.shown)): \(reason), so it is left alone")
        return false
    }

    /// The name of a message with its number.
    private static func name(for name: RawName, number: Int) throws -> String {
        let (base, flags) = parts(of: name.shown)
        let isUsable = name.isUTF8 && base.utf8.count <= longestBase && flags.count < 10
        let (usedBase, usedFlags) =
            isUsable ? (base, flags) : (try freshName(at: elsewhere)[...], "")
        return "\(usedBase),N=\(number):2,\(usedFlags)"
    }

    /// The numbers that messages can have.
    private static let numbers = 1...999_999_999
    /// The most bytes of another program's name that a number is added to. A file system takes 255.
    private static let longestBase = 200

    /// The highest number of a message that was removed; 0 for none.
    private func removedNumber() throws -> Int {
        try directory.names().compactMap(Self.removedNumber).max() ?? 0
    }

    private static func removedNumber(of name: String) -> Int? {
        guard name.hasPrefix(removedPrefix) else { return nil }
        return number(name.dropFirst(removedPrefix.count))
    }

    private static func number(_ text: Substring) -> Int? {
        Int(asciiDigits: text.utf8).flatMap { numbers.contains($0) ? $0 : nil }
    }

    /// Names begin with the second of their delivery.
    private static func isBefore(_ left: String, _ right: String) -> Bool {
        let seconds = { (name: String) in Int64(asciiDigits: name.prefix { $0 != "." }.utf8) ?? 0 }
        return (seconds(left), left) < (seconds(right), right)
    }

    private static func parts(of name: String) -> (base: Substring, flags: Substring) {
        guard let colon = name.lastIndex(of: ":"), name[colon...].hasPrefix(":2,") else {
            return (name[...], "")
        }
        return (name[..<colon], name[colon...].dropFirst(3))
    }

    /// Whether its documents were taken in, or a mail program threw it away.
    private static func isDone(_ name: String) -> Bool {
        parts(of: name).flags.contains { $0 == "S" || $0 == "T" }
    }

    private static func number(of name: String) -> Int? {
        let base = parts(of: name).base
        guard let comma = base.lastIndex(of: ","), base[comma...].hasPrefix(",N=") else {
            return nil
        }
        return number(base[comma...].dropFirst(3))
    }

    private func message(_ name: String, _ number: Int, in place: Directory) throws -> Message? {
        let read = try ifPossible { () -> (FileStatus, [UInt8])? in
            guard let file = try place.file(named: name) else { return nil }
            return (try file.status(), try file.prefix(MessageHead.bytes))
        }
        guard let (status, prefix) = read ?? nil else { return nil }
        let head = MessageHead(prefix, isLocal: Self.isLocal(name))
        return Message(
            number: number, isAccepted: Self.isDone(name), sender: head.sender,
            answersTo: head.answersTo, subject: head.subject,
            date: Timestamp(secondsSince1970: status.modified.seconds), size: status.size,
            documents: head.documents, identifier: head.identifier, fileName: name,
            folder: FilePath(place.path).lastComponent?.string ?? Self.seen)
    }

    // MARK: Changing

    /// A private copy of a message, since others may still write to the original.
    package func copy(of message: Message, limit: Int64) throws -> File {
        let copy = try File.temporary()
        guard
            let file = try directory.directory(named: message.folder)?.file(named: message.fileName)
        else { throw Self.gone(message.number) }
        try copy.copy(from: file, limit: Limit(limit, .bundleBytes))
        return copy
    }

    /// Marks a message whose documents were taken in.
    package func markAccepted(_ message: Message) throws {
        guard !message.isAccepted, let seen = try directory.directory(named: Self.seen) else {
            return
        }
        let (base, flags) = Self.parts(of: message.fileName)
        let sorted = String((flags + "S").sorted())
        try seen.move(message.fileName, to: "\(base):2,\(sorted)", in: seen, .never)
    }

    package func remove(_ message: Message) throws {
        // Nobody must get another message by its number.
        let removed = try directory.names().filter { Self.removedNumber(of: $0) != nil }
        if message.number > removed.compactMap(Self.removedNumber).max() ?? 0 {
            _ = try directory.createFile(named: "\(Self.removedPrefix)\(message.number)")
            for name in removed { try directory.removeFile(named: name) }
        }
        try directory.directory(named: Self.seen)?.removeFile(named: message.fileName)
    }

    package static func gone(_ number: Int) -> ScaryBugsError {
        ScaryBugsError(.notFound, "there is no message \(number); 'inbox' lists them")
    }
}

extension Home {
    /// Whether a user has a workspace or an inbox here.
    package func knows(_ user: UserName) throws -> Bool {
        try hasWorkspace(of: user) || Inbox(of: user, in: self) != nil
    }
}
