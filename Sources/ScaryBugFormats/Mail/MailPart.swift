import Containers

/// A part of a message that is no message and has no parts.
package struct MailPart {
    package enum Content {
        /// A file that may be a bundle or an archive of bundles. It is valid while the part is passed on.
        case container(OpenFile)
        /// A text for people. It is empty if it has no bytes.
        case text
        /// A signature, or what a Mac stores beside a file.
        case accessory
        /// A part in which bundles may be hidden. The text says what it is, and what to do.
        case sealed(String)
        case other
    }

    /// The name of the file; nil if there is none.
    package let fileName: String?
    package let content: Content
    /// A text for people, or its beginning; empty for other parts.
    package let text: String
    /// Whether ``text`` is only its beginning.
    package let isCut: Bool
    /// The address of the sender; empty in a message that somebody forwards.
    package internal(set) var sender = ""
    /// The description of a part without a name.
    private let what: String

    /// - Parameters:
    ///   - prefix: the first bytes, decoded.
    ///   - kept: the file with all bytes of a container; nil for another part.
    ///   - text: the beginning of a text.
    init(
        _ head: MailHead, _ prefix: [UInt8], _ kept: OpenFile?, text: [UInt8] = [],
        isCut: Bool = false
    ) {
        (fileName, self.isCut) = (head.fileName, isCut)
        self.text = text.isEmpty ? "" : MailCharset.text(text, named: head.charset)
        what =
            PictureType(signature: prefix).map { "a \($0.name) picture" } ?? "a part without a name"
        content =
            if let kept { .container(kept) } else { Self.content(of: head, prefix) }
    }

    /// The parts of an encrypted message.
    init(encrypted head: MailHead) {
        (fileName, what, text, isCut) = (head.fileName, "", "", false)
        content = .sealed(Self.encrypted)
    }

    /// The name, or what it is.
    package var label: String {
        if case .text = content, fileName == nil { return "text" }
        return fileName?.shortened ?? what
    }

    /// Whether a user may miss it.
    package var isAttachment: Bool {
        switch content {
        case .text: fileName != nil
        case .accessory: false
        case .container, .sealed, .other: true
        }
    }

    // MARK: First bytes

    static func isSealed(_ head: MailHead, _ prefix: [UInt8]) -> Bool {
        if case .sealed = content(of: head, prefix) { true } else { false }
    }

    private static func content(of head: MailHead, _ prefix: [UInt8]) -> Content {
        let name = head.fileName?.lowercased() ?? ""
        if prefix.starts(with: [0x78, 0x9F, 0x3E, 0x22]) {
            return .sealed(
                "winmail.dat: Outlook wrapped it; unpack it with 'tnef', or ask for plain text")
        }
        if prefix.starts(with: FileSignature.compoundFile), name.hasSuffix(".msg") {
            return .sealed(outlookMessage)
        }
        if prefix.starts(with: "-----BEGIN PGP MESSAGE-----".utf8) { return .sealed(encrypted) }
        if head.type.hasSuffix("pkcs7-mime") || name.hasSuffix(".p7m") {
            return .sealed(isSigned(prefix) ? opaque : encrypted)
        }
        let isAccessory =
            head.type.hasSuffix("-signature") || head.type == "application/applefile"
            || head.type == "application/pgp-encrypted"
        if isAccessory { return .accessory }
        return head.type.hasPrefix("text/") || prefix.isEmpty ? .text : .other
    }

    /// The form in which Outlook saves messages (MS-OXMSG).
    static let outlookMessage =
        "a message in Outlook's own form (.msg); save it as .eml, or save the files that are "
        + "attached to it"
    static let encrypted = "encrypted; save the attachment with your mail program"
    private static let opaque =
        "signed so that only mail programs can open it; save the attachment with yours"

    /// Whether the bytes begin with a length and the type of signed contents (X.690, RFC 5652).
    private static func isSigned(_ prefix: [UInt8]) -> Bool {
        let type: [UInt8] = [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02]
        return prefix.prefix(15 + type.count).contains(type)
    }
}
