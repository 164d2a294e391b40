extension Workspace {
    package struct Checked: Sendable {
        package internal(set) var documents = 0
        /// The number of findings that still need a repair.
        package internal(set) var open = 0
        /// The number of findings that were repaired or moved out of the way.
        package internal(set) var repaired = 0
        /// The number of photographs without a thumbnail, before a repair.
        package internal(set) var withoutThumbnail = 0
        /// The number of thumbnails that the repair made.
        package internal(set) var thumbnails = 0
    }

    /// Checks the whole workspace, and reads every document on all processors.
    ///
    /// Other sessions may continue to work, and their unfinished changes are not reported.
    ///
    /// - Parameters:
    ///   - isRepairing: whether to repair findings, and to move entries that can't be repaired
    ///     without loss to `Lost and Found`.
    ///   - isDryRun: whether to plan the repairs only, and to change nothing. The outcomes are then
    ///     the planned ones. A repair may uncover other findings, which are not planned.
    ///   - report: receives each finding. Findings about documents come in the order of the
    ///     documents' numbers.
    /// - Throws: ``ScaryBugsError`` if the workspace itself can't be read.
    package func check(
        repairing isRepairing: Bool = false, dryRun isDryRun: Bool = false,
        _ report: (Finding) throws -> Void
    ) throws -> Checked {
        try withoutActuallyEscaping(report) { report in
            let checkRun = CheckRun(
                self, isRepairing ? isDryRun ? .planning : .repairing : .reporting, report)
            try checkRun.run()
            return checkRun.result
        }
    }
}
