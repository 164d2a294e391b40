import CLinux
import Glibc
import Synchronization
import SystemPackage

extension File {
    /// Makes an unnamed file for a temporary copy, which disappears with the process.
    ///
    /// It lies in `TMPDIR`, or on the disk of the home, which a command writes to anyway, or in
    /// `/var/tmp`: in the first that works and has room.
    package static func temporary() throws -> File {
        var failure: (any Error)?
        for place in Directory.spoolPlaces {
            do {
                let directory = try Directory.open(path: place)
                if directory.hasRoom { return try directory.temporaryFile() }
                throw ScaryBugsError.system(.noSpace, "cannot create a temporary file in \(place)")
            } catch let error as ScaryBugsError { failure = failure ?? error }
        }
        throw failure ?? ScaryBugsError.system(.noSpace, "cannot create a temporary file")
    }
}

extension Directory {
    private static let home = Mutex("")

    /// Tells where the home is, which need not exist yet.
    package static func setSpoolHome(_ path: String) { home.withLock { $0 = path } }

    fileprivate static var spoolPlaces: [String] {
        let named = getenv("TMPDIR").map { String(cString: $0) } ?? ""
        var home = FilePath(Self.home.withLock(\.self))
        while !home.isEmpty, access(home.string, F_OK) != 0 { home.removeLastComponent() }
        return [named, home.string, "/var/tmp"].filter { !$0.isEmpty }
    }

    /// Whether another file with some bytes would fit on the disk.
    package var hasRoom: Bool {
        var disk = statvfs()
        guard fstatvfs(raw, &disk) == 0 else { return true }
        // File systems without a fixed number of files report 0.
        let hasFiles = disk.f_files == 0 || disk.f_favail > 0
        return hasFiles && disk.f_bavail * disk.f_frsize >= Self.leastRoom
    }

    private static let leastRoom: UInt = 64 << 10

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
