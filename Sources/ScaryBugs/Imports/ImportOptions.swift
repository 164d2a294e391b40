/// How a source is to be taken in.
public struct ImportOptions: Sendable {
    /// What the rows of a table become that do not say it; nil for what is usual.
    public var kind: DocumentKind?
    /// The field that a column of a table stands for, by the column's name; empty for a column
    /// that is to be left out.
    public var fieldNames: [String: String] = [:]
    /// Whether what is good of a source is taken though something in it is not.
    public var keepsGoing = false
    /// When the documents are made that are new.
    public var now: Timestamp

    public init(now: Timestamp) {
        self.now = now
    }
}

/// Where a document comes from.
public struct ImportOrigin: Sendable, CustomStringConvertible {
    /// The path of the source, or of the document's directory in it; `-` for standard input.
    public let path: String
    /// How messages call the source.
    public let name: String
    /// Which of many it is, where that is not in the path, as it follows the name.
    private var detail = ""

    init(_ path: String, name: String? = nil) {
        self.path = path
        self.name = name ?? path
    }

    public var description: String { name + detail }

    /// The same with the title of a document, where it is one of many.
    func titled(_ title: String) -> ImportOrigin { detail.isEmpty ? self : part(title) }

    /// One of many documents of a source.
    func part(_ detail: String) -> ImportOrigin {
        var part = self
        part.detail = ": \(detail)"
        return part
    }

    /// A row of a table, by the line on which it begins.
    func line(_ number: Int) -> ImportOrigin {
        var line = self
        line.detail = ":\(number)"
        return line
    }

    /// An error about it, named: "it.zip is cut off", or "it.zip: entry x is a link".
    func naming(_ error: ScaryBugsError) -> ScaryBugsError {
        if case .system = error.code, error.message.contains(name) { return error }
        if error.message.hasPrefix(name + " ") { return error }
        let goesOn = ["is ", "has "].contains { error.message.hasPrefix($0) }
        return ScaryBugsError(
            error.code, description + (goesOn ? " " : ": ") + error.message, cause: error)
    }
}
