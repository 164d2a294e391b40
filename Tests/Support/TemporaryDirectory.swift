import Foundation

/// A directory that is removed, with everything in it, when it is let go of.
public final class TemporaryDirectory: Sendable {
    /// Where it is, as the system names it.
    public let path: String

    /// Makes a new one where the system keeps such things.
    public init() throws {
        let url = FileManager.default.temporaryDirectory
            .appendingPathComponent("scarybug-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
        // Where /tmp is a link, programs report what it leads to.
        path = url.resolvingSymlinksInPath().path
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The path of something inside.
    public func path(_ name: String) -> String { "\(path)/\(name)" }

    /// Makes a directory inside, with those above it, and returns its path.
    @discardableResult
    public func makeDirectory(_ name: String) throws -> String {
        try FileManager.default.createDirectory(
            atPath: path(name), withIntermediateDirectories: true)
        return path(name)
    }

    /// Writes a file inside and returns its path.
    @discardableResult
    public func write(_ text: String, to name: String) throws -> String {
        try write(Array(text.utf8), to: name)
    }

    /// Writes a file inside and returns its path.
    @discardableResult
    public func write(_ bytes: [UInt8], to name: String) throws -> String {
        try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
        return path(name)
    }

    /// The bytes of a file inside.
    public func bytes(of name: String) throws -> [UInt8] {
        try Array(Data(contentsOf: URL(fileURLWithPath: path(name))))
    }

    /// A file inside as text, repaired where it is not UTF-8.
    public func text(of name: String) throws -> String {
        String(decoding: try bytes(of: name), as: UTF8.self)
    }

    /// The names of what is inside, sorted.
    public func names(in directory: String = "") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path(directory)).sorted()
    }

    /// Whether there is something of that name inside.
    public func exists(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: path(name))
    }
}
