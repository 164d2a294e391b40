/// The origin of an imported document.
public struct ImportOrigin: Sendable, CustomStringConvertible {
    /// The path of the source, or of the document's directory inside it; `-` for standard input.
    public let path: String
    /// The source's name, for messages.
    public let name: String
    /// The position of the document in the source, as it follows the name; empty if the path is
    /// enough.
    package let detail: String

    package init(_ path: String, name: String? = nil, detail: String = "") {
        self.path = path
        self.name = name ?? path
        self.detail = detail
    }

    public var description: String { name + detail }

    /// The position as a text of its own.
    package var place: String { String(detail.drop { $0 == ":" || $0 == " " }) }

    /// Adds a document's title if the source has several documents.
    package func titled(_ title: String) -> ImportOrigin {
        detail.isEmpty ? self : part(title.shortened)
    }

    /// The origin of one of several documents in a source.
    package func part(_ detail: String) -> ImportOrigin {
        ImportOrigin(path, name: name, detail: ": \(detail)")
    }

    /// The origin of a table row. `number` is its first line.
    package func line(_ number: Int) -> ImportOrigin {
        ImportOrigin(path, name: name, detail: ":\(number)")
    }
}

extension String {
    /// The beginning of a title, for messages: an import keeps the titles of all documents in memory.
    package var shortened: String {
        let longest = 100
        return utf8.count > longest && count > longest ? prefix(longest) + "…" : self
    }
}
