import ScaryBugs

protocol ListedRow: LayoutRow where Content == ListCell {
    var name: DocumentName { get }
    var title: ListCell { get }
    var rating: Float? { get }
    var tags: ListCell { get }
    /// The reason why the document cannot be read; nil if it can.
    var problem: String? { get }
}

extension ListedRow {
    static var styles: [TableLayout.Style] { [.number, .cutFirst, .rating, .cutLast] }

    @inline(__always)
    func cell(in column: Int) -> ListCell {
        switch column {
        case 0: .number(name.number)
        case 1: title
        // 0 means not rated.
        case 2: .rating(rating == 0 ? nil : rating)
        default: tags
        }
    }
}

extension Workspace.Row: ListedRow {
    var title: ListCell { .text(titleBytes) }
    var tags: ListCell { .text(tagsBytes) }
}
