import CLinux
import Glibc
import SystemPackage

extension File {
    /// Makes an unnamed file for a temporary copy, which disappears with the process.
    ///
    /// It lies in `TMPDIR`, `/var/tmp` or `/tmp`: in the first that works and has room.
    package static func temporary() throws -> File {
        var failure: (any Error)?
        let named = getenv("TMPDIR").map { String(cString: $0) } ?? ""
        for place in [named, "/var/tmp", "/tmp"] where !place.isEmpty {
            do {
                let directory = try Directory.open(path: place)
                if directory.hasRoom() { return try directory.temporaryFile() }
                throw ScaryBugsError.system(.noSpace, "cannot create a temporary file in \(place)")
            } catch let error as ScaryBugsError { failure = failure ?? error }
        }
        throw failure ?? ScaryBugsError.system(.noSpace, "cannot create a temporary file")
    }
}

extension Directory {
    /// Whether another file would fit on the disk.
    package func hasRoom(forBytes size: UInt = 64 << 10) -> Bool {
        var disk = statvfs()
        guard fstatvfs(raw, &disk) == 0 else { return true }
        // File systems without a fixed number of files report 0.
        let hasFiles = disk.f_files == 0 || disk.f_favail > 0
        return hasFiles && disk.f_bavail * disk.f_frsize >= size
    }

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
