import KeyedArchive

extension Intake {
    /// Whether a file that begins with these bytes is a property list, binary or XML.
    static func isPropertyList(_ prefix: [UInt8]) -> Bool {
        let text = prefix.drop { [0xEF, 0xBB, 0xBF, 0x20, 0x09, 0x0A, 0x0D].contains($0) }
        return prefix.starts(with: "bplist".utf8) || text.first == UInt8(ascii: "<")
    }

    /// Takes a property list: the archive of a document.
    func takeArchive(_ file: borrowing File, of source: ImportSource) throws {
        try file.rewind()
        let bytes = try file.contents(limit: limits.dataFileBytes)
        let modified = Timestamp(secondsSince1970: try file.status().modified.seconds)
        try receive(from: source.origin) { staged in
            try Arrival(
                DocumentData(bytes, kind: nil, modified: modified), stagedIn: staged)
        }
    }
}
