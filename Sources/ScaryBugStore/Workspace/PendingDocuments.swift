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
        /// New documents in their order, with the names of their directories in the staging directory. An
        /// import has a million.
        var added: [(name: DocumentName, staged: String)] = []
        /// The states of other documents, and of those that changed again.
        var states: [DocumentName: State] = [:]
        /// The earlier states of the line that is being planned, in the order of their changes.
        var earlier: [(name: DocumentName, state: State?)] = []
        /// The number of new documents before the line.
        var addedBefore = 0

        mutating func set(_ state: State, of name: DocumentName) {
            earlier.append((name, states.updateValue(state, forKey: name)))
        }

        /// Adds a document without a state. Its name must come after all others.
        ///
        /// - Returns: false for any other one.
        mutating func append(_ name: DocumentName, staged: String) -> Bool {
            guard added.last.map({ $0.name < name }) ?? true, states[name] == nil else {
                return false
            }
            added.append((name, staged))
            return true
        }

        /// The name of a new document's directory in the staging directory; nil for others.
        func staged(_ name: DocumentName) -> String? {
            var rest = added[...]
            while let middle = rest.indices.dropFirst(rest.count / 2).first {
                if rest[middle].name == name { return rest[middle].staged }
                rest = rest[middle].name < name ? rest[(middle + 1)...] : rest[..<middle]
            }
            return nil
        }
    }

    private let batch = Mutex(Batch())
    private let staging: Directory

    init(_ staging: Directory) { self.staging = staging }

    subscript(name: DocumentName) -> State? { batch.withLock { state(of: name, $0) } }

    private func state(of name: DocumentName, _ batch: Batch) -> State? {
        batch.states[name]
            ?? batch.staged(name).map {
                .present(Place(directory: staging, name: $0), files: [:])
            }
    }

    /// Makes room for new documents.
    func reserve(_ count: Int) {
        batch.withLock { $0.added.reserveCapacity($0.added.count + count) }
    }

    func remove(_ name: DocumentName) { batch.withLock { $0.set(.removed, of: name) } }

    func put(_ name: DocumentName, at place: Place) {
        batch.withLock { batch in
            if place.directory === staging, batch.append(name, staged: place.name) { return }
            batch.set(.present(place, files: [:]), of: name)
        }
    }

    /// - Parameter place: the new file; nil if the document loses it.
    func put(_ file: String, of name: DocumentName, at place: Place?) {
        batch.withLock { batch in
            var (directory, files): (Place?, [String: Place?]) = (nil, [:])
            if case .present(let present, let others) = state(of: name, batch) {
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
            let last = batch.added.last { batch.states[$0.name] == nil }
            return batch.states.reduce(last?.name.number ?? 0) { highest, item in
                if case .removed = item.value { return highest }
                return max(highest, item.key.number)
            }
        }
    }

    // MARK: Lines

    /// Begins a line, whose changes may be taken back.
    func beginLine() {
        batch.withLock { ($0.earlier, $0.addedBefore) = ([], $0.added.count) }
    }

    func takeBackLine() {
        batch.withLock { batch in
            for (name, state) in batch.earlier.reversed() { batch.states[name] = state }
            batch.added.removeSubrange(batch.addedBefore...)
            batch.earlier = []
        }
    }
}
