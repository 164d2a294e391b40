import SystemPackage

/// A table whose records have names that count only in it.
struct RecordTable: Hashable, Sendable {
    /// The name of its file, or the one that the user gives.
    let name: String
    /// A digest of its header; empty for a name that the user gives.
    let header: String

    /// - Parameter columns: the names of its columns.
    init(_ path: String, columns: [String]) {
        let header = columns.map(ColumnVocabulary.plain).joined(separator: ",")
        self.init(name: Self.plain(path), header: String(Digest(of: Array(header.utf8)).high))
    }

    init(name: String, header: String) { (self.name, self.header) = (name, header) }

    /// What the workspace remembers if its user gives a table a name: next time, nobody asks.
    func named(_ meaning: String) -> RecordTable {
        RecordTable(name: "\(name)\n\(meaning)", header: header)
    }

    /// The name that its user gave to a table; nil for another one.
    private func meaning(of table: RecordTable) -> String? {
        let start = table.named("").name
        return header == table.header && name.hasPrefix(start)
            ? String(name.dropFirst(start.count)) : nil
    }

    /// The name that its user gave to the table, and the tables that records came from.
    func meaning(
        among tables: [RecordTable]
    ) -> (name: String?, tables: [RecordTable]) {
        (
            tables.contains(self)
                ? nil : tables.last { $0.meaning(of: self) != nil }?.meaning(of: self),
            tables.filter { !$0.name.contains("\n") }
        )
    }

    /// The UUID of a record.
    func identifier(of record: String) -> String {
        ForeignTable.identifier(of: "\(name)\n\(header)\n\(record)")
    }

    /// A file's name without its directory, and without the number in brackets that a browser adds.
    static func plain(_ path: String) -> String {
        let name = FilePath(path).lastComponent
        var stem = (name?.stem ?? path)[...]
        if stem.last == ")", let bracket = stem.lastIndex(of: "("), bracket > stem.startIndex,
            stem[bracket...].dropFirst().dropLast().allSatisfy(\.isNumber)
        {
            stem = stem[..<bracket]
        }
        return String(stem).trimmed + (name?.extension.map { ".\($0)" } ?? "")
    }
}

/// What a reader on the caller's thread may ask about documents that are here.
struct KnownRecords: Sendable {
    /// The document with an identifier.
    let document: @Sendable (String) throws -> DocumentData?
    /// The tables that records came from.
    let tables: @Sendable () throws -> [RecordTable]
    /// Whether no other file of the import, which has a path, is the same table.
    let isOnly: @Sendable (RecordTable, String) -> Bool
}

/// Gives records whose names count only in their table the identifiers of their documents.
struct LocalIdentities {
    /// The table, and others that the user may mean by its name.
    private let candidates: [RecordTable]
    private let others: [RecordTable]
    /// Whether the user names the table.
    private let isGiven: Bool
    /// The name that the user gives to the table, or gave it before; nil for the name of its file.
    private let otherName: String?
    /// Whether records came from the table before.
    private let isKnown: Bool
    private let records: KnownRecords
    /// The number of records that are here, and of those that are here as others, or may be.
    private var (knownCount, otherCount, doubtfulCount) = (0, 0, 0)

    /// The table as the workspace remembers it, and the name that its user gives it.
    let remembered: [RecordTable]
    private var table: RecordTable { candidates[0] }

    init(_ own: RecordTable, from given: String?, _ records: KnownRecords) throws {
        let (meaning, tables) = try own.meaning(among: records.tables())
        let name = given.map(RecordTable.plain) ?? meaning
        let meant = (tables + (tables.contains(own) ? [] : [own])).filter { $0.name == name }
        let named = name.map { meant.isEmpty ? [RecordTable(name: $0, header: "")] : meant }
        let candidates = named ?? [own]
        others = tables.filter { !candidates.contains($0) }
        (self.candidates, isGiven, self.records) = (candidates, given != nil, records)
        otherName = name == own.name ? nil : name
        isKnown = meaning != nil || tables.contains(own)
        let isOther = candidates[0] != own && !tables.contains(own)
        remembered = [candidates[0]] + (isOther ? name.map { [own.named($0)] } ?? [] : [])
    }

    /// Asks about a table most of whose records are here as others. Friends may share the dates, or the species.
    func check() throws {
        let areMost = otherCount * 2 > knownCount && (otherCount > 2 || otherCount == knownCount)
        let count = areMost ? otherCount : doubtfulCount
        guard areMost || count > 2 && count == knownCount else { return }
        throw ImportQuestion.records(count, table: table.name)
    }

    /// The tables that may have a record: its dataset, or all that the user may mean.
    private func tables(of dataset: String) -> [RecordTable] {
        if dataset.isEmpty { return candidates }
        let other = otherName.flatMap { $0 == dataset ? nil : $0 }
        return [RecordTable(name: other ?? dataset, header: other == nil ? "" : dataset)]
    }

    /// The identifier of a record's document.
    ///
    /// - Throws: ``ImportQuestion`` if the record may be another one with that name.
    mutating func identifier(of record: ForeignTable.Translation) throws -> String? {
        guard let (name, dataset) = record.local else { return record.identifier }
        let (isOfDataset, tables) = (!dataset.isEmpty, tables(of: dataset))
        for table in tables {
            let identifier = table.identifier(of: name)
            guard let data = try records.document(identifier) else { continue }
            if !isGiven, record.contradicts(data) { throw question(name, isOther: true) }
            if !isGiven {
                knownCount += 1
                switch record.differs(from: data) {
                case true?: otherCount += 1
                case nil: doubtfulCount += 1
                case false?: break
                }
            }
            return identifier
        }
        // Records of earlier imports have identifiers of their names alone.
        if let bare = record.identifier, let data = try records.document(bare) {
            let isSame = isGiven ? record.repeats(data) : !record.contradicts(data)
            if isSame || isGiven && !table.header.isEmpty { return bare }
            if !isGiven, !isOfDataset { throw question(name, isOther: true) }
        }
        if !isGiven, !isOfDataset, !isKnown,
            let other = try others.first(where: {
                try records.document($0.identifier(of: name)) != nil
            })
        {
            throw ImportQuestion.record(name, table: other.name, isOther: false)
        }
        return tables[0].identifier(of: name)
    }

    private func question(_ name: String, isOther: Bool) -> ImportQuestion {
        .record(name, table: table.name, isOther: isOther)
    }
}

extension Workspace {
    /// The tables that records came from.
    func recordTables() throws -> [RecordTable] {
        try withExchangeStore { try $0.tables() }?.map { RecordTable(name: $0, header: $1) } ?? []
    }
}
