import SystemPackage

extension Directory {
    /// Opens the directory for temporary copies of streams.
    package static func openSpool() throws -> Directory { try open(path: "/var/tmp") }

    /// Makes an unnamed file, which disappears with the process.
    package func temporaryFile() throws -> File {
        let name = ".scarybug-\(UInt64.random(in: 0 ... .max))"
        let file = try createFile(
            named: name, calledAs: DisplayPath("a temporary file in \(path)"), access: .readWrite)
        try removeFile(named: name)
        return file
    }
}
