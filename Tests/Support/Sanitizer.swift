import Foundation

/// The sanitizer with which the tests were built, as `Tests/run` says.
///
/// It takes memory, time and files of its own, which some tests must not meet.
public enum Sanitizer: String, Sendable {
    case address, thread

    public static let current = ProcessInfo.processInfo.environment["SCARYBUG_SANITIZER"].flatMap(
        Sanitizer.init)
}
