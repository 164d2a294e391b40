/// The directory that contains the workspaces of all users.
public struct Home: Sendable {
    /// The path of the directory, which need not exist yet.
    public let path: String

    /// The name of the directory that contains the users' directories.
    static let usersName = "users"

    /// A home at a path, which the first change creates.
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

    /// Whether a user has a workspace here.
    public func hasWorkspace(of user: UserName) throws -> Bool {
        try usersDirectory()?.status(of: user.description)?.kind == .directory
    }

    /// The number of a user's documents.
    public func documentCount(of user: UserName) throws -> Int {
        let documents = try directory(of: user)?.directory(named: Workspace.documentsName)
        return try documents?.names().count { DocumentName(directoryName: $0) != nil } ?? 0
    }

    func directory(of user: UserName) throws -> Directory? {
        try namingOwner { try usersDirectory()?.directory(named: user.description) }
    }

    /// Opens a user's directory; creates it and its parents if they do not exist.
    func directory(creating user: UserName) throws -> Directory {
        if let present = try directory(of: user) { return present }
        return try namingOwner {
            try Directory.open(creating: path).directory(creating: Self.usersName)
                .directory(creating: user.description)
        }
    }

    func removeEmptyDirectory(of user: UserName) throws {
        try usersDirectory()?.removeEmptyDirectory(named: user.description)
    }

    private func usersDirectory() throws -> Directory? {
        try namingOwner {
            try ifPresent { try Directory.open(path: path) }?.directory(named: Self.usersName)
        }
    }
}
