extension Directory {
    /// Copies a directory with all its files into this one, and syncs the copy. A copy that fails is
    /// removed.
    ///
    /// - Throws: ``ScaryBugsError/Code/refused`` if it contains links and the like, or names that aren't
    ///   UTF-8.
    func copy(_ source: Directory, as name: String) throws {
        let copy = try newDirectory(named: name, mode: source.status().mode)
        do {
            for entry in try source.entries() { try copy.copyEntry(entry, of: source) }
            try copy.setModified(source.status().modified)
            try syncEntry(named: RawName(name))
            try sync()
        } catch {
            try? removeDirectory(named: name)
            throw error
        }
    }

    private func copyEntry(_ entry: RawName, of source: Directory) throws {
        let name = entry.shown
        switch entry.isUTF8 ? try source.status(of: name)?.kind : .other {
        case .directory:
            guard let inner = try source.directory(named: name) else { return }
            try copy(inner, as: name)
        case .regular:
            guard let file = try source.file(named: name) else { return }
            let status = try file.status()
            let copy = try createFile(named: name, mode: status.mode)
            try copy.copy(from: file, limit: .none)
            try copy.setModified(status.modified)
        case .symbolicLink, .other:
            throw ScaryBugsError(
                .refused,
                "\(source.path(of: name)) cannot be copied; 'check --repair' moves it away")
        case nil: break
        }
    }
}
