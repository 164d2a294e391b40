internal import KeyedArchive

extension Preferences {
    /// What of a dictionary in the file can be meant, and what is wrong with the rest, which stays.
    struct Readable<Element> {
        private(set) var elements: [Element] = []
        private(set) var refusals: [String] = []

        init(
            _ entries: [ArchivedValue.Entry], limit: Int,
            _ read: (ArchivedValue.Entry, [Element]) throws -> Element
        ) {
            for entry in entries {
                do {
                    guard elements.count < limit else {
                        throw ScaryBugsError.over(.ownFields, "there are more than \(limit)")
                    }
                    elements.append(try read(entry, elements))
                } catch {
                    refusals.append("\(error)")
                }
            }
        }

        /// What to say of those that are passed over: one sentence, however many there are.
        func warning(_ key: String) -> String? {
            guard let first = refusals.first else { return nil }
            let count = elements.count + refusals.count
            return "\(refusals.count) of \(count) \(key) are skipped: \(first)"
        }
    }

    /// The dictionary that the file holds under a key; nothing where that is something else.
    func dictionary(_ key: String) -> [ArchivedValue.Entry] {
        if case .dictionary(let entries)? = self[key] { return entries }
        return []
    }

    /// Changes one value of such a dictionary, which makes way where it is something else.
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

    /// - Parameter what: how messages call what is removed.
    /// - Throws: ``ScaryBugsError/Code/notFound`` with the nearest name that there is.
    mutating func remove(
        _ name: String, from key: String, what: String, _ names: [String]
    ) throws {
        guard dictionary(key).contains(where: { $0.key == .string(name) }) else {
            throw Self.notFound(name, what, names)
        }
        set(nil, for: name, in: key)
    }

    static func notFound(_ name: String, _ what: String, _ names: [String]) -> ScaryBugsError {
        let hint =
            Nearest.name(to: name, among: names).map { "; the nearest is '\($0)'" }
            ?? (names.isEmpty
                ? "; there are none yet" : "; there are: \(names.joined(separator: ", "))")
        return ScaryBugsError(.notFound, "there is no \(what) '\(name)'\(hint)")
    }
}
