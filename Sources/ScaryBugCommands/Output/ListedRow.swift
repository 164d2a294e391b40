import ScaryBugs

/// A row of a list of documents.
protocol ListedRow: LayoutRow where Content == ListCell {
    var name: DocumentName { get }
    var number: Int { get }
    var title: UnsafeRawBufferPointer { get }
    var rating: Float? { get }
    var tags: UnsafeRawBufferPointer { get }
    /// The reason why the document cannot be read; nil if it can.
    var problem: String? { get }
}

extension ListedRow {
    static var styles: [TableLayout.Style] { [.number, .cutFirst, .rating, .cutLast] }

    @inline(__always)
    func cell(in column: Int) -> ListCell {
        switch column {
        case 0: .number(number)
        case 1: .text(title)
        // 0 means not rated.
        case 2: .rating(rating == 0 ? nil : rating)
        default: .text(tags)
        }
    }
}

extension Workspace.Row: ListedRow {}
