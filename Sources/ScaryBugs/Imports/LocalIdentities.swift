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

    /// The names that its user gave to the table, and the tables that records came from.
    func meanings(
        among tables: [RecordTable]
    ) -> (names: [String], tables: [RecordTable]) {
        (
            tables.compactMap { $0.meaning(of: self) },
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
    /// The documents with an identifier; only the one with the number, if it is among them.
    let documents: @Sendable (String, Int?) throws -> [(name: DocumentName, data: DocumentData)]
    /// The tables that records came from.
    let tables: @Sendable () throws -> [RecordTable]
    /// Whether no other file of the import, which has a path, is the same table.
    let isOnly: @Sendable (RecordTable, String) -> Bool

    /// The document with an identifier.
    func document(_ identifier: String) throws -> DocumentData? {
        try documents(identifier, nil).first?.data
    }
}

/// Gives records whose names count only in their table the identifiers of their documents.
struct LocalIdentities {
    /// The table, and others that the user may mean by its name.
    private var candidates: [RecordTable]
    private let others: [RecordTable]
    /// Whether the user names the table.
    private let isGiven: Bool
    /// The name that the user gives to the table, or gave it before; nil for the name of its file.
    private let otherName: String?
    /// Whether records came from the table before.
    private let isKnown: Bool
    private let records: KnownRecords
    /// The number of records that are here, of those that are here as others, or may be, and of those that
    /// somebody else made in another place.
    private var (knownCount, otherCount, doubtfulCount, strangeCount) = (0, 0, 0, 0)

    /// The table as the workspace remembers it, and the name that its user gives it.
    let remembered: [RecordTable]
    private var table: RecordTable { candidates[0] }

    init(_ own: RecordTable, from given: String?, _ records: KnownRecords) throws {
        let (meanings, tables) = try own.meanings(among: records.tables())
        let name = given.map(RecordTable.plain)
        let areKnown = tables.contains(own)
        let meant = { (name: String) in
            let found = (tables + (areKnown ? [] : [own])).filter { $0.name == name }
            return found.isEmpty ? [RecordTable(name: name, header: "")] : found
        }
        // Friends' tables may have one name, and each of them one that the user gave it.
        let usual = (areKnown || meanings.isEmpty ? [own] : []) + meanings.flatMap(meant)
        let candidates = name.map(meant) ?? usual
        others = tables.filter { !candidates.contains($0) }
        (self.candidates, isGiven, self.records) = (candidates, given != nil, records)
        // A dataset stays the same in each file.
        let isOfFile = name == own.name || tables.contains { $0.name == name && !$0.header.isEmpty }
        otherName = isOfFile ? nil : name ?? (areKnown ? nil : meanings.last)
        isKnown = areKnown || !meanings.isEmpty
        let alias = candidates[0] == own ? nil : name.map(own.named)
        remembered = [candidates[0]] + [alias].compactMap(\.self)
    }

    /// Asks about a table most of whose records are here as others. Friends may share the dates, or the species.
    func check() throws {
        let areMost = otherCount * 2 > knownCount && (otherCount > 2 || otherCount == knownCount)
        // A correction changes the observer and the place of a few. Friends who walk together record the same.
        let areStrange = strangeCount > 1 && strangeCount * 2 > knownCount
        let count = areMost ? otherCount : max(strangeCount, doubtfulCount)
        guard areMost || areStrange || doubtfulCount > 2 && doubtfulCount == knownCount else {
            return
        }
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
        let found = try tables.compactMap { table in
            let identifier = table.identifier(of: name)
            return try records.document(identifier).map { (table, identifier, data: $0) }
        }
        let same =
            isGiven
            ? found.first
            : found.first { record.repeats($0.data) }
                ?? found.first { !record.contradicts($0.data) }
        if let (table, identifier, data) = same {
            // The other records are of the same table.
            if let index = candidates.firstIndex(of: table) { candidates.swapAt(0, index) }
            if !isGiven {
                count(record.differs(from: data))
                if record.isElsewhere(than: data) { strangeCount += 1 }
            }
            return identifier
        }
        if !found.isEmpty { throw question(name, isOther: true) }
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

    private mutating func count(_ isOther: Bool?) {
        knownCount += 1
        switch isOther {
        case true?: otherCount += 1
        case nil: doubtfulCount += 1
        case false?: break
        }
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
