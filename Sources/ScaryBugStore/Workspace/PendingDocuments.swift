import Synchronization

/// Documents as the open batch of a script will leave them. Its lines read them from here by their
/// numbers.
///
/// Readers share it, since a copy of all documents for each change would take quadratic time.
package final class PendingDocuments: Sendable {
    enum State: Sendable {
        case removed
        /// The directory, unless it is in its place, and files that are elsewhere.
        case present(Place?, files: [String: Place?])
    }

    /// An entry that will be moved, and the directory that has it.
    package struct Place: Sendable {
        let directory: Directory
        let name: String
    }

    private struct Batch {
        var states: [DocumentName: State] = [:]
        /// The earlier states of the line that is being planned, in the order of their changes.
        var earlier: [(name: DocumentName, state: State)] = []
        /// The documents that had no state before the line. An import has many.
        var new: [DocumentName] = []

        mutating func set(_ state: State, of name: DocumentName) {
            if let before = states.updateValue(state, forKey: name) {
                earlier.append((name, before))
            } else {
                new.append(name)
            }
        }
    }

    private let batch = Mutex(Batch())

    subscript(name: DocumentName) -> State? { batch.withLock { $0.states[name] } }

    func remove(_ name: DocumentName) { batch.withLock { $0.set(.removed, of: name) } }

    func put(_ name: DocumentName, at place: Place) {
        batch.withLock { $0.set(.present(place, files: [:]), of: name) }
    }

    /// - Parameter place: the new file; nil if the document loses it.
    func put(_ file: String, of name: DocumentName, at place: Place?) {
        batch.withLock { batch in
            var (directory, files): (Place?, [String: Place?]) = (nil, [:])
            if case .present(let present, let others) = batch.states[name] {
                (directory, files) = (present, others)
            }
            files[file] = .some(place)
            batch.set(.present(directory, files: files), of: name)
        }
    }

    /// Whether a number is in use; nil if the batch does not say.
    func isInUse(_ name: DocumentName) -> Bool? {
        switch self[name] {
        case .removed: false
        case .present: true
        case nil: nil
        }
    }

    /// The highest number that the batch gives to a document; 0 if it gives none.
    var highestNumber: Int {
        batch.withLock { batch in
            batch.states.reduce(0) { highest, item in
                if case .removed = item.value { return highest }
                return max(highest, item.key.number)
            }
        }
    }

    // MARK: Lines

    /// Begins a line, whose changes may be taken back.
    func beginLine() { batch.withLock { ($0.earlier, $0.new) = ([], []) } }

    func takeBackLine() {
        batch.withLock { batch in
            for (name, state) in batch.earlier.reversed() { batch.states[name] = state }
            for name in batch.new { batch.states[name] = nil }
            (batch.earlier, batch.new) = ([], [])
        }
    }
}
