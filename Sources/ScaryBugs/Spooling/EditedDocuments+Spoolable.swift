extension Workspace.Edited: Spoolable {
    init(from reader: inout SpoolReader) throws {
        let names: String
        (name, title, isChanged, names, contents) = try reader.read()
        filled = names.isEmpty ? [] : names.split(separator: ",").map(String.init)
    }

    func write(to writer: inout SpoolWriter) {
        // Few edits fill fields, and the type of an array takes long to find at a start.
        let names = filled.isEmpty ? "" : filled.joined(separator: ",")
        writer.write(name, title, isChanged, names, contents)
    }
}

extension Workspace.Deleted: Spoolable {
    init(from reader: inout SpoolReader) throws { (name, title) = try reader.read() }

    func write(to writer: inout SpoolWriter) { writer.write(name, title) }
}
