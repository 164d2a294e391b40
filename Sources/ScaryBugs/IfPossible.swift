/// Runs `body`, and returns nil if it fails. An interruption is no failure, so it is thrown, and so is
/// work that has to be done elsewhere.
func ifPossible<Result>(_ body: () throws -> Result?) throws -> Result? {
    do { return try body() } catch let error as Interrupted { throw error } catch let error
        as NeedsMemory
    { throw error } catch { return nil }
}
