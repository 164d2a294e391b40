import ScaryBugs

struct ListCommand: Command {
    static let printsDocuments = true

    private static let columnsOption = Option(
        "--columns", value: "NAMES", meaning: .columns,
        "the columns: fields, number or kind, separated by commas")

    static let declaration = Declaration(
        "list", aliases: ["ls"], "Show one row a document: number, title, rating, tags.",
        discussion: """
            'list --columns number,species,seen' shows
            other columns, in every format. 'config columns=NAMES' chooses them for tables at a terminal.
            A terminal shows their names above the rows.
            """,
        parameters: [.selection], options: [columnsOption],
        topics: [.selections, .queries],
        example: """
            alice> list tag:garden rating:>=1
            3  Stag Beetle  2  garden
            """)

    let arguments: Arguments

    func run(in session: Session) throws {
        let words = arguments[.selection]
        let selection = try words.isEmpty ? .all : session.selection(words)
        let columns = try columns(in: session)
        var listed: [DocumentName] = []
        defer { session.lastPrinted = listed }
        if try !listFromIndex(selection, columns, &listed, in: session) {
            try listDocuments(selection, columns, &listed, in: session)
        }
        if listed.isEmpty {
            try printHeader(columns, in: session)
            try session.reportNoDocuments(selectedBy: words, for: Self.declaration)
        }
    }

    /// Prints the header of CSV without rows: the chosen columns, else the columns of a bug.
    private func printHeader(_ columns: DocumentColumns?, in session: Session) throws {
        guard session.output.format == .csv else { return }
        let kinds = (columns == nil ? [.bug] : DocumentKind.all).map(session.workspace.kind)
        try session.output.print(csvHeader: RecordLines(.csv, kinds, columns).header)
    }

    /// The columns that the user chose; nil for the usual ones.
    private func columns(in session: Session) throws -> DocumentColumns? {
        if let columns = try arguments.value(of: Self.columnsOption, session.columns) {
            return columns
        }
        let value = session.workspace.preferences[.columns]
        guard session.output.isTerminal, session.output.format == .table,
            value != Preference.columns.defaultValue, case .text(let names) = value
        else { return nil }
        do { return try session.columns(named: names) } catch let error as ScaryBugsError {
            try session.warn("columns: \(error); 'config columns=' restores the usual ones")
            return nil
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
        guard session.output.format == .table else {
            return try listRecords(selection, columns, &listed, in: session)
        }
        // A table of other columns needs the texts of all documents for its widths.
        if columns != nil { return false }
        return try session.workspace.withRows(of: selection) { rows in
            try session.output.print(listing: rows, after: &listed) { try session.fail($0) }
        }
    }

    /// Prints records as JSON or CSV, as above.
    private func listRecords(
        _ selection: Selection, _ columns: DocumentColumns?, _ listed: inout [DocumentName],
        in session: Session
    ) throws -> Bool {
        let (workspace, output) = (session.workspace, session.output)
        // A terminal gets texts of CSV as they can be seen.
        if output.format == .csv, output.isTerminal { return false }
        var writer = RecordLines(output.format, [], columns)
        var position = 0
        return try workspace.forEachRecord(of: selection) {
            (writer, position) = (RecordLines(output.format, $0, columns), 0)
        } _: { row in
            position += 1
            guard position > listed.count else { return }
            try Interruption.check()
            listed.append(row.name)
            if let problem = row.problem { return try session.fail(problem) }
            if let record = row.record,
                try output.print(record, of: row.name, with: &writer)
            {
                return
            }
            try session.reportingErrors {
                let document = try workspace.document(of: row)
                try output.print(
                    row: columns?.record(of: document) ?? Record(row: document, in: writer.table))
            }
        }
    }

    /// - Parameter listed: as above.
    private func listDocuments(
        _ selection: Selection, _ columns: DocumentColumns?, _ listed: inout [DocumentName],
        in session: Session
    ) throws {
        let workspace = session.workspace
        let showsPictures = session.output.format != .table || columns != nil
        let names = try workspace.documentNames(in: selection)
        let table = DocumentTable(workspace.kinds(of: names))
        let rest = Array(names.dropFirst(listed.count))
        if let columns { session.output.print(header: columns.header) }
        try workspace.forEachDocument(
            rest, looksAtPicture: showsPictures, preparing: \.self
        ) { name, read in
            try Interruption.check()
            listed.append(name)
            try session.reportingErrors {
                let document = try read()
                let record = columns?.record(of: document) ?? Record(row: document, in: table)
                try session.output.print(row: record)
            }
        }
    }
}
