extension KeyedArchive {
    /// Adds a string as an object of its own.
    public mutating func addString(_ text: String) -> Reference {
        objects.append(.string(text))
        return Reference(uid: UInt32(clamping: objects.count - 1))
    }

    /// Adds a mutable array of objects of this archive.
    ///
    ///     archive.setRoot("root", to: archive.addArray(of: [book, other]))
    ///
    /// - Throws: `unknownReference` where one is of another archive.
    public mutating func addArray(
        of elements: [Reference]
    ) throws(KeyedArchiveError) -> Reference {
        for element in elements { _ = try existing(element) }
        let array = addObject(
            className: "NSMutableArray", superclasses: ["NSArray", "NSObject"])
        var fields = try fields(of: array)
        fields["NS.objects"] = .array(elements.map { .uid($0.uid) })
        objects[Int(array.uid)] = .dictionary(fields)
        return array
    }

    /// How an object has what is under a key: as a reference, or inside of itself; nil where it
    /// lacks the key.
    ///
    /// - Throws: `unknownReference`, or `typeMismatch` for a direct value.
    public func storage(
        forKey key: String, of reference: Reference
    ) throws(KeyedArchiveError) -> Storage? {
        guard let value = try fields(of: reference)[key] else { return nil }
        if case .uid = value { return .reference }
        return .automatic
    }
}
