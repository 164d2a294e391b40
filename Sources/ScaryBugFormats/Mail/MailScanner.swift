import Containers

/// Finds the parts of messages in one pass over their lines (RFC 2046).
///
/// A part is known by its first bytes, not by its type or name. Messages within a message are read after
/// it, however they are encoded.
package final class MailScanner {
    /// A multipart that has not ended.
    private struct Level {
        let boundary: [UInt8]
        let depth: Int
        let isDigest: Bool
    }

    private enum State {
        case head(MailFields)
        case body
        /// The text before the first part or after the last one.
        case between
    }

    /// A message within the message, in the file of all of them.
    private struct Nested {
        let range: Range<Int64>
        let depth: Int
    }

    private let limits: Limits
    private let body: (MailPart) throws -> Void
    private var state = State.between
    private var levels: [Level] = []
    private var depth = 0
    private var part: OpenMailPart?
    /// A file that is encoded within the text of `part`.
    private var file: OpenMailPart?
    private var partCount = 0
    private var messageCount = 0
    /// The sender of the message; empty once a message in it begins.
    private var sender = ""
    private var isQuoted = false
    /// Whether the rest of the part doesn't matter, unless a file is encoded in it.
    private var isSkimming = false

    /// The bytes of a container. There is never a second one at the same time.
    private var container: OpenFile?
    private var spool: OpenFile?
    private var spooled: Int64 = 0
    /// The most bytes of all messages in the message. A message in base64 in another one, and so on, is
    /// shorter each time, so that they have less than three times the bytes together.
    private var mostSpooled: Int64 = 0
    private var nested: [Nested] = []

    /// - Parameter body: receives the parts, in the order in which they end.
    package init(limits: Limits, _ body: @escaping (MailPart) throws -> Void) {
        (self.limits, self.body) = (limits, body)
    }

    /// Reads a message, and the messages in it.
    ///
    /// - Parameter isQuoted: whether it is from a mailbox, where a `>` precedes lines that begin with
    ///   `From `.
    /// - Throws: ``ScaryBugsError/Code/limitExceeded``, and the errors of the function that receives
    ///   the parts.
    package func read(_ file: borrowing File, _ range: Range<Int64>, isQuoted: Bool) throws {
        guard range.count <= limits.mailBytes else { throw tooLong }
        self.isQuoted = isQuoted
        mostSpooled = 3 * Int64(range.count)
        try scan(file, range, depth: 0)
        self.isQuoted = false
        while !nested.isEmpty, let spool {
            let next = nested.removeFirst()
            try scan(spool.file, next.range, depth: next.depth)
        }
    }

    private func scan(_ file: borrowing File, _ range: Range<Int64>, depth: Int) throws {
        levels = []
        try beginHead(ofMessage: true, depth: depth)
        try MailLine.forEach(in: file, range) { line in try take(unquoted(line)) }
        if case .head(let fields) = state { try endHead(fields) }
        try endPart(beforeBoundary: false)
    }

    /// A line as it was before the mailbox quoted it.
    private func unquoted(_ line: MailLine) -> MailLine {
        guard isQuoted, line.isStart, line.starts(with: ">") else { return line }
        let rest = line.dropFirst(line.bytes.prefix { $0 == UInt8(ascii: ">") }.count)
        return rest.starts(with: "From ") ? line.dropFirst(1) : line
    }

    // MARK: Lines

    private func take(_ line: MailLine) throws {
        if line.isStart, !levels.isEmpty, line.starts(with: "--"), try takeBoundary(line) { return }
        if isSkimming, !line.starts(with: "begin ") {
            if line.contentCount > 0 { part?.isCut = true }
            return
        }
        switch state {
        case .between: break
        case .body: try takeBody(line)
        case .head(var fields):
            // The state must not keep a second reference to the fields.
            state = .between
            let isOfHead = fields.take(line)
            guard fields.byteCount <= limits.mailHeaderBytes else {
                throw ScaryBugsError.over(
                    .mailHeaderBytes,
                    "a header of more than \(ByteCount(limits.mailHeaderBytes))")
            }
            if isOfHead {
                state = .head(fields)
                return
            }
            try endHead(fields)
            if line.contentCount > 0 { try take(line) }
        }
    }

    /// Ends a part if the line is a boundary. The innermost multipart comes first, and a missing
    /// last boundary ends with the multipart around it.
    private func takeBoundary(_ line: MailLine) throws -> Bool {
        var text = UnsafeRawBufferPointer(rebasing: line.content.dropFirst(2))
        while text.last == 0x20 || text.last == 0x09 {
            text = UnsafeRawBufferPointer(rebasing: text.dropLast())
        }
        let isEqual = { (level: Level) in
            text.count == level.boundary.count && text.elementsEqual(level.boundary)
        }
        let isEnd = { (level: Level) in
            text.count >= level.boundary.count + 2
                && text[level.boundary.count] == UInt8(ascii: "-")
                && text[level.boundary.count + 1] == UInt8(ascii: "-")
                && text.starts(with: level.boundary)
        }
        if let index = levels.lastIndex(where: isEqual) {
            try endPart(beforeBoundary: true)
            levels.removeSubrange((index + 1)...)
            try beginHead(depth: levels[index].depth)
        } else if let index = levels.lastIndex(where: isEnd) {
            try endPart(beforeBoundary: true)
            levels.removeSubrange(index...)
            state = .between
        } else {
            return false
        }
        return true
    }

    private func takeBody(_ line: MailLine) throws {
        defer { isSkimming = file == nil && part?.target.isNowhere == true }
        if file != nil {
            try file?.decode(line)
            if file?.isAtEnd == true { try endFile() } else { try flush(&file) }
            return
        }
        if let name = TransferDecoder.uuencodedName(line), part?.mayHoldFiles == true {
            try countPart()
            part?.hasFiles = true
            file = part.map { OpenMailPart(MailHead(uuencoded: name, in: $0.head)) }
        } else {
            try part?.decode(line)
            try flush(&part)
        }
    }

    // MARK: Parts

    private func beginHead(ofMessage isMessage: Bool = false, depth: Int) throws {
        guard depth <= limits.mailDepth else {
            throw ScaryBugsError.over(
                .mailDepth, "more than \(limits.mailDepth) messages or parts inside each other")
        }
        try countPart()
        (self.depth, isSkimming) = (depth, false)
        state = .head(MailFields(ofMessage: isMessage))
    }

    private func countPart() throws {
        partCount += 1
        guard partCount <= limits.mailParts else {
            throw ScaryBugsError.over(.mailParts, "more than \(limits.mailParts.grouped) parts")
        }
    }

    private func endHead(_ fields: MailFields) throws {
        if fields.isOfMessage {
            messageCount += 1
            let from = fields.values["from"] ?? []
            sender = messageCount == 1 ? MessageHead.sender(from, false) : ""
        }
        let head = MailHead(fields.values, inDigest: levels.last?.isDigest ?? false)
        if head.type == "multipart/encrypted" { try body(MailPart(encrypted: head)) }
        if let boundary = head.boundary {
            let isDigest = head.type == "multipart/digest"
            levels.append(Level(boundary: boundary, depth: depth + 1, isDigest: isDigest))
            state = .between
        } else if head.isMessage, head.encoding == .identity {
            try beginHead(ofMessage: true, depth: depth + 1)
        } else {
            part = OpenMailPart(head)
            state = .body
        }
    }

    private func endPart(beforeBoundary: Bool) throws {
        if file != nil { try endFile() }
        isSkimming = false
        guard var open = part else { return }
        part = nil
        if !beforeBoundary { open.decodeEnd() }
        try end(open)
    }

    private func endFile() throws {
        guard let open = file else { return }
        file = nil
        try end(open)
    }

    private func end(_ open: OpenMailPart) throws {
        var open: OpenMailPart? = open
        try flush(&open, isLast: true)
        guard let open else { return }
        switch open.target {
        case .message(let start):
            nested.append(Nested(range: start..<spooled, depth: depth + 1))
        case .container:
            if FileSignature(open.prefix) == .zip { try container?.dropTextBehindZip() }
            var part = MailPart(open.head, open.prefix, container)
            part.sender = sender
            try body(part)
        case .open, .nowhere:
            // Only the files in it count.
            try body(
                MailPart(
                    open.hasFiles ? MailHead() : open.head, open.prefix, nil, text: open.text,
                    isCut: open.isCut))
        }
    }

    /// Writes the decoded bytes of a part to the place that its first bytes choose.
    private func flush(_ open: inout OpenMailPart?, isLast: Bool = false) throws {
        guard let count = open?.bytes.count, isLast || count >= OpenMailPart.piece else { return }
        if case .open? = open?.target {
            open?.choose(spooled: spooled)
            if case .container? = open?.target { try emptyContainer() }
        }
        guard let part = open else { return }
        switch part.target {
        case .open, .nowhere: break
        case .container: try container?.file.write(part.bytes)
        case .message:
            spooled += Int64(part.bytes.count)
            guard spooled <= limits.mailBytes else { throw tooLong }
            guard spooled <= mostSpooled else {
                throw ScaryBugsError(.limitExceeded, "expands to many times its size")
            }
            if spool == nil { spool = OpenFile(try File.temporary()) }
            try spool?.file.write(part.bytes)
        }
        open?.bytes.removeAll(keepingCapacity: true)
    }

    private func emptyContainer() throws {
        guard let container else {
            container = OpenFile(try File.temporary())
            return
        }
        try container.file.truncate(to: 0)
        try container.file.rewind()
    }

    private var tooLong: ScaryBugsError {
        .over(.mailBytes, "a message of more than \(ByteCount(limits.mailBytes))")
    }
}

extension OpenFile {
    /// Removes what a mailing list or a gateway added behind a ZIP file.
    fileprivate func dropTextBehindZip() throws {
        if let end = try ZipEnd.position(in: file), try end < file.status().size {
            try file.truncate(to: end)
        }
    }
}

/// A part that is being read.
struct OpenMailPart {
    /// The place for the bytes, which the first of them choose.
    enum Target {
        case open, nowhere, container
        /// The offset of a message among all messages that are in the message.
        case message(Int64)

        var isNowhere: Bool { if case .nowhere = self { true } else { false } }
    }

    let head: MailHead
    private var decoder: TransferDecoder
    /// The first bytes, once they chose the place.
    private(set) var prefix: [UInt8] = []
    /// The beginning of a text, once the first bytes chose.
    private(set) var text: [UInt8] = []
    /// Whether ``text`` is not the whole one.
    var isCut = false
    /// The decoded bytes that are not at their place.
    var bytes: [UInt8] = []
    private(set) var target = Target.open
    /// Whether there are encoded files in its text.
    var hasFiles = false

    /// The number of bytes that are written at once. They are enough to know a file.
    static let piece = 32 << 10

    init(_ head: MailHead) {
        self.head = head
        decoder = TransferDecoder(head.encoding)
    }

    var isAtEnd: Bool { decoder.isAtEnd }

    /// Whether it may be a text with an encoded file in it.
    var mayHoldFiles: Bool {
        switch target {
        case .nowhere: head.encoding == .identity
        case .open: head.encoding == .identity && !beginsContainer
        case .container, .message: false
        }
    }

    private var beginsContainer: Bool {
        if case .container = SourceKind(bytes, named: "") { true } else { false }
    }

    mutating func decode(_ line: MailLine) throws {
        if case .nowhere = target {
            if line.contentCount > 0 { isCut = true }
            return
        }
        decoder.decode(line, to: &bytes)
    }

    mutating func decodeEnd() {
        if case .nowhere = target { return }
        decoder.finish(to: &bytes)
    }

    /// Chooses the place for the bytes.
    mutating func choose(spooled: Int64) {
        prefix = Array(bytes.prefix(TableFormat.prefixLength))
        let name = head.fileName ?? ""
        target =
            switch SourceKind(prefix, named: name) {
            case .container: .container
            case .mail where !isTextOfMessage, _ where head.isMessage: .message(spooled)
            // A damaged bundle must be reported.
            case _
            where Bundle.isNamedLikeBundle(name) && !hasFiles
                && !MailPart.isSealed(head, prefix):
                .container
            default: .nowhere
            }
        if target.isNowhere, head.type.hasPrefix("text/") { text = bytes }
    }

    /// Whether it is a text for people, who may have copied the fields of another message into it.
    private var isTextOfMessage: Bool {
        head.type.hasPrefix("text/") && head.fileName == nil && head.encoding == .identity
    }
}
