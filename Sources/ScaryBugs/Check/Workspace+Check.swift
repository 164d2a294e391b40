extension Workspace {
    /// What came of ``Workspace/check(repairing:_:)``.
    public struct Checked: Sendable {
        /// How many documents there are.
        public internal(set) var documents = 0
        /// How many findings there are about which something is still to be done.
        public internal(set) var open = 0
        /// How many were mended, or moved out of the way.
        public internal(set) var mended = 0
    }

    /// Reads every document, on all processors, and looks for whatever is not as it should be.
    ///
    /// Other sessions may go on meanwhile: what they are about to do is no finding.
    ///
    /// - Parameters:
    ///   - isRepairing: whether what can be mended without loss is, and what cannot moved to
    ///     `Lost and Found`.
    ///   - report: gets what was found, the documents in the order of their numbers.
    /// - Throws: ``ScaryBugsError`` where not even the workspace can be read.
    public func check(
        repairing isRepairing: Bool = false, _ report: (Finding) throws -> Void
    ) throws -> Checked {
        try withoutActuallyEscaping(report) { report in
            let checkup = Checkup(self, repairing: isRepairing, report)
            try checkup.run()
            return checkup.result
        }
    }

    /// Runs `body` while no other session adds, renumbers or removes documents.
    func lockedForCheck<Result>(_ body: (Directory) throws -> Result) throws -> Result {
        let documents = try writable()
        return try makeBase().lock.holding { try body(documents) }
    }
}
