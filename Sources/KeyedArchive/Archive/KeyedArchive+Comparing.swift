extension KeyedArchive {
    /// Returns whether two objects have the same values, wherever their archives store them. A null is
    /// no value, a NaN equals itself, and an object of an unknown class counts with all that it refers
    /// to.
    ///
    /// - Parameter isLeftOut: whether a key doesn't count.
    /// - Throws: `unknownReference`; `typeMismatch` for a direct value; the errors of ``encoded()``.
    package func hasSameValues(
        _ reference: Reference, as otherReference: Reference, in other: KeyedArchive,
        except isLeftOut: (String) -> Bool
    ) throws(KeyedArchiveError) -> Bool {
        let own = try values(of: reference)
        let others = try other.values(of: otherReference)
        var count = 0
        var undecided: [String] = []
        for entry in own.fields.entries where own.counts(entry) && !isLeftOut(entry.key) {
            count += 1
            guard let value = others.fields[entry.key] else { return false }
            if let single = own.direct(entry.value), let other = others.direct(value) {
                guard single.isSame(as: other) else { return false }
            } else {
                undecided.append(entry.key)
            }
        }
        let all = others.fields.entries.count { others.counts($0) && !isLeftOut($0.key) }
        guard count == all else { return false }
        let unresolved = undecided.filter { !own.isEqual(to: others, onKey: $0) }.sorted()
        if unresolved.isEmpty { return true }
        return try encoded(unresolved, of: reference)
            == other.encoded(unresolved, of: otherReference)
    }

    /// The object with some of its keys as an archive of its own, in which equal class descriptions are
    /// one. The same values give the same bytes. A value can refer back to the object.
    private func encoded(
        _ keys: [String], of reference: Reference
    ) throws(KeyedArchiveError) -> [UInt8] {
        let fields = try fields(of: reference)
        var part = PropertyListDictionary()
        for key in ["$class"] + keys { part[key] = fields[key] }
        var source = self
        source.objects[Int(reference.uid)] = .dictionary(part)
        var copy = KeyedArchive()
        copy.setRoot("root", to: try copy.add(copyOf: reference, from: source))
        return try copy.encoded()
    }
}

extension KeyedArchive.ObjectValues {
    /// Whether an entry has a value.
    fileprivate func counts(_ entry: PropertyListDictionary.Entry) -> Bool {
        entry.key != "$class" && entry.value != .null && entry.value != .uid(0)
    }

    /// A value without parts; nil for a container or an object with keys.
    fileprivate func direct(_ value: PropertyList) -> PropertyList? {
        var value = value
        if case .uid(let uid) = value {
            guard let object = objects.object(uid) else { return nil }
            value = object
        }
        switch value {
        case .array, .set, .dictionary, .uid: return nil
        default: return value
        }
    }

    /// Whether both resolve to the same value, without objects of unknown classes.
    fileprivate func isEqual(to other: Self, onKey key: String) -> Bool {
        guard let own = try? value(forKey: key), own == (try? other.value(forKey: key)) else {
            return false
        }
        return !own.hasUnresolvedObjects
    }
}

extension PropertyList {
    fileprivate func isSame(as other: PropertyList) -> Bool {
        switch (self, other) {
        case (.real(let own), .real(let other)), (.date(let own), .date(let other)):
            own == other || own.isNaN && other.isNaN
        case (.float(let own), .float(let other)): own == other || own.isNaN && other.isNaN
        default: self == other
        }
    }
}

extension ArchivedValue {
    /// Whether this is an object that isn't resolved, or contains one. Two of these are equal if their
    /// references are, which says nothing about objects of different archives.
    fileprivate var hasUnresolvedObjects: Bool {
        switch self {
        case .object: true
        case .array(let values), .set(let values), .orderedSet(let values):
            values.contains(where: \.hasUnresolvedObjects)
        case .dictionary(let entries):
            entries.contains { $0.key.hasUnresolvedObjects || $0.value.hasUnresolvedObjects }
        case .url(let base, _): base?.hasUnresolvedObjects ?? false
        default: false
        }
    }
}
