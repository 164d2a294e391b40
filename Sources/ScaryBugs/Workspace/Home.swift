/// The directory under which every user has a workspace.
public struct Home: Sendable {
    public let path: String

    public init(path: String) {
        self.path = path
    }

    /// The users who have a workspace here, in alphabetical order.
    public func users() throws -> [UserName] {
        guard let users = try usersDirectory() else { return [] }
        return try users.names().compactMap { try? UserName($0) }.filter {
            try users.status(of: $0.description)?.kind == .directory
        }.sorted()
    }

    /// A user's directory; nil if there is none.
    func directory(of user: UserName) throws -> Directory? {
        try usersDirectory()?.directory(named: user.description)
    }

    /// A user's directory, made where there is none, with all above it.
    func directory(creating user: UserName) throws -> Directory {
        if let present = try directory(of: user) { return present }
        return try Directory.open(creating: path).directory(creating: "users")
            .directory(creating: user.description)
    }

    /// Removes a user's directory if there is nothing in it.
    func removeEmptyDirectory(of user: UserName) throws {
        try usersDirectory()?.removeEmptyDirectory(named: user.description)
    }

    private func usersDirectory() throws -> Directory? {
        try ifPresent { try Directory.open(path: path) }?.directory(named: "users")
    }
}
