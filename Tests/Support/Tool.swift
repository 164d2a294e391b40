import Foundation

/// Programs of the system that some tests need.
public enum Tool {
    /// Whether `.ci/run` runs the tests. It installs every program that a test needs.
    public static let isCI = ProcessInfo.processInfo.environment["CI"] == "true"

    /// Whether to run the tests that need a program: if it exists, and always in CI, where a test
    /// without its program must fail.
    public static func isExpected(_ name: String) -> Bool { isCI || path(of: name) != nil }

    /// The path of a program; nil if the system doesn't have it.
    public static func path(of name: String) -> String? {
        searchPath.map { "\($0)/\(name)" }
            .first(where: FileManager.default.isExecutableFile(atPath:))
    }

    /// The directories in which ``Program`` finds other programs.
    static let searchPath = ["/usr/local/bin", "/usr/bin", "/bin"]
}
