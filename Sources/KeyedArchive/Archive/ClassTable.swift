/// Where an archive describes which class, so that objects of one class share its description.
///
/// It looks at an object once, when it is first asked after the object came: what describes a class
/// never changes.
struct ClassTable {
    private typealias Description = [PropertyListDictionary.Entry]

    /// Most archives have a handful of classes, where looking at each is quicker than hashing.
    private static let indexedFrom = 17

    /// The descriptions, the first of equal ones.
    private var descriptions: [(description: PropertyListDictionary, place: UInt32)] = []
    /// The same, whatever the order of their keys; nil where there are few.
    private var places: [Description: UInt32]?
    private var seen = 0

    /// The first object that describes a class in these words, in whatever order its keys are.
    mutating func place(
        of description: PropertyListDictionary, among objects: [PropertyList]
    ) -> UInt32? {
        look(at: objects)
        return known(description)
    }

    /// The same for what this library writes of a class, which need not be put together first; also
    /// nil where there are many classes.
    mutating func place(
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
        while seen < objects.count {
            if case .dictionary(let other) = objects[seen], other["$class"] == nil {
                note(other, at: UInt32(clamping: seen))
            }
            seen += 1
        }
    }

    private func known(_ description: PropertyListDictionary) -> UInt32? {
        if let places { return places[Self.sorted(description)] }
        return descriptions.first { $0.description.hasSameEntries(as: description) }?.place
    }

    private mutating func note(_ description: PropertyListDictionary, at place: UInt32) {
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
    /// Whether it is an array of these strings.
    fileprivate func isList(of first: String, and others: [String]) -> Bool {
        guard case .array(let values) = self, values.count == others.count + 1 else { return false }
        return values[0] == .string(first)
            && zip(values.dropFirst(), others).allSatisfy { $0 == .string($1) }
    }
}
