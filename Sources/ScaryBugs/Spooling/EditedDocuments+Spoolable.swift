extension Workspace.Edited: Spoolable {
    init(from reader: inout SpoolReader) throws {
        (name, title, isChanged, filled, contents) = try reader.read()
    }

    func write(to writer: inout SpoolWriter) {
        writer.write(name, title, isChanged, filled, contents)
    }
}

extension Workspace.Deleted: Spoolable {
    init(from reader: inout SpoolReader) throws { (name, title) = try reader.read() }

    func write(to writer: inout SpoolWriter) { writer.write(name, title) }
}
