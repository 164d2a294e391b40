/// Copies objects from one archive into another, without recursion.
struct ObjectCopier {
    let source: KeyedArchive
    private var numbers: [UInt32: UInt32] = [0: 0]
    private var pending: [UInt32] = []

    init(source: KeyedArchive) {
        self.source = source
    }

    /// Copies an object with all objects that it refers to, and returns its new number.
    mutating func copy(
        _ uid: UInt32, into builder: inout ObjectBuilder
    ) throws(KeyedArchiveError) -> UInt32 {
        let copy = try number(of: uid, in: &builder)
        while let next = pending.popLast() {
            let object = try source.existing(KeyedArchive.Reference(uid: next))
            let number = try number(of: next, in: &builder)
            let copied = try object.mapReferences { (uid) throws(KeyedArchiveError) in
                try self.number(of: uid, in: &builder)
            }
            builder.replace(number, with: copied)
        }
        return copy
    }

    /// Returns the new number of an object. An object gets it at the first visit, so references may
    /// be circular.
    private mutating func number(
        of uid: UInt32, in builder: inout ObjectBuilder
    ) throws(KeyedArchiveError) -> UInt32 {
        if let known = numbers[uid] { return known }
        let object = try source.existing(KeyedArchive.Reference(uid: uid))
        let number: UInt32
        if case .dictionary(let description) = object, isClass(description) {
            number = builder.classObject(description)
        } else {
            number = builder.append(.null)
            pending.append(uid)
        }
        numbers[uid] = number
        return number
    }

    /// Whether this is only a class description. A description that refers to objects isn't shared.
    private func isClass(_ dictionary: PropertyListDictionary) -> Bool {
        dictionary["$class"] == nil
            && PropertyList.dictionary(dictionary).reference(beyond: 0) == nil
    }
}

/// A collection whose elements are being resolved.
struct OpenCollection {
    /// The object's number; nil for a collection stored inside an object.
    let uid: UInt32?

    /// The stored form of the elements.
    let elements: [PropertyList]

    private let result: ([ArchivedValue]) -> ArchivedValue
    private var values: [ArchivedValue] = []

    /// - Parameter result: makes the value of the resolved elements.
    init(
        uid: UInt32?, elements: [PropertyList],
        _ result: @escaping ([ArchivedValue]) -> ArchivedValue
    ) {
        (self.uid, self.elements, self.result) = (uid, elements, result)
        values.reserveCapacity(elements.count)
    }

    /// The first element that isn't resolved yet; nil after the last.
    var next: PropertyList? {
        values.count < elements.count ? elements[values.count] : nil
    }

    mutating func append(_ value: ArchivedValue) {
        values.append(value)
    }

    var value: ArchivedValue { result(values) }
}

extension ArchivedValue {
    static func dictionary(
        keys: some Sequence<ArchivedValue>, values: some Sequence<ArchivedValue>
    ) -> ArchivedValue {
        .dictionary(zip(keys, values).map { Entry(key: $0, value: $1) })
    }
}
