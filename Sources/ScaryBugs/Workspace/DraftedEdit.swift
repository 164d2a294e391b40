import SystemFiles

/// An edit of one document that another thread worked out ahead of time, without the workspace's lock.
///
/// It is a guess: it is made only if the document is still what the thread read.
package struct DraftedEdit: Sendable {
    let edit: PreparedEdit
    /// The document's directory before it was read.
    private let directory: FileStatus

    /// - Parameters:
    ///   - number: the number of the document.
    ///   - edit: returns the changes to fields for documents of a kind.
    /// - Returns: nil if there is no such document or more than one, if it is large, or if another
    ///   program could change it once more without a trace.
    package init?(
        _ number: Int, now: Timestamp, _ drafter: Drafter,
        _ edit: (DocumentKind) throws -> [Edit]
    ) throws {
        let start = FileTime.now
        guard let only = try drafter.reader.documents?.only(number),
            only.status.isTraceable(at: start)
        else { return nil }
        let document = try drafter.reader.open(only.name)
        let edit = try PreparedEdit(document, .init(edit(only.name.kind)), now: now, drafter.reader)
        let status = edit.edited.read.status
        guard status.isTraceable(at: start), status.size <= Self.mostBytes else { return nil }
        (self.edit, directory) = (edit, only.status)
    }

    /// The most bytes of a data file. Its values take many times as much memory, and many edits wait.
    private static let mostBytes = 4_096

    /// Opens the document; nil unless it is still the only one with its number, and nothing in it has
    /// changed. Until then no directory is open, since a process may have few open files.
    func openIfCurrent(in documents: Directory) throws -> DocumentDirectory? {
        let (name, read) = (edit.edited.name, edit.edited.read)
        guard let present = try documents.only(name.number), present.name == name,
            present.status == directory,
            let opened = try documents.directory(named: name.directoryName),
            try opened.status() == directory, try opened.status(of: read.name) == read.status
        else { return nil }
        return DocumentDirectory(name: name, directory: opened)
    }
}

extension Directory {
    /// The only document with a number; nil if there is no such document or more than one.
    fileprivate func only(_ number: Int) throws -> NamedStatus? {
        let found = try DocumentName.all(numbered: number).compactMap { name in
            try status(of: name.directoryName).map { NamedStatus(name: name, status: $0) }
        }
        return found.count == 1 ? found[0] : nil
    }
}

private struct NamedStatus {
    let name: DocumentName
    let status: FileStatus
}

extension FileStatus {
    /// Whether each change after this moment gives the file another time.
    ///
    /// The kernel's clock for times of files goes on every few milliseconds, and coarse times of some
    /// file systems more slowly.
    fileprivate func isTraceable(at moment: FileTime) -> Bool {
        !changed.isCoarse && moment.seconds(since: changed) > 0.1
    }
}
