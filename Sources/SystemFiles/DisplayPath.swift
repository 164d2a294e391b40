import SystemPackage

/// The path of a file or directory for messages, built only when a message needs it.
package struct DisplayPath: Sendable {
    /// The directory that contains the entry, or its path; nil if the name is complete.
    private let parent: Directory?
    private let parentPath: String?
    private let name: String

    /// Makes it from a path or from a name for messages.
    package init(_ name: String) {
        (parent, parentPath) = (nil, nil)
        self.name = name
    }

    init(_ name: String, in parent: Directory) {
        (self.parent, parentPath) = (parent, nil)
        self.name = name
    }

    /// - Parameter path: the path of the directory that contains the entry.
    package init(_ name: String, inDirectory path: String) {
        (parent, parentPath) = (nil, path)
        self.name = name
    }

    var path: String {
        guard let parent = parentPath ?? parent?.path else { return name }
        return parent.hasSuffix("/") ? parent + name : "\(parent)/\(name)"
    }

    var lastComponent: String {
        // A path costs allocations, and most names are a single component.
        let hasParts = name.utf8.span.withUnsafeBufferPointer { $0.contains(UInt8(ascii: "/")) }
        return hasParts ? FilePath(name).lastComponent?.string ?? name : name
    }
}
