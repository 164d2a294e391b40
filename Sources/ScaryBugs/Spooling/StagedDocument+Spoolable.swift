extension WorkspaceTransaction.StagedDocument: Spoolable {
    init(from reader: inout SpoolReader) throws {
        let (contents, preferred): (WorkspaceTransaction.Staged, Int?) = try reader.read()
        self.init(contents: contents, kind: try reader.kind(), preferred: preferred)
    }

    func write(to writer: inout SpoolWriter) {
        writer.write(contents, preferred)
        writer.write(kind: kind)
    }
}

extension WorkspaceTransaction.Staged: Spoolable {
    init(from reader: inout SpoolReader) throws { (name, version) = try reader.read() }

    func write(to writer: inout SpoolWriter) { writer.write(name, version) }
}
