/// What the columns of a table stand for.
final class TableColumns {
    /// What a column is.
    enum Meaning: Hashable {
        case field(name: String)
        case kind
        /// Not taken: what a new document gets by itself, or what is to be left out.
        case ignored
    }

    /// Where `list --csv` puts what this program does not know.
    static let other = "other"

    /// What `list` prints of a document and a new one has anew, and where it came from.
    static let ignored: Set = [
        "number", "identifier", "created", "modified", "source", "was", "imagetype", "imagebytes",
        other,
    ]

    private let fieldNames: [String]
    /// The field that was asked for, by the column's name in lower case.
    private let asked: [String: String]
    private var unused: Set<String>
    private var known: [String: Meaning] = [:]
    /// Rows that say that there is a picture, which a table cannot hold.
    private var pictureCount = 0

    /// - Parameters:
    ///   - asked: the fields that columns stand for whose names do not tell.
    ///   - ownFields: what documents of all kinds have besides.
    init(_ asked: [String: String], ownFields: [Field] = []) {
        fieldNames = (DocumentKind.all.flatMap(\.fields) + ownFields).filter(\.isEditable)
            .map(\.name)
        self.asked = asked.reduce(into: [:]) { $0[$1.key.lowercased()] = $1.value }
        unused = Set(asked.keys.map { $0.lowercased() })
    }

    /// What a column stands for.
    ///
    /// - Throws: ``ScaryBugsError/Code/invalidValue`` for one that stands for nothing.
    func meaning(of column: String) throws -> Meaning {
        if let meaning = known[column] { return meaning }
        let meaning = try find(column.lowercased(), column)
        known[column] = meaning
        unused.remove(column.lowercased())
        return meaning
    }

    private func find(_ name: String, _ column: String) throws -> Meaning {
        if let asked = asked[name] {
            if asked.isEmpty { return .ignored }
            if let meaning = meaning(named: asked.lowercased()) { return meaning }
            let nearest = Nearest.sentence(to: asked, among: fieldNames)
            throw ScaryBugsError(
                .invalidValue,
                "--map '\(column)=\(asked)': there is no field '\(asked)'\(nearest)")
        }
        if let meaning = meaning(named: name) { return meaning }
        if Self.ignored.contains(name) { return .ignored }
        let nearest = Nearest.sentence(to: column, among: fieldNames)
        throw ScaryBugsError(
            .invalidValue,
            "there is no field '\(column)'\(nearest); --map '\(column)=FIELD' names one, "
                + "--map '\(column)=' leaves the column out")
    }

    private func meaning(named name: String) -> Meaning? {
        if name == "kind" { return .kind }
        return fieldNames.first { $0.lowercased() == name }.map(Meaning.field)
    }

    /// - Throws: ``ScaryBugsError/Code/invalidValue`` where a table of this program's own has
    ///   values of fields that it does not know, and nobody said to leave them out.
    func checkOther(_ column: String) throws {
        guard column.lowercased() == Self.other, asked[Self.other] == nil else { return }
        throw ScaryBugsError(
            .invalidValue,
            "these fields are not known here; --map '\(Self.other)=' leaves them out")
    }

    // MARK: Whole tables

    func hasTitle(_ names: [String]) -> Bool {
        names.contains { (try? meaning(of: $0)) == .field(name: "title") }
    }

    /// Checks a header, under which every row stands.
    func check(header names: [String]) throws {
        for (index, name) in names.enumerated() {
            do { _ = try meaning(of: name) } catch let error as ScaryBugsError {
                throw ScaryBugsError(error.code, "column \(index + 1): \(error.message)")
            }
        }
        var columns: [Meaning: String] = [:]
        for name in names where try meaning(of: name) != .ignored {
            guard let other = columns.updateValue(name, forKey: try meaning(of: name)) else {
                continue
            }
            throw ScaryBugsError(
                .invalidValue,
                "the columns '\(other)' and '\(name)' stand for one field; --map '\(name)=' leaves "
                    + "one of them out")
        }
        guard hasTitle(names) else {
            throw ScaryBugsError(
                .refused, "has no column 'title'; --map 'COLUMN=title' names it")
        }
    }

    /// Checks, at the end, that what was asked for was there.
    func checkAllUsed() throws {
        guard let name = unused.min() else { return }
        throw ScaryBugsError(.notFound, "--map '\(name)=…': the table has no column '\(name)'")
    }

    func notePicture() {
        pictureCount += 1
    }

    /// What to say of what a table cannot hold.
    var warning: String? {
        guard pictureCount > 0 else { return nil }
        return "\(pictureCount) of the rows had a picture, which a table does not hold"
    }
}
