extension WorkspaceTransaction.StagedDocument: Spoolable {
    init(from reader: inout SpoolReader) throws {
        self.init(
            contents: try WorkspaceTransaction.Staged(from: &reader), kind: try reader.kind(),
            preferred: try Int?(from: &reader))
    }

    func write(to writer: inout SpoolWriter) {
        writer.write(contents)
        writer.write(kind: kind)
        preferred.write(to: &writer)
    }
}

extension WorkspaceTransaction.Staged: Spoolable {
    init(from reader: inout SpoolReader) throws { (name, version) = try reader.read() }

    func write(to writer: inout SpoolWriter) { writer.write(name, version) }
}
