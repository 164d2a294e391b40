/// How messages call a file or directory, put together only where there is a message.
struct Location: Sendable {
    /// The directory that it is in; nil where the name is all.
    private let parent: Directory?
    private let name: String

    /// What is known by a path, or by what it is to be called.
    init(_ name: String) {
        parent = nil
        self.name = name
    }

    /// What is in a directory.
    init(_ name: String, in parent: Directory) {
        self.parent = parent
        self.name = name
    }

    var path: String {
        guard let parent = parent?.path else { return name }
        return parent.hasSuffix("/") ? parent + name : "\(parent)/\(name)"
    }

    /// The name without the path that leads to it.
    var lastComponent: String {
        guard let slash = name.utf8.lastIndex(of: UInt8(ascii: "/")) else { return name }
        return String(name[name.utf8.index(after: slash)...])
    }
}
