extension Workspace.Edited: Spoolable {
    init(from reader: inout SpoolReader) throws {
        name = try DocumentName(from: &reader)
        title = try reader.text()
        isChanged = try reader.flag()
        contents = try StoredContents(from: &reader)
    }

    func write(to writer: inout SpoolWriter) {
        name.write(to: &writer)
        writer.write(title)
        writer.write(isChanged)
        contents.write(to: &writer)
    }
}

extension Workspace.Deleted: Spoolable {
    init(from reader: inout SpoolReader) throws {
        name = try DocumentName(from: &reader)
        title = try reader.text()
    }

    func write(to writer: inout SpoolWriter) {
        name.write(to: &writer)
        writer.write(title)
    }
}
