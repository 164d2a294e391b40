/// The places of an archive's class descriptions, so that objects of a class share one.
///
/// It examines each object once, at the first search after the object was added. Class descriptions
/// never change.
struct ClassTable {
    /// The first of equal descriptions, by their entries in the order of the keys.
    private var places: [[PropertyListDictionary.Entry]: UInt32] = [:]
    private var seen = 0

    /// Returns the first object that equals a class description, ignoring the order of keys.
    mutating func index(
        of description: PropertyListDictionary, among objects: [PropertyList]
    ) -> UInt32? {
        for place in seen..<max(seen, objects.count) {
            guard case .dictionary(let other) = objects[place], !other.contains("$class") else {
                continue
            }
            let entries = Self.sorted(other)
            places[entries] = places[entries] ?? UInt32(clamping: place)
        }
        seen = max(seen, objects.count)
        return places[Self.sorted(description)]
    }

    private static func sorted(
        _ description: PropertyListDictionary
    ) -> [PropertyListDictionary.Entry] {
        description.entries.sorted { $0.key < $1.key }
    }
}
