import Foundation
import Synchronization

/// A directory that is removed with its contents when this object is deallocated.
public final class TemporaryDirectory: Sendable {
    /// The path, with symbolic links resolved.
    public let path: String

    /// The directories that static values keep. These are never deallocated.
    private static let kept = Mutex<[String]>([])

    /// Also removes the directory at the end of the process.
    public func keepUntilExit() {
        let isFirst = Self.kept.withLock {
            $0.append(path)
            return $0.count == 1
        }
        guard isFirst else { return }
        atexit {
            for path in TemporaryDirectory.kept.withLock({ $0 }) {
                try? FileManager.default.removeItem(atPath: path)
            }
        }
    }

    /// Creates a directory in the system's temporary directory.
    public init() throws {
        let url = FileManager.default.temporaryDirectory
            .appendingPathComponent("scarybug-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
        // If /tmp is a link, programs report its target.
        path = url.resolvingSymlinksInPath().path
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The path of an entry.
    public func path(_ name: String) -> String { "\(path)/\(name)" }

    /// Makes a directory and its parents, and returns its path.
    @discardableResult
    public func makeDirectory(_ name: String) throws -> String {
        try FileManager.default.createDirectory(
            atPath: path(name), withIntermediateDirectories: true)
        return path(name)
    }

    /// Writes a file and returns its path.
    @discardableResult
    public func write(_ text: String, to name: String) throws -> String {
        try write(Array(text.utf8), to: name)
    }

    /// Writes a file and returns its path.
    @discardableResult
    public func write(_ bytes: [UInt8], to name: String) throws -> String {
        try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
        return path(name)
    }

    /// The contents of a file.
    public func bytes(of name: String) throws -> [UInt8] {
        try Array(Data(contentsOf: URL(fileURLWithPath: path(name))))
    }

    /// The contents of a file as text, with invalid UTF-8 repaired.
    public func text(of name: String) throws -> String {
        String(decoding: try bytes(of: name), as: UTF8.self)
    }

    /// The names of the entries, sorted.
    public func names(in directory: String = "") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path(directory)).sorted()
    }

    /// Whether an entry exists.
    public func exists(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: path(name))
    }
}
