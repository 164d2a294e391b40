/// The pieces of an XML file, in UTF-8.
final class XMLSource {
    /// The most bytes of a tag, a text or a comment.
    let limit: Int
    /// Whether one was longer, so that the rest was not read.
    var isCut = false
    /// Why the rest could not be read.
    private(set) var failure: (any Error)?

    private let read: () throws -> [UInt8]
    private var decoder: TextDecoder?

    /// The first bytes, which have the declaration of the encoding.
    private static let prefixLength = 256

    init(limit: Int, _ read: @escaping () throws -> [UInt8]) {
        (self.limit, self.read) = (limit, read)
    }

    /// - Parameter kept: the number of bytes in front that somebody still needs.
    /// - Returns: nil at the end.
    func next(after kept: Int) -> [UInt8]? {
        guard kept <= limit else {
            isCut = true
            return nil
        }
        do {
            var piece = try read()
            if decoder == nil {
                while piece.count < Self.prefixLength {
                    let more = try read()
                    if more.isEmpty { break }
                    piece += more
                }
                decoder = TextDecoder(try Self.encoding(of: piece))
            }
            let isLast = piece.isEmpty
            let text = decoder?.decode(piece, isLast: isLast) ?? []
            return isLast && text.isEmpty ? nil : text
        } catch {
            failure = error
            return nil
        }
    }

    /// The encoding that the first bytes show or declare.
    private static func encoding(of prefix: [UInt8]) throws -> TextDecoder.Encoding {
        if let encoding = TextDecoder.Encoding(byteOrderMark: prefix) { return encoding }
        if prefix.starts(with: [0x3C, 0]) { return .utf16(isBigEndian: false) }
        if prefix.starts(with: [0, 0x3C]) { return .utf16(isBigEndian: true) }
        let declaration = prefix.prefix(prefixLength).prefix { $0 != UInt8(ascii: ">") }
        let words = String(decoding: declaration, as: UTF8.self)
            .split { "\"'= \t\r\n".contains($0) }
        guard prefix.starts(with: "<?xml".utf8), let index = words.firstIndex(of: "encoding"),
            index + 1 < words.count
        else { return .utf8 }
        let name = String(words[index + 1])
        if let encoding = TextDecoder.Encoding(named: name) { return encoding }
        throw XMLError.malformed(
            "the encoding '\(name)' is not supported; save it as UTF-8", at: 0)
    }
}
