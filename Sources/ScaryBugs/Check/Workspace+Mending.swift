extension Workspace {
    /// Does what mends a flaw.
    ///
    /// Under the locks that keep others away: of the document, where it has one, and of the
    /// workspace. The documents' directory gets a time of which the index does not know, so that
    /// the change is noticed whatever happens next.
    ///
    /// - Returns: what was done; nil where the flaw is no longer there.
    func mend(_ flaw: Flaw) throws -> Finding.Outcome? {
        do {
            guard let name = flaw.document else {
                return try lockedForMending { try perform(flaw) }
            }
            return try mend(flaw, of: name)
        } catch let error as ScaryBugsError where error.code != .interrupted {
            return error.code == .notFound ? nil : .left(error.message)
        }
    }

    private func mend(_ flaw: Flaw, of name: DocumentName) throws -> Finding.Outcome? {
        let reader = try reader()
        // A document that is none, or cannot be opened, has no lock.
        guard (try? reader.open(name)) != nil else {
            return try lockedForMending { try perform(flaw) }
        }
        let check = DocumentCheck(reader: reader)
        return try reader.locking(name) { document in
            guard try flaw.isOfName || check.hasFlaw(flaw, document) else { return nil }
            return try lockedForMending { try perform(flaw, in: document.directory) }
        }
    }

    private func lockedForMending<Result>(_ body: () throws -> Result) throws -> Result {
        let workspace = try openedForMending()
        return try holdingLock(of: workspace) {
            // What cannot be written tells so itself.
            if let documents = try? readable() { _ = try? documents.stamp() }
            return try body()
        }
    }

    /// The user's directory, also where something else is in the documents' place.
    private func openedForMending() throws -> Directory {
        if let directory = try directory() { return directory }
        throw ScaryBugsError(.notFound, "the workspace of \(user) is gone")
    }

    /// - Parameter document: where the flaw is, if it is in a document.
    private func perform(_ flaw: Flaw, in document: Directory? = nil) throws -> Finding.Outcome? {
        let workspace = try openedForMending()
        guard let site = try directory(of: flaw.site, in: workspace, document),
            let status = try site.status(of: flaw.entry)
        else { return nil }
        switch flaw.remedy {
        case .nothing: return .left(nil)
        case .close:
            try site.setMode(of: flaw.entry, to: status.kind == .directory ? 0o700 : 0o600)
            return .mended
        case .rename(let name):
            try site.move(flaw.entry, to: name, in: site)
            try didChange(site)
            return .renamed(to: name)
        case .renumber(let kind):
            let name = try freeName(kind, for: flaw.entry, in: site)
            try site.move(flaw.entry, to: name.directoryName, in: site)
            try didChange(site)
            return .renamed(to: name.directoryName)
        case .setAside:
            let path = try LostAndFound(in: workspace).take(
                flaw.entry, from: site, of: flaw.originName)
            try didChange(site)
            return .moved(to: path)
        }
    }

    private func directory(
        of site: Flaw.Site, in workspace: Directory, _ document: Directory?
    ) throws -> Directory? {
        switch site {
        case .workspace: workspace
        case .staging: try workspace.directory(named: Staging.parentName)
        case .documents: try readable()
        case .document: document
        }
    }

    /// The number that a name such as `007.scarybug` has, if that is free, else the highest plus one.
    private func freeName(
        _ kind: DocumentKind, for entry: RawName, in documents: Directory
    ) throws -> DocumentName {
        let names = try documents.names().compactMap(DocumentName.init(directoryName:))
        let taken = Set(names.map(\.number))
        let digits = entry.shown.prefix { $0.isASCII && $0.isNumber }
        let rest = entry.shown.dropFirst(digits.count)
        if rest.first == ".", let number = Int(digits), DocumentName.numbers.contains(number),
            !taken.contains(number)
        {
            return DocumentName(number: number, kind: kind)
        }
        let number = try NumberSequence.next(after: taken.max() ?? 0)
        return DocumentName(number: number, kind: kind)
    }
}

extension Flaw {
    /// The document that it concerns; nil if none.
    fileprivate var document: DocumentName? {
        switch site {
        case .workspace, .staging: nil
        case .documents: DocumentName(directoryName: entry.shown)
        case .document(let name): name
        }
    }

    /// Whether it can be seen without looking into the document.
    fileprivate var isOfName: Bool { finding.code == .duplicateNumber }

    /// What the name of something in a document needs before it, where it lies among others.
    fileprivate var originName: String? {
        if case .document(let name) = site { return name.directoryName }
        return nil
    }
}
