extension KeyedArchive {
    /// Adds a mutable array of objects of this archive.
    ///
    ///     archive.setRoot("root", to: archive.addArray(of: [book, other]))
    ///
    /// - Throws: `unknownReference` if an element belongs to another archive.
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

    /// Renames a key of an object, keeping the stored form of its value. Replaces any value under
    /// the new key.
    ///
    /// - Throws: `unknownReference`; `typeMismatch` for a direct value.
    public mutating func rename(
        key: String, to newKey: String, of reference: Reference
    ) throws(KeyedArchiveError) {
        var fields = try fields(of: reference)
        guard let value = fields[key], key != newKey else { return }
        fields[key] = nil
        fields[newKey] = value
        objects[Int(reference.uid)] = .dictionary(fields)
    }

    /// Returns whether an object stores the value of a key as a reference or inside the object; nil
    /// if it has no such key.
    ///
    /// - Throws: `unknownReference`; `typeMismatch` for a direct value.
    public func storage(
        forKey key: String, of reference: Reference
    ) throws(KeyedArchiveError) -> Storage? {
        guard let value = try fields(of: reference)[key] else { return nil }
        if case .uid = value { return .reference }
        return .automatic
    }
}
