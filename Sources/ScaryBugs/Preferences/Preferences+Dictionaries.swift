internal import KeyedArchive

extension Preferences {
    /// The valid entries of a dictionary in the file, and the errors of the others, which stay in
    /// the file.
    struct Readable<Element> {
        private(set) var elements: [Element] = []
        private(set) var refusals: [String] = []

        init(
            _ entries: [ArchivedValue.Entry], limit: Int, _ name: Limits.Name,
            _ read: (ArchivedValue.Entry, [Element]) throws -> Element
        ) {
            for entry in entries {
                do {
                    guard elements.count < limit else {
                        throw ScaryBugsError.over(name, "there are more than \(limit.grouped)")
                    }
                    elements.append(try read(entry, elements))
                } catch {
                    refusals.append("\(error)")
                }
            }
        }

        /// A warning about the invalid entries: one sentence, however many there are.
        func warning(_ key: String) -> String? {
            guard let first = refusals.first else { return nil }
            let count = elements.count + refusals.count
            return "\(refusals.count.grouped) of \(count.grouped) \(key) are skipped: \(first)"
        }
    }

    /// The dictionary under a key of the file; empty if the key is missing or has another type.
    func dictionary(_ key: String) -> [ArchivedValue.Entry] {
        if case .dictionary(let entries)? = self[key] { return entries }
        return []
    }

    /// Sets or removes one value of a dictionary in the file. A value of another type under `key`
    /// is replaced.
    mutating func set(_ value: ArchivedValue?, for name: String, in key: String) {
        var entries = dictionary(key)
        let index = entries.firstIndex { $0.key == .string(name) }
        entries.removeAll { $0.key == .string(name) }
        if let value {
            let entry = ArchivedValue.Entry(key: .string(name), value: value)
            entries.insert(entry, at: index ?? entries.endIndex)
        }
        self[key] = entries.isEmpty ? nil : .dictionary(entries)
    }

    /// - Parameter what: the kind of entry, for the message.
    /// - Throws: ``ScaryBugsError/Code/notFound`` with the nearest existing name.
    mutating func remove(
        _ name: String, from key: String, what: String, _ names: [String]
    ) throws {
        guard dictionary(key).contains(where: { $0.key == .string(name) }) else {
            throw Self.notFound(name, what, names).at(name)
        }
        set(nil, for: name, in: key)
    }

    static func notFound(_ name: String, _ what: String, _ names: [String]) -> ScaryBugsError {
        let hint = SpellingSuggestion.hint(
            to: name, among: names, else: SpellingSuggestion.list(of: names))
        return ScaryBugsError(.notFound, "there is no \(what) '\(name)'\(hint)")
    }
}
