extension ScaryBugsError {
    /// The error with the object that it is about: "SUBJECT: PROBLEM; REMEDY".
    func about(_ subject: String) -> ScaryBugsError {
        ScaryBugsError(code, "\(subject): \(message)", cause: self)
    }

    /// The error with what follows from it for the user: "MESSAGE; REMARK".
    package func adding(_ remark: String) -> ScaryBugsError {
        ScaryBugsError(code, "\(message); \(remark)", cause: self)
    }
}

/// Runs `body`, and adds the object to its errors.
func naming<Result>(
    _ subject: @autoclosure () -> String, _ body: () throws -> Result
) throws -> Result {
    do { return try body() } catch let error as ScaryBugsError { throw error.about(subject()) }
}
