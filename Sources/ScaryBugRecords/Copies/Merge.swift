/// The document that is here, with all that a copy of it knows, or that a row says.
package struct Merge: Sendable {
    package let relation: CopyRelation
    package let data: DocumentData
    /// The files of the result, without a thumbnail that is to be made.
    package let files: ContentVersion
    /// The files of the result that the document has not under that name yet.
    package let added: [String: CopyMerge.FileSource]
    /// The files of the document that go, or get another name.
    package let removed: [String]
    package let hasNewPicture: Bool
    /// Names of the fields that both a row and somebody here changed, and that stay.
    package let kept: [String]
    /// Whether the document already has all values.
    package let isIdle: Bool

    /// The document with all that a copy of it knows.
    package init(_ merge: CopyMerge) {
        (relation, data, files) = (merge.relation, merge.data, merge.files)
        (added, removed, hasNewPicture) = (merge.added, merge.removed, merge.hasNewPicture)
        (kept, isIdle) = ([], merge.isIdle)
    }

    /// The document with all that a row of another program's table says. Rows have no files.
    ///
    /// - Parameters:
    ///   - values: the document that the row makes, as a copy.
    ///   - made: the document as it was when the row was made of it; nil if nobody knows.
    ///   - fields: the names of the fields that a column gives, by the key under which its text stays.
    package init(
        of present: KnownCopy, with values: KnownCopy, of row: IncomingRow,
        madeOf made: DocumentData?, _ options: ImportOptions, _ rights: DefaultRights,
        fields: (_ key: String) -> [String]
    ) throws {
        let merge = try RowMerge(
            of: present.data, with: values.data, of: row, madeOf: made, rights, fields: fields,
            isForced: options.isForced)
        relation = present.content.isEqual(to: values.content) ? .same : merge.relation
        var data = merge.data
        try data.touch(now: options.now)
        (self.data, files, kept) = (data, present.files, merge.kept)
        (added, removed, hasNewPicture) = ([:], [], false)
        isIdle =
            !relation.isChanging
            || CopyContent(data, files, since: present.state).isEqual(to: present.content)
    }

    /// Checks that a bundle can hold the files. A document that is over a limit already may stay so.
    ///
    /// - Parameter before: its files so far.
    package func checkFiles(_ limits: Limits, since before: ContentVersion) throws {
        guard files.files.count <= max(limits.bundleEntries, before.files.count) else {
            throw ScaryBugsError.over(
                .bundleEntries, "it would have more than \(limits.bundleEntries.counting("file"))")
        }
        guard files.size <= max(limits.bundleBytes, before.size) else {
            throw ScaryBugsError.over(
                .bundleBytes, "its files would have more than \(ByteCount(limits.bundleBytes))")
        }
    }

    /// The photograph of the result; nil without one.
    ///
    /// - Parameters:
    ///   - own: the photograph of the document.
    ///   - theirs: the one of the incoming copy.
    package func picture(_ own: Picture?, _ theirs: Picture?) -> Picture? {
        guard hasNewPicture else { return own }
        let name = data.kind.photographName
        guard let source = added[name] else { return nil }
        if source.side == .incoming, theirs?.fileName == source.name { return theirs }
        return Picture(fileName: name, size: files.file(named: name)?.size ?? 0, type: nil)
    }
}
