/// Rows of a table that wait for the thumbnails of their photographs, which are made together.
struct PendingRows {
    typealias Row = Result<(data: DocumentData, picture: PictureFile?), any Error>

    private var rows: [(origin: ImportOrigin, row: Row)] = []
    private(set) var pictures: [PictureFile] = []

    private static let mostRows = 50

    /// Whether more rows can be added before they become documents. Rows without photographs need
    /// not wait.
    var isWaiting: Bool { !pictures.isEmpty && rows.count < Self.mostRows }

    mutating func add(_ origin: ImportOrigin, _ row: Row) {
        rows.append((origin, row))
        if let picture = try? row.get().picture { pictures.append(picture) }
    }

    mutating func removeAll() -> [(origin: ImportOrigin, row: Row)] {
        defer { self = PendingRows() }
        return rows
    }
}
