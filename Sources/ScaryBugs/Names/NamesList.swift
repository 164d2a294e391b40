import SystemPackage

/// A scientific name without its author, its subgenus and its rank, as names are compared.
struct TaxonName: Hashable {
    /// The words: the genus, and the epithets.
    let text: String
    /// The same in small letters.
    let key: String

    var genus: Substring { key.prefix { $0 != " " } }
    var isGenus: Bool { genus.endIndex == key.endIndex }

    /// The most words before an author that count. Names of insects have three.
    private static let mostWords = 4
    private static let ranks: Set = ["subsp", "ssp", "var", "f", "forma", "ab", "morph", "subvar"]

    /// - Parameter text: a name, perhaps with an author: `Bombus (Bombus) terrestris (Linnaeus, 1758)`.
    init(_ text: String) {
        var words: [Substring] = []
        for word in QualifiedName.withoutAuthor(text).split(whereSeparator: \.isWhitespace) {
            if words.isEmpty {
                words.append(word)
            } else if words.count == 1, word.first == "(", word.last == ")" {
                continue
            } else if Self.ranks.contains(word.lowercased().filter { $0 != "." }) {
                continue
            } else {
                guard word.first?.isLowercase == true, words.count < Self.mostWords else { break }
                words.append(word)
            }
        }
        self.text = words.joined(separator: " ")
        key = self.text.lowercased()
    }
}

/// Reads the names of a table: Darwin Core's Taxon, ColDP's NameUsage, or any table with a column of names.
///
/// https://dwc.tdwg.org/terms/#taxon, https://github.com/CatalogueOfLife/coldp
final class NamesList {
    struct Name {
        let text: String
        let id: String?
        let isSynonym: Bool
        /// The accepted name of a synonym, or its identifier.
        let accepted: String?
        let acceptedID: String?
    }

    /// The columns by their plain names, the best one first.
    private static let nameColumns = [
        "scientificname", "canonicalname", "species", "taxon", "taxonname", "latinname", "name",
    ]
    private static let statusColumns = ["taxonomicstatus", "status"]
    /// What other lists call names that they don't accept, beside synonyms.
    private static let unaccepted: Set = ["misapplied", "unaccepted", "not accepted", "invalid"]
    private static let acceptedColumns = [
        "acceptednameusage", "acceptedname", "acceptedscientificname",
    ]
    private static let acceptedIDColumns = ["acceptednameusageid", "acceptedtaxonid", "acceptedid"]

    /// Columns that only checklists have, beside all that records of insects may have, too.
    private static let checklistColumns: Set = [
        "taxonomicstatus", "acceptednameusageid", "acceptednameusage", "parentnameusageid",
    ]
    private static let recordColumns: Set = [
        "occurrenceid", "basisofrecord", "eventdate", "recordedby", "decimallatitude", "latitude",
        "catalognumber", "title", "kind", "individualcount", "locality", "year", "observedon",
        "gbifid", "date",
    ]

    static let isNoRecords = ScaryBugsError(
        .refused,
        "a checklist of names, not of records; 'check --names FILE' compares species with it")

    /// Whether a table with these columns is a checklist: of Darwin Core or of ColDP, which may mark its
    /// columns by `col:`.
    static func isChecklist(_ columns: [String]) -> Bool {
        let names = Set(columns.map(ColumnVocabulary.plain))
        return names.contains("scientificname") && names.isDisjoint(with: recordColumns)
            && (!names.isDisjoint(with: checklistColumns)
                || columns.contains { $0.lowercased().hasPrefix("col:") }
                || names.isSuperset(of: ["id", "parentid", "status"])
                || names.isSuperset(of: ["id", "rank"]))
    }

    /// Whether a path names ColDP's table of names.
    static func isNameUsage(_ path: String) -> Bool {
        TableFormat.isNamedLikeTable(path) && FilePath(path).stem?.lowercased() == "nameusage"
    }

    private let reader: any TableReader
    private var places: [String: Int] = [:]
    /// A name that stands where the columns should be named.
    private var first: String?
    /// The rows that can't be read, with the error of the first one.
    private(set) var wrongRows: (count: Int, first: String) = (0, "")

    /// - Throws: ``ScaryBugsError/Code/refused`` if the table has no names.
    init(_ source: NamesSource) throws {
        do { reader = try Self.reader(of: source) } catch let error as TableError {
            throw ScaryBugsError(.damaged, "\(error); \(Self.remedy)")
        }
        guard let columns = reader.columns else { return }
        for (place, column) in columns.enumerated()
        where places[ColumnVocabulary.plain(column)] == nil {
            places[ColumnVocabulary.plain(column)] = place
        }
        if Self.isHeader(columns) { return }
        guard columns.count == 1 else {
            throw ScaryBugsError(.refused, "no column of names; \(Self.remedy)")
        }
        (first, places) = (columns[0], ["name": 0])
    }

    /// A list may begin with an identifier, and have a rank such as "species", without a header.
    private static func isHeader(_ columns: [String]) -> Bool {
        Int(columns.first ?? "") == nil
            && columns.map(ColumnVocabulary.plain).contains {
                nameColumns.contains($0) || $0 == "genus"
            }
    }

    /// A reader of the table. A list with a name on each line has no separators: the comma of
    /// `Bombus terrestris (Linnaeus, 1758)` belongs to the author.
    private static func reader(of source: NamesSource) throws -> any TableReader {
        let table = try source.reader()
        guard let columns = table.columns, columns.count == 1 || !isHeader(columns) else {
            return table
        }
        let lines = try source.reader(ofLines: true)
        let name = lines.columns?.first ?? ""
        return columns.count == 1 || QualifiedName.withoutAuthor(name) != name ? lines : table
    }

    private static let remedy =
        "the first line names the columns, one of them scientificName, species or genus, or "
        + "\(ArchiveDescription.fileName) beside the table does"

    /// The next name; nil after the last.
    func next() throws -> Name? {
        if let first {
            self.first = nil
            return Name(text: first, id: nil, isSynonym: false, accepted: nil, acceptedID: nil)
        }
        while true {
            do {
                guard let row = try reader.next() else { return nil }
                if let name = name(row) { return name }
            } catch let error as TableError {
                wrongRows = (
                    wrongRows.count + 1, wrongRows.count == 0 ? "\(error)" : wrongRows.first
                )
            }
        }
    }

    private func name(_ row: TableRow) -> Name? {
        if reader.columns == nil {
            // Each JSON object has names of its own.
            places = Dictionary(
                row.cells.enumerated().map { (ColumnVocabulary.plain($1.column), $0) }
            ) { first, _ in first }
        }
        let value = { [places] (columns: [String]) -> String? in
            for column in columns {
                guard let place = places[column], place < row.cells.count,
                    let text = row.cells[place].value.text?.trimmed, !text.isEmpty
                else { continue }
                return text
            }
            return nil
        }
        let parts = [["genus"], ["specificepithet"], ["infraspecificepithet"]].compactMap(value)
        guard
            let text = value(Self.nameColumns)
                ?? (parts.isEmpty ? nil : parts.joined(separator: " "))
        else { return nil }
        let (id, accepted) = (value(["taxonid", "id"]), value(Self.acceptedColumns))
        let acceptedID = value(Self.acceptedIDColumns)
        let status = value(Self.statusColumns)?.lowercased()
        // Only one of two equal names may have its author.
        let isOther =
            accepted.map { $0 != text && TaxonName($0) != TaxonName(text) } ?? acceptedID.map {
                $0 != id
            } ?? false
        let isSynonym =
            status.map { $0.hasSuffix("synonym") || Self.unaccepted.contains($0) } ?? isOther
        return Name(
            text: text, id: id, isSynonym: isSynonym, accepted: isOther ? accepted : nil,
            // In ColDP the accepted name is the parent of its synonyms.
            acceptedID: acceptedID ?? (isSynonym ? value(["parentid"]) : nil))
    }
}
