import CLinux
import Glibc
import SystemPackage

extension Directory {
    /// Opens the directory for temporary copies of streams.
    package static func openSpool() throws -> Directory { try open(path: "/var/tmp") }

    /// Makes an unnamed file, which disappears with the process.
    package func temporaryFile() throws -> File {
        let place = DisplayPath("a temporary file in \(path)")
        do {
            let descriptor = try systemCall("cannot create \(place.path)") {
                openat(raw, ".", CLINUX_O_TMPFILE | O_RDWR | O_CLOEXEC, 0o600)
            }
            return File(descriptor: FileDescriptor(rawValue: descriptor), displayPath: place)
        } catch let error as ScaryBugsError where error.code == .system(.notSupported) {
            // Some file systems, such as FAT, have only files with names.
            let name = ".scarybug-\(UInt64.random(in: 0 ... .max))"
            let file = try createFile(named: name, calledAs: place, access: .readWrite)
            try removeFile(named: name)
            return file
        }
    }
}
