import Containers

/// A file that shows documents: a page for a browser, or a table. It needs no network and no other file.
package protocol DocumentPage {
    /// The workspace of the documents.
    var workspace: Workspace { get }
    /// Writes the whole page.
    func write(to file: borrowing File) throws
}

extension DocumentPage {
    /// Writes the page to a file, as a whole or, after an error, not at all. Returns its bytes.
    @discardableResult
    package func write(to place: PageDestination) throws -> Int64 {
        var bytes: Int64 = 0
        try place.destination.makeFile(named: place.fileName, mode: place.replacedMode) {
            (file: consuming File) in
            try write(to: file)
            bytes = try file.status().size
        }
        return bytes
    }

    /// Writes the page to an open file, such as a pipe, once all of it is made.
    package func write(toStream stream: borrowing File) throws {
        let spool = try File.temporary()
        try write(to: spool)
        try stream.copy(from: spool, limit: .none)
    }
}

/// The checked place of a page's file.
package struct PageDestination: Sendable {
    /// The path that the user entered.
    package let path: String
    fileprivate let destination: ExportDestination
    fileprivate let fileName: String
    /// The permission bits of the file that the page replaces; nil for a new file.
    fileprivate let replacedMode: UInt32?

    /// - Parameters:
    ///   - path: the new file.
    ///   - workspace: the workspace of the documents, in which no page may be.
    ///   - isReplacing: whether a file that exists is replaced.
    /// - Throws: ``ScaryBugsError/Code/exists`` if the file exists and must not be replaced.
    package init(_ path: String, of workspace: Workspace, replacing isReplacing: Bool) throws {
        self.path = path
        destination = try parsing(path) {
            try ExportDestination(
                path: path, outside: workspace.home, as: nil, isSingle: true,
                replacing: isReplacing, limits: workspace.limits)
        }
        guard let fileName = destination.fileName else {
            throw ScaryBugsError(
                .invalidValue, "\(path) is a directory; give the name of a file in it"
            ).at(path)
        }
        try destination.checkReplacing(fileName, .regular)
        self.fileName = fileName
        replacedMode = try destination.directory.status(of: fileName).map { $0.mode & 0o777 }
    }
}
