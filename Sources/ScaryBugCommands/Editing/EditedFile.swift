import ScaryBugs

/// The temporary file that an editor changes.
struct EditedFile {
    let path: String
    private let directory: Directory
    private let name: String
    /// The text that was written last.
    private(set) var written: String

    /// - Parameters:
    ///   - directory: the directory for temporary files.
    ///   - number: the document's number, for the name.
    init(_ text: String, in directory: String, number: Int) throws {
        let name = "scarybug-\(number)-\(UInt32.random(in: 1_000_000_000 ... .max)).txt"
        self.directory = try Directory.open(path: directory)
        (path, written) = ("\(directory)/\(name)", text)
        self.name = name
        try self.directory.createFile(named: name, calledAs: path).write(Array(text.utf8))
    }

    /// Reads the text again. Editors may have replaced the file.
    func read(limit: Limit) throws -> String {
        let bytes = try File.open(path: path, waiting: false).contents(limit: limit)
        guard !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) else {
            throw ScaryBugsError(.invalidValue, "the text is not UTF-8")
        }
        return text
    }

    /// Writes another text. If that fails, the present text stays.
    mutating func write(_ text: String) throws {
        let new = name + ".new"
        try? directory.removeFile(named: new)
        try directory.createFile(named: new).write(Array(text.utf8))
        try directory.move(new, to: name, in: directory, .replace)
        written = text
    }

    func exists() throws -> Bool { try directory.status(of: name) != nil }

    func remove() { try? directory.removeFile(named: name) }
}
