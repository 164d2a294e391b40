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
    /// The path of the source, or of the document's directory in it.
    public let path: String
    /// Which of many it is, where that is not in the path.
    let detail: String?

    init(_ path: String, detail: String? = nil) {
        self.path = path
        self.detail = detail
    }

    public var description: String {
        guard let detail, !detail.isEmpty else { return path }
        return "\(path): \(detail)"
    }

    /// An error about it, named: "it.zip is cut off", or "it.zip: entry x is a link".
    func naming(_ error: ScaryBugsError) -> ScaryBugsError {
        if case .system = error.code, error.message.contains(path) { return error }
        if error.message.hasPrefix(path + " ") { return error }
        let goesOn = ["is ", "has "].contains { error.message.hasPrefix($0) }
        return ScaryBugsError(
            error.code, description + (goesOn ? " " : ": ") + error.message, cause: error)
    }
}
