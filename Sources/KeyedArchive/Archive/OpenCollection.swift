/// A collection whose elements are being resolved.
struct OpenCollection {
    enum Kind {
        case array
        case set
        case orderedSet
        /// All keys, then all values.
        case dictionary
        /// A dictionary stored inside an object. Its keys are strings.
        case plainDictionary(keys: [String])
    }

    /// The object's number; nil for a collection stored inside an object.
    let uid: UInt32?

    /// The stored form of the elements.
    let elements: [PropertyList]

    private let kind: Kind
    private var values: [ArchivedValue] = []

    init(_ kind: Kind, uid: UInt32?, elements: [PropertyList]) {
        self.uid = uid
        self.kind = kind
        self.elements = elements
        values.reserveCapacity(elements.count)
    }

    /// The first element that isn't resolved yet; nil after the last.
    var next: PropertyList? {
        values.count < elements.count ? elements[values.count] : nil
    }

    mutating func append(_ value: ArchivedValue) {
        values.append(value)
    }

    var value: ArchivedValue {
        switch kind {
        case .array: .array(values)
        case .set: .set(values)
        case .orderedSet: .orderedSet(values)
        case .dictionary: .dictionary(Self.entries(values.prefix(half), values.dropFirst(half)))
        case .plainDictionary(let keys): .dictionary(Self.entries(keys.map { .string($0) }, values))
        }
    }

    private var half: Int { values.count / 2 }

    private static func entries(
        _ keys: some Sequence<ArchivedValue>, _ values: some Sequence<ArchivedValue>
    ) -> [ArchivedValue.Entry] {
        zip(keys, values).map { ArchivedValue.Entry(key: $0, value: $1) }
    }
}
