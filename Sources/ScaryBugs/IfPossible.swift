/// Runs `body`, and returns nil if it fails. An interruption is no failure, so it is thrown.
func ifPossible<Result>(_ body: () throws -> Result?) throws -> Result? {
    do { return try body() } catch {
        if (error as? ScaryBugsError)?.code == .interrupted { throw error }
        return nil
    }
}
