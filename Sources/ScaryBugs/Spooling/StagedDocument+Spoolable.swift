extension WorkspaceTransaction.StagedDocument: Spoolable {
    init(from reader: inout SpoolReader) throws {
        self.init(
            contents: .init(name: try reader.text(), version: try ContentVersion(from: &reader)),
            kind: try reader.kind(), preferred: try reader.optionalNumber())
    }

    func write(to writer: inout SpoolWriter) {
        writer.write(contents.name)
        contents.version.write(to: &writer)
        writer.write(kind)
        writer.write(preferred)
    }
}
