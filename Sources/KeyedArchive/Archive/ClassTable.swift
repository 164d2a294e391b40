/// Where an archive describes which class, so that objects of one class share its description.
///
/// It looks at an object once, when it is first asked after the object came: what describes a class
/// never changes.
struct ClassTable {
    private typealias Description = [String: PropertyList]

    private var places: [Description: UInt32] = [:]
    private var seen = 0

    /// The first object that describes a class in these words, in whatever order its keys are.
    mutating func place(
        of description: PropertyListDictionary, among objects: [PropertyList]
    ) -> UInt32? {
        while seen < objects.count {
            if case .dictionary(let other) = objects[seen], other["$class"] == nil {
                note(Self.unordered(other), at: UInt32(clamping: seen))
            }
            seen += 1
        }
        return places[Self.unordered(description)]
    }

    private mutating func note(_ description: Description, at place: UInt32) {
        if places[description] == nil { places[description] = place }
    }

    private static func unordered(_ description: PropertyListDictionary) -> Description {
        Description(description.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
    }
}
