/// The places of an archive's class descriptions, so that objects of a class share one.
///
/// It examines each object once, at the first search after the object was added. Class descriptions
/// never change.
struct ClassTable {
    private typealias Description = [PropertyListDictionary.Entry]

    /// Most archives have a handful of classes, and then a linear search is faster than hashing.
    private static let indexedFrom = 17

    /// The class descriptions. Of equal ones, the first.
    private var descriptions: [(description: PropertyListDictionary, place: UInt32)] = []
    /// An index of the descriptions that ignores the order of their keys; nil if there are few.
    private var places: [Description: UInt32]?
    private var seen = 0

    /// Returns the first object that equals a class description, ignoring the order of keys.
    mutating func index(
        of description: PropertyListDictionary, among objects: [PropertyList]
    ) -> UInt32? {
        look(at: objects)
        return known(description)
    }

    /// Returns the object that describes a class the way this library does, without building the
    /// description first. Also returns nil if there are many classes.
    mutating func index(
        ofClass name: String, superclasses: [String], among objects: [PropertyList]
    ) -> UInt32? {
        look(at: objects)
        if places != nil { return nil }
        return descriptions.first {
            $0.description.count == 2 && $0.description["$classname"] == .string(name)
                && $0.description["$classes"]?.isList(of: name, and: superclasses) == true
        }?.place
    }

    private mutating func look(at objects: [PropertyList]) {
        if seen == 0 { descriptions.reserveCapacity(8) }
        // A span lends its elements.
        let objects = objects.span
        while seen < objects.count {
            if case .dictionary(let other) = objects[seen], !other.contains("$class") {
                record(other, at: UInt32(clamping: seen))
            }
            seen += 1
        }
    }

    private func known(_ description: PropertyListDictionary) -> UInt32? {
        if let places { return places[Self.sorted(description)] }
        return descriptions.first { $0.description.hasSameEntries(as: description) }?.place
    }

    private mutating func record(_ description: PropertyListDictionary, at place: UInt32) {
        guard known(description) == nil else { return }
        if places != nil {
            places?[Self.sorted(description)] = place
        } else if descriptions.count + 1 < Self.indexedFrom {
            descriptions.append((description, place))
        } else {
            places = [Self.sorted(description): place]
            for known in descriptions { places?[Self.sorted(known.description)] = known.place }
        }
    }

    private static func sorted(_ description: PropertyListDictionary) -> Description {
        description.entries.sorted { $0.key < $1.key }
    }
}

extension PropertyList {
    /// Whether the value is an array of exactly these strings.
    fileprivate func isList(of first: String, and others: [String]) -> Bool {
        guard case .array(let values) = self, values.count == others.count + 1 else { return false }
        return values[0] == .string(first)
            && zip(values.dropFirst(), others).allSatisfy { $0 == .string($1) }
    }
}
