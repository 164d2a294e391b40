import ScaryBugs

/// One result of a command, for every output format.
struct Record {
    /// A named value of a result.
    enum Value {
        case null
        case boolean(Bool)
        case integer(Int64)
        case number(Double)
        case rating(Float)
        case string(String)
        case list([Value])
        case object([(name: String, value: Value)])
        case picture(Picture?)
    }

    /// What a person reads, in cells that are aligned where several results follow one another.
    let cells: [Cell]
    /// What a program reads, made only where it is asked for.
    var values: [(name: String, value: Value)] { makeValues() }
    /// The same in columns, which all rows of one table have in common.
    var columns: [(name: String, value: Value)] { makeColumns() }
    private let makeValues: () -> [(name: String, value: Value)]
    private let makeColumns: () -> [(name: String, value: Value)]

    struct Cell {
        let text: String
        var isRightAligned = false
        /// Whether it is cut before others are, where a line is too long for the terminal.
        var isCutFirst = false
    }

    init(_ cells: [Cell], _ values: @autoclosure @escaping () -> [(name: String, value: Value)]) {
        self.cells = cells
        makeValues = values
        makeColumns = values
    }

    /// A document, with what `besides` adds to its values.
    init(
        _ cells: [Cell], _ contents: DocumentContents, number: Int,
        in table: @autoclosure @escaping () -> DocumentTable,
        besides: [(name: String, value: Value)] = []
    ) {
        self.cells = cells
        makeValues = { Self.values(of: contents, number: number) + besides }
        makeColumns = { table().columns(of: contents, number: number) + besides }
    }

    init(_ text: String, _ values: @autoclosure @escaping () -> [(name: String, value: Value)]) {
        self.init([Cell(text: text)], values())
    }
}
