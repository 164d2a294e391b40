import ScaryBugs
import Synchronization

/// Counts what the wildcards of a line cost.
final class WildcardBounds: Sendable {
    private let limits: Limits
    private let entries = Atomic(0)
    private let bytes = Atomic(0)

    init(_ limits: Limits) {
        self.limits = limits
    }

    /// Counts a name in a directory, or a directory that is opened.
    func countEntry() throws {
        try Interruption.check()
        let most = limits.wildcardEntries
        guard entries.add(1, ordering: .relaxed).newValue <= most else {
            throw ScaryBugsError.over(
                .wildcardEntries,
                "the wildcards of the line look at more than \(most.grouped) names")
        }
    }

    func count(path: String) throws {
        let most = limits.wildcardBytes
        guard bytes.add(path.utf8.count, ordering: .relaxed).newValue <= most else {
            throw ScaryBugsError.over(
                .wildcardBytes,
                "the paths that wildcards of the line match have more than \(ByteCount(most)) together"
            )
        }
    }
}
