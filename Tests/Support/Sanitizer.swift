import Foundation

/// The sanitizer that the tests were built with, as set by `Tests/run`.
///
/// A sanitizer uses memory, time and files, which would disturb some tests.
public enum Sanitizer: String, Sendable {
    case address, thread

    public static let current = ProcessInfo.processInfo.environment["SCARYBUG_SANITIZER"].flatMap(
        Sanitizer.init)
}
