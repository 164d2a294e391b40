import Glibc
import TestSupport

@testable import ScaryBugFormats

extension TemporaryDirectory {
    func rename(_ name: String, _ newName: String) throws {
        guard Glibc.rename(path(name), path(newName)) == 0 else {
            throw TestFailure("cannot rename \(name)")
        }
    }

    func link(_ name: String, to target: String) throws {
        guard symlink(target, path(name)) == 0 else { throw TestFailure("cannot link \(name)") }
    }
}

extension Directory {
    /// The permissions of an entry.
    func mode(of name: String) throws -> UInt32 {
        var status = stat()
        guard fstatat(descriptor.rawValue, name, &status, 0) == 0 else {
            throw TestFailure("there is no \(name)")
        }
        return status.st_mode & 0o7777
    }
}
