import ScaryBugs

/// The temporary file that an editor changes.
struct EditedFile {
    let path: String
    private let directory: Directory
    private let name: String
    private(set) var written: [UInt8]

    init(_ bytes: [UInt8], in directory: String, number: Int) throws {
        let name = "scarybug-\(number)-\(UInt32.random(in: 1_000_000_000 ... .max)).txt"
        self.directory = try Directory.open(path: directory)
        (path, written) = ("\(directory)/\(name)", bytes)
        self.name = name
        try self.directory.createFile(named: name, calledAs: DisplayPath(path)).write(bytes)
    }

    /// Reads the file again. Editors may have replaced it.
    func read(limit: Limit) throws -> [UInt8] {
        try File.open(path: path, waiting: false).contents(limit: limit)
    }

    /// Writes other bytes. If that fails, the present ones stay.
    mutating func write(_ bytes: [UInt8]) throws {
        let new = name + ".new"
        try? directory.removeFile(named: new)
        try directory.createFile(named: new).write(bytes)
        try directory.move(new, to: name, in: directory, .replace)
        written = bytes
    }

    func exists() throws -> Bool { try directory.status(of: name) != nil }

    func remove() { try? directory.removeFile(named: name) }
}
