import Containers

extension Workspace {
    /// Writes all documents with all their files, the preferences with the custom fields and saved queries,
    /// and what was exchanged with others, to one file. The history stays out.
    ///
    /// The file appears complete and synced, or not at all. A document whose data file is longer than
    /// ``Limits/dataFileBytes`` is left out, since no restore would take it, and one without a number as
    /// its name. A document that another
    /// session deletes meanwhile may be missing, and every other one has one of its versions.
    ///
    /// - Parameters:
    ///   - path: the file. An existing backup is replaced, unless it has documents and the workspace
    ///     has none, or it has everything and this one not.
    ///   - isReplacing: whether to replace any file.
    ///   - withholding: what a backup for others leaves out, and with it what only its owner needs: the
    ///     saved queries, the preferences and the record of exchanges; nil for a backup of everything.
    public func backUp(
        to path: String, replacing isReplacing: Bool, without withholding: Withholding? = nil
    ) throws -> BackupContents {
        try commitBatch()
        guard try directory() != nil else {
            throw ScaryBugsError(
                .notFound, "\(user) has no workspace here; 'users' lists those who have one")
        }
        let (destination, fileName) = try parsing(path) {
            try backupDestination(
                path, replacing: isReplacing, isForOthers: withholding != nil)
        }
        let outgoing = Outgoing(
            without: withholding, at: Timestamp(secondsSince1970: activity.seconds))
        return try destination.makeFile(named: fileName, mode: 0o600) { (file: consuming File) in
            let writer = try BackupWriter(to: file)
            let sent = try UTF8Locale.run { try writeBackup(to: writer, outgoing) }
            return (contents: writer.contents, sent: sent)
        } before: {
            try record($0.sent, as: outgoing)
        }.contents
    }

    private func backupDestination(
        _ path: String, replacing isReplacing: Bool, isForOthers: Bool
    ) throws -> (ExportDestination, String) {
        guard path != "-" else {
            throw ScaryBugsError(.invalidValue, "a backup needs the name of a file, not -")
        }
        guard path.utf8.last != UInt8(ascii: "/"), (try? Directory.open(path: path)) == nil
        else {
            throw ScaryBugsError(.invalidValue, "\(path) is a directory; give the name of a file")
        }
        let destination = try ExportDestination(
            path: path, outside: home, as: nil, isSingle: true, replacing: true,
            limits: limits)
        guard let name = destination.fileName else {
            throw ScaryBugsError(.invalidValue, "\(path) is not the name of a file")
        }
        try destination.checkReplacing(name, .regular)
        if !isReplacing, let present = try destination.directory.file(named: name) {
            guard try BackupFormat.begins(present) else {
                throw ScaryBugsError(
                    .exists, "\(path) exists and is not a backup; --force replaces it")
            }
            try checkMayReplace(backupAt: path, isForOthers: isForOthers)
        }
        return (destination, name)
    }

    /// Checks that the backup of another user is not replaced, nor a whole backup by one for others, and that
    /// an empty workspace does not replace documents. A mistyped user has one.
    private func checkMayReplace(backupAt path: String, isForOthers: Bool) throws {
        guard let backup = try ifIntact({ try Backup(path: path) }) else { return }
        if isForOthers, !backup.isForOthers {
            throw ScaryBugsError(
                .exists,
                "\(path) is a backup of everything, and this one leaves something out; give it another "
                    + "name, or --force replaces it")
        }
        if let other = backup.user, other != user.description {
            throw ScaryBugsError(
                .exists, "\(path) is a backup of \(other), not of \(user); --force replaces it")
        }
        guard try documentNames().isEmpty else { return }
        var count = 0
        _ = try ifIntact {
            try backup.forEachDocument { _ in
                count += 1
                return true
            }
        }
        guard count > 0 else { return }
        throw ScaryBugsError(
            .exists,
            "\(path) holds \(count.counting("document")), and the workspace of \(user) "
                + "none; --force replaces it")
    }

    /// - Returns: the copies of documents for others.
    private func writeBackup(
        to writer: BackupWriter, _ outgoing: Outgoing
    ) throws -> [SentCopy] {
        let description = BackupFormat.description(
            of: user, forOthers: outgoing.withholding != nil)
        try writer.add(
            Array(description.utf8), named: BackupFormat.descriptionName, modified: .now)
        try addPreferences(to: writer, isForOthers: outgoing.withholding != nil)
        let wasOpen = try isGroupOpen()
        let reader = try reader()
        let (names, omissions) = try namesForBackup()
        for omission in omissions { writer.omit(omission) }
        warnOfDuplicateNumbers(names)
        if outgoing.withholding != nil {
            let sent = try addShared(names, to: writer, outgoing, reader)
            try writer.close()
            return sent
        }
        try addRecord(to: writer)
        let read = { @Sendable (name: DocumentName, _: WorkPlace) in
            try BackedUpDocument(name, retrying: reader)
        }
        var done = 0
        // The files of the documents that are read ahead take memory.
        try names.forEachResult(inPiecesOf: 16, piecesPerThread: 2, of: read) { document in
            report(.packing, done, of: names.count)
            done += 1
            // Another session has deleted it.
            guard let document else { return }
            for warning in document.warnings {
                warn("document \(document.name.number): \(warning)")
            }
            try writer.add(document)
        }
        try writer.close()
        guard try wasOpen || isGroupOpen() else { return [] }
        warn(
            "another session is between 'begin' and 'commit'; the backup may have its changes, so back "
                + "up again then")
        return []
    }

    /// Adds the documents as others get them. It leaves a document out that can't be cleaned.
    private func addShared(
        _ names: [DocumentName], to writer: BackupWriter, _ outgoing: Outgoing,
        _ reader: DocumentReader
    ) throws -> [SentCopy] {
        var outgoing = try beginning(outgoing, of: names, as: .scarybug)
        // The license and the credit aren't filled in, since a restore would keep them.
        outgoing.rights = DefaultRights()
        var sent: [SentCopy] = []
        for (index, name) in names.enumerated() {
            report(.packing, index, of: names.count)
            try Interruption.check()
            do {
                guard let original = try reader.openIfPresent(name) else { continue }
                let shared = try leaving(original, as: outgoing, reader)
                let doubt = Withholding.warning(about: shared.doubtful, of: name)
                if let doubt { warn(doubt) }
                let document = try BackedUpDocument(
                    shared.document, reader, dataBytes: shared.told().bytes)
                if let copy = shared.sent { sent.append(copy) }
                for warning in document.warnings { warn("document \(name.number): \(warning)") }
                try writer.add(document)
            } catch let error as ScaryBugsError where !error.isOfSystem {
                writer.omit("\(error.message); it is left out")
            }
        }
        return sent
    }

    /// Adds what was exchanged, and the deletions.
    private func addRecord(to writer: BackupWriter) throws {
        let file = try File.temporary()
        var lines = ""
        let add = { (record: ExchangeRecord) in
            lines += record.line
            guard lines.utf8.count > 64 << 10 else { return }
            try file.write(Array(lines.utf8))
            lines = ""
        }
        _ = try withExchangeStore { try $0.forEachRecord(add) }
        for (identifier, deletion) in try deletions().sorted(by: { $0.key < $1.key }) {
            try add(ExchangeRecord(deletion, of: identifier))
        }
        try file.write(Array(lines.utf8))
        guard try file.status().size > 0 else { return }
        try writer.add(file, named: BackupFormat.recordName)
    }

    /// The documents, and messages about what looks like one, and is left out.
    private func namesForBackup() throws -> (names: [DocumentName], omissions: [String]) {
        guard let documents = try readable() else { return ([], []) }
        let check = try DocumentsCheck(documents)
        var omissions = check.flaws.map(\.finding).filter { $0.code == .misnamed }.map {
            "\($0.path) is left out: it \($0.message); 'check --repair' gives it one"
        }
        let names = try check.names.filter { name in
            guard let status = try documents.status(of: name.directoryName) else { return false }
            if status.kind == .directory { return true }
            omissions.append(
                "\(Self.documentsName)/\(name.directoryName) is left out: it is not a directory; "
                    + "'check --repair' moves it away")
            return false
        }
        return (names, omissions)
    }

    private func warnOfDuplicateNumbers(_ names: [DocumentName]) {
        for (name, next) in zip(names, names.dropFirst()) where name.number == next.number {
            warn(
                "\(name.directoryName) and \(next.directoryName) have the same number; a restore "
                    + "numbers the second anew, and 'check --repair' does so here")
        }
    }

    private func addPreferences(to writer: BackupWriter, isForOthers: Bool) throws {
        if isForOthers {
            let fields = preferences.withCustomFieldsOnly
            return try writer.add(fields.encoded(), named: PreferencesFile.name, modified: .now)
        }
        guard let directory = try directory(),
            let present = try directory.file(named: PreferencesFile.name)
        else { return }
        let bytes = try present.contents(
            limit: Limit(limits.preferencesBytes, .preferencesBytes))
        if (try? Preferences(bytes)) == nil {
            warn("\(present.name) cannot be read; a restore uses the defaults")
        }
        try writer.add(
            bytes, named: PreferencesFile.name, modified: present.status().modified)
    }
}

extension BackedUpDocument {
    /// Reads a document again if another session replaced it meanwhile, since the files of the replaced
    /// version then disappear one by one.
    fileprivate init?(_ name: DocumentName, retrying reader: DocumentReader) throws {
        for _ in 0..<9 {
            do {
                try self.init(name, reader)
                return
            } catch let error as ScaryBugsError where error.code == .busy {}
        }
        try self.init(name, reader)
    }
}
