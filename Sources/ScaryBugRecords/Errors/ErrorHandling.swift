import SystemPackage

extension ScaryBugsError {
    /// The error with the object that it is about: "SUBJECT: PROBLEM; REMEDY".
    package func about(_ subject: String) -> ScaryBugsError {
        ScaryBugsError(code, "\(subject): \(message)", cause: self)
    }

    /// The error with what follows from it for the user: "MESSAGE; REMARK".
    package func adding(_ remark: String) -> ScaryBugsError {
        ScaryBugsError(code, "\(message); \(remark)", cause: self)
    }
}

/// Runs `body`, and adds the object to its errors.
package func naming<Result>(
    _ subject: @autoclosure () -> String, _ body: () throws -> Result
) throws -> Result {
    do { return try body() } catch let error as ScaryBugsError { throw error.about(subject()) }
}

/// Runs `body`, and returns nil if it fails. An interruption is no failure, so it is thrown, and so is
/// work that has to be done elsewhere.
package func ifPossible<Result>(_ body: () throws -> Result?) throws -> Result? {
    do { return try body() } catch let error as Interrupted { throw error } catch let error
        as NeedsMemory
    { throw error } catch { return nil }
}

/// Runs `body`, and returns nil if what it reads is damaged or missing. An error that may pass is
/// thrown, because it says nothing about the files.
package func ifIntact<Result>(_ body: () throws -> Result?) throws -> Result? {
    do { return try body() } catch let error as Interrupted { throw error } catch let error
        as NeedsMemory
    { throw error } catch let error as ScaryBugsError where error.mayPass { throw error } catch {
        return nil
    }
}

extension ScaryBugsError {
    /// Whether the system refused a call for a reason that may pass, such as too many open files or
    /// an error of the disk. Only contents that were read can be called damaged.
    package var mayPass: Bool {
        guard case .system(let reason) = code else { return false }
        return !Self.lastingReasons.contains(reason)
    }

    /// Reasons that stay true until somebody changes the files.
    private static let lastingReasons: [Errno] = [
        .noSuchFileOrDirectory, .fileExists, .notDirectory, .isDirectory, .fileNameTooLong,
        .readOnlyFileSystem,
    ]
}

extension ScaryBugsError {
    package static func noDocument(_ number: Int) -> ScaryBugsError {
        ScaryBugsError(.notFound, "there is no document \(number); 'list' shows all documents")
            .at(String(number))
    }
}
