import Glibc
import SystemPackage

/// The directory that contains the workspaces of all users.
public struct Home: Sendable {
    /// The path of the directory, which need not exist yet.
    public let path: String

    /// The name of the directory that contains the users' directories.
    package static let usersName = "users"

    /// A home at a path, which the first change creates.
    public init(path: String) {
        self.path = path
    }

    /// The users who have a workspace here, in alphabetical order.
    public func users() throws -> [UserName] {
        guard let users = try directory(named: Self.usersName) else { return [] }
        return try users.names().compactMap { try? UserName($0) }.filter {
            try users.status(of: $0.description)?.kind == .directory
        }.sorted()
    }

    /// Whether a user has a workspace here.
    public func hasWorkspace(of user: UserName) throws -> Bool {
        try directory(named: Self.usersName)?.status(of: user.description)?.kind == .directory
    }

    /// The number of a user's documents.
    package func documentCount(of user: UserName) throws -> Int {
        let documents = try directory(of: user)?.directory(named: Workspace.documentsName)
        return try documents?.names().count { DocumentName(directoryName: $0) != nil } ?? 0
    }

    func directory(of user: UserName) throws -> Directory? {
        try namingOwner {
            try directory(named: Self.usersName)?.directory(named: user.description)
        }
    }

    /// Opens a user's directory; creates it and its parents if they do not exist.
    func directory(creating user: UserName) throws -> Directory {
        if let present = try directory(of: user) { return present }
        return try namingOwner {
            try directory(creating: Self.usersName).directory(creating: user.description)
        }
    }

    func removeEmptyDirectory(of user: UserName) throws {
        try directory(named: Self.usersName)?.removeEmptyDirectory(named: user.description)
    }

    // MARK: Users

    /// The name of the directory with the workspaces of removed users.
    private static let removedName = "Removed Users"

    /// Gives a user another name. The inbox goes along.
    ///
    /// - Throws: ``ScaryBugsError/Code/busy`` while a session changes the workspace.
    package func rename(_ user: UserName, to newName: UserName) throws {
        let inboxes = try directory(named: Inbox.parentName)
        guard try !hasWorkspace(of: newName), try inboxes?.status(of: "\(newName)") == nil else {
            throw ScaryBugsError(.exists, "there is a user \(newName) already").at("\(newName)")
        }
        try moving(user) { users in
            for other in try self.users() {
                let store = try directory(of: other).flatMap {
                    try ExchangeStore(in: $0, making: false)
                }
                try store?.keepWithheld(from: "\(user)", as: "\(newName)")
            }
            try users.move("\(user)", to: "\(newName)", in: users, .never)
            if let inboxes, try inboxes.status(of: "\(user)") != nil {
                try inboxes.move("\(user)", to: "\(newName)", in: inboxes, .never)
            }
        }
    }

    /// Moves the workspace of a user aside, and the inbox.
    ///
    /// - Returns: the path of the directory that holds both.
    /// - Throws: ``ScaryBugsError/Code/busy`` while a session changes the workspace.
    package func remove(_ user: UserName) throws -> String {
        guard try hasWorkspace(of: user) else { throw Self.missing(user) }
        let inboxes = try directory(named: Inbox.parentName)
        let removed = try directory(creating: Self.removedName)
        let name = try NumberedName.first { suffix in
            try removed.status(of: "\(user)\(suffix)") == nil ? "\(user)\(suffix)" : nil
        }
        let place = try removed.newDirectory(named: name)
        do {
            try moving(user) { users in
                try users.move("\(user)", to: "workspace", in: place, .never)
                if let inboxes, try inboxes.status(of: "\(user)") != nil {
                    try inboxes.move("\(user)", to: "inbox", in: place, .never)
                }
            }
        } catch {
            try? removed.removeEmptyDirectory(named: name)
            throw error
        }
        return place.path
    }

    private static func missing(_ user: UserName) -> ScaryBugsError {
        ScaryBugsError(.notFound, "there is no user \(user); 'users' lists them").at("\(user)")
    }

    /// Runs `body` with the directory of all users while no session changes the workspace of one.
    private func moving(_ user: UserName, _ body: (Directory) throws -> Void) throws {
        guard let users = try directory(named: Self.usersName),
            let directory = try directory(of: user)
        else { throw Self.missing(user) }
        guard try WorkspaceLock(on: directory).holdingIfFree({ try body(users) }) != nil else {
            throw ScaryBugsError(.busy, "somebody works as \(user); try again later")
        }
    }

    /// A directory in the home; nil if it does not exist.
    func directory(named name: String) throws -> Directory? {
        try namingOwner {
            try ifPresent { try Directory.open(path: path) }?.directory(named: name)
        }
    }

    /// A directory in the home; makes both if they do not exist.
    func directory(creating name: String) throws -> Directory {
        try namingOwner { try Directory.open(creating: path).directory(creating: name) }
    }
}

extension Home {
    /// Runs `body`. If the system denies it access because another account owns the home, the error
    /// names that account.
    func namingOwner<Result>(_ body: () throws -> Result) throws -> Result {
        do { return try body() } catch let error as ScaryBugsError {
            guard error.code == .system(.permissionDenied), let owner else { throw error }
            throw ScaryBugsError(
                .refused,
                "the home \(path) belongs to the account \(owner): a home serves one account, and "
                    + "--user chooses among its users; choose another home with --home DIR or "
                    + "SCARYBUG_HOME", cause: error)
        }
    }

    /// The name of the account that owns the home, or the nearest directory that the system shows;
    /// nil if this account owns it, or if the home doesn't exist.
    private var owner: String? {
        var status = stat()
        var place = FilePath(path)
        while stat(place.string, &status) != 0 {
            guard errno == EACCES, place.removeLastComponent() else { return nil }
        }
        guard status.st_uid != geteuid() else { return nil }
        guard let entry = getpwuid(status.st_uid), let name = entry.pointee.pw_name else {
            return "\(status.st_uid)"
        }
        return String(cString: name)
    }
}
