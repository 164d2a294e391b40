import ScaryBugs

/// One result of a command, for every output format.
struct Record {
    typealias Value = RecordValue
    typealias Values = [(name: String, value: Value)]

    /// The cells for people, aligned if several records form a table.
    let cells: [Cell]
    /// The values for programs, computed on demand.
    var values: Values { makeValues() }
    /// The values as columns, the same for all rows of a table.
    var columns: Values { makeColumns() }
    private let makeValues: () -> Values
    private let makeColumns: () -> Values

    struct Cell {
        /// The text as a terminal may show it.
        let text: String
        /// The width of the text, in columns.
        let width: Int
        let style: TableLayout.Style

        init(_ text: String, _ style: TableLayout.Style = .left) {
            (self.text, width) = DisplayWidth.shown(text)
            self.style = style
        }
    }

    init(_ cells: [Cell], _ values: @autoclosure @escaping () -> Values) {
        self.cells = cells
        makeValues = values
        makeColumns = values
    }

    /// A result whose columns differ from its values.
    init(
        _ cells: [Cell], _ values: @autoclosure @escaping () -> Values,
        columns: @autoclosure @escaping () -> Values
    ) {
        self.cells = cells
        makeValues = values
        makeColumns = columns
    }

    /// A document, with extra values after its own.
    init(
        _ cells: [Cell], _ contents: DocumentContents, number: Int,
        in table: @autoclosure @escaping () -> DocumentTable,
        extra: Values = []
    ) {
        self.cells = cells
        makeValues = { DocumentRecord(contents, number: number).values + extra }
        makeColumns = { table().columns(of: contents, number: number) + extra }
    }

    init(_ text: String, _ values: @autoclosure @escaping () -> Values) {
        self.init([Cell(text)], values())
    }
}

extension Record {
    /// A document in a sentence: `3  Weta`. An unreadable document has no title.
    static func subject(_ number: Int, _ title: String) -> String {
        "\(number)  \(shownTitle(title))"
    }

    static func shownTitle(_ title: String) -> String { title.isEmpty ? "(no title)" : title }
}
