import ScaryBugs

struct ListCommand: Command {
    static let printsDocuments = true

    private static let columnsOption = Option(
        "--columns", value: "NAMES", meaning: .columns,
        "the columns: fields, number or kind, separated by commas")

    static let declaration = Declaration(
        "list", aliases: ["ls"], "Show one row a document: number, title, rating, tags.",
        discussion: """
            A terminal also shows species, seen and place, if a document has them.
            'list --columns number,species,seen' shows
            other columns, in every format. 'config columns=NAMES' chooses them for tables at a terminal.
            A terminal shows their names above the rows.
            """,
        parameters: [.selection], options: [columnsOption],
        topics: [.selections, .queries],
        example: """
            alice> list tag:garden rating:>=1
            3  Stag Beetle  Kent  2  garden
            """)

    let arguments: Arguments

    func run(in session: Session) throws {
        if session.isFromShell, session.output.format == .table,
            let form = StandardStream.formOfFile
        {
            try session.notice(
                "this writes rows for people; 'scarybug --\(form.rawValue) list' writes "
                    + form.rawValue.uppercased())
        }
        let words = arguments[.selection]
        let selection = try words.isEmpty ? .all : session.selection(words)
        let columns = try columns(in: session)
        var listed: [DocumentName] = []
        defer { session.lastPrinted = listed }
        if let columns, columns.hasNames { session.output.print(header: columns.header) }
        do {
            if try !listFromIndex(selection, columns, &listed, in: session) {
                try listFromFiles(selection, columns, &listed, in: session)
            }
        } catch {
            // An interrupted list shows its rows up to then.
            try session.output.endRows()
            throw error
        }
        if listed.isEmpty {
            if session.output.format == .csv {
                // The chosen columns, else the columns of a bug.
                let empty = columns?.empty ?? DocumentTable([session.workspace.kind(.bug)]).empty
                try session.output.print(csvHeader: empty)
            }
            try session.reportNoDocuments(selectedBy: words, for: Self.declaration)
        }
    }

    /// The columns that the user chose; nil for the usual ones.
    private func columns(in session: Session) throws -> DocumentColumns? {
        if let columns = try arguments.value(of: Self.columnsOption, session.columns) {
            return columns
        }
        let value = session.workspace.preferences[.columns]
        guard session.output.isTerminal, session.output.format == .table,
            case .text(let names) = value
        else { return nil }
        if value == Preference.columns.defaultValue { return try session.usualColumns() }
        do { return try session.columns(named: names) } catch let error as ScaryBugsError {
            try session.warn("columns: \(error); 'config columns=' restores the usual ones")
            return try session.usualColumns()
        }
    }

    /// Prints documents straight from the index.
    ///
    /// - Parameter listed: the documents printed so far, valid even if the index fails midway.
    /// - Returns: false if there is no usable index.
    private func listFromIndex(
        _ selection: Selection, _ columns: DocumentColumns?, _ listed: inout [DocumentName],
        in session: Session
    ) throws -> Bool {
        let (workspace, output) = (session.workspace, session.output)
        let isBrief = output.format == .table && columns == nil
        let contents: Workspace.RowContents =
            isBrief ? .nothing : columns.map { .fields($0.fields) } ?? .all
        return try workspace.withRows(of: selection, showing: contents) { rows in
            let printer = try RowPrinter(rows, columns, session)
            try printer.beginTable()
            var position = 0
            try rows.visit { row in
                position += 1
                guard position > listed.count else { return }
                try Interruption.check()
                listed.append(row.name)
                if let problem = row.problem { return try session.fail(problem) }
                if !row.isIncomplete { return try printer.print(row) }
                try session.reportingErrors { try output.print(row: printer.read(row)) }
            }
        }
    }

    fileprivate static func record(
        of document: Document, _ columns: DocumentColumns?, _ table: DocumentTable
    ) -> Record {
        columns?.record(
            DocumentRecord(document.contents, number: document.number).values,
            hasConflict: !document.data.conflicts.isEmpty) ?? Record(row: document, in: table)
    }

    /// - Parameter listed: as above.
    private func listFromFiles(
        _ selection: Selection, _ columns: DocumentColumns?, _ listed: inout [DocumentName],
        in session: Session
    ) throws {
        let workspace = session.workspace
        let showsPictures =
            session.output.format != .table
            || columns?.fields.contains { $0.type == .picture } == true
        let names = try workspace.documentNames(in: selection)
        let table = DocumentTable(workspace.kinds(of: names))
        let rest = Array(names.dropFirst(listed.count))
        try workspace.forEachDocument(
            rest, looksAtPicture: showsPictures, preparing: \.self
        ) { name, read in
            try Interruption.check()
            listed.append(name)
            try session.reportingErrors {
                try session.output.print(row: Self.record(of: read(), columns, table))
            }
        }
    }
}

/// Prints rows of the index.
private final class RowPrinter {
    let table: DocumentTable
    private let rows: Workspace.Rows
    private let columns: DocumentColumns?
    private let session: Session
    /// The columns of all rows; nil in JSON, where they depend on the kind.
    private let shown: [RowColumn]?
    /// The kind of the last row, and its columns.
    private var last: (kind: DocumentKind, shown: [RowColumn])?

    init(_ rows: Workspace.Rows, _ columns: DocumentColumns?, _ session: Session) throws {
        (self.rows, self.columns, self.session) = (rows, columns, session)
        let needsTable = columns == nil && session.output.format == .csv
        table = try DocumentTable(needsTable ? session.workspace.kinds(of: rows.names()) : [])
        shown =
            columns.map { rows.columns(of: $0.fields) }
            ?? (needsTable ? rows.columns(of: table.fields) : nil)
    }

    func print(_ row: Workspace.Row) throws {
        if session.output.format == .json, columns == nil {
            return try session.output.print(text: row.json(self.shown(in: row.name.kind)))
        }
        try session.output.print(row: record(row))
    }

    private func record(_ row: Workspace.Row) -> Record {
        guard let shown else { return Record(listed: row) }
        var values = row.values(shown, hasListTexts: session.output.format == .csv)
        if let columns {
            return session.output.format == .table
                ? columns.record(values, hasConflict: row.hasConflict)
                : Record([], columns.values(values))
        }
        values.append((DocumentTable.others, row.other.map { .json($0) } ?? .null))
        return Record([], values)
    }

    /// Begins a table for people, with the widths of all rows, so that no row waits for others.
    func beginTable() throws {
        let output = session.output
        guard output.format == .table else { return }
        let styles = (columns?.header ?? Record.listed(0, "", "", "")).map(\.style)
        var widths = styles.map { _ in 0 }
        var (usual, isEmpty) = (WidestCells(), true)
        try rows.visit { row in
            try Interruption.check()
            if row.hasProblem { return }
            isEmpty = false
            if shown == nil { return usual.add(row) }
            let record = row.isIncomplete ? try ifPossible { try read(row) } : record(row)
            if let record { widths.widen(to: output.widths(of: record.cells)) }
        }
        if isEmpty { return }
        if shown == nil {
            for cells in usual.cells { widths.widen(to: output.widths(of: cells)) }
            widths.widen(to: [0, usual.title, 0, usual.tags])
        }
        output.beginTable(styles, widths: widths)
    }

    /// The row of an incomplete row's document.
    func read(_ row: Workspace.Row) throws -> Record {
        try ListCommand.record(of: session.workspace.document(of: row), columns, table)
    }

    private func shown(in kind: DocumentKind) -> [RowColumn] {
        if let last, last.kind === kind { return last.shown }
        let shown = rows.columns(of: session.workspace.kind(kind).fields)
        last = (kind, shown)
        return shown
    }
}

/// What the widths of the usual columns depend on.
private struct WidestCells {
    private var number = 0
    private var ratings: Set<Float> = []
    private(set) var (title, tags) = (0, 0)

    mutating func add(_ row: Workspace.Row) {
        number = max(number, row.name.number)
        title = max(title, DisplayWidth.ofShown(row.titleBytes) + (row.hasConflict ? 2 : 0))
        tags = max(tags, DisplayWidth.ofShown(row.tagsBytes))
        if let rating = row.rating { ratings.insert(rating) }
    }

    /// Rows with the widest numbers and ratings.
    var cells: [[Record.Cell]] {
        ratings.union([0]).map { Record.listed(number, "", Record.listedRating($0), "") }
    }
}

extension Record {
    /// The text of a rating in a list.
    fileprivate static func listedRating(_ rating: Float) -> String {
        rating == 0 ? "" : rating.shortest
    }

    /// A document's row in the index, for people.
    fileprivate init(listed row: Workspace.Row) {
        let rating = row.rating.map(Self.listedRating) ?? ""
        let title = Self.marked(row.title, if: row.hasConflict)
        self.init(Self.listed(row.name.number, title, rating, row.tags), [])
    }
}
