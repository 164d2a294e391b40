extension Intake {
    /// Reads a file whose first bytes determine its format.
    func take(_ file: borrowing File, of source: ImportSource) throws {
        let prefix = try file.prefix(TableFormat.prefixLength)
        // The signature of a bundle takes precedence over the file's name.
        if ByteFormat(prefix) == .unknown,
            let format = TableFormat(fileName: source.lastComponent, prefix: prefix),
            try takeTable(file, format, of: source)
        {
            return
        }
        if Self.isPropertyList(prefix) { return try takeArchive(file, of: source) }
        try receive(from: source.origin) { staged in
            try Arrival(
                Bundle.read(file, limits: limits, into: staged), ownFields, stagedIn: staged)
        }
    }
}
