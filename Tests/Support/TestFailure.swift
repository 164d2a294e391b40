/// The reason why a test can't continue, for its reader.
public struct TestFailure: Error, CustomStringConvertible {
    public let description: String

    public init(_ description: String) {
        self.description = description
    }
}

/// The message of the error that `body` throws; nil if it throws none.
public func message(_ body: () throws -> Void) -> String? {
    do { try body() } catch { return "\(error)" }
    return nil
}
