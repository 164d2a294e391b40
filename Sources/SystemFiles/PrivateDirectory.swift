import Glibc

/// A temporary directory of this process, which is removed with its contents at the end of its
/// lifetime.
package final class PrivateDirectory: Sendable {
    package let directory: Directory
    private let place: Directory
    private let name = "scarybug-\(UInt64.random(in: 0 ... .max))"

    package init() throws {
        place = try Directory.open(path: getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp")
        directory = try place.newDirectory(named: name)
    }

    deinit { try? place.removeDirectory(named: name) }
}
