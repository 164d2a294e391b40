extension KeyedArchive {
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

    /// Gives what an object has under a key another one, however it is stored; what was there before
    /// gives way.
    ///
    /// - Throws: `unknownReference`, or `typeMismatch` for a direct value.
    public mutating func rename(
        key: String, to newKey: String, of reference: Reference
    ) throws(KeyedArchiveError) {
        var fields = try fields(of: reference)
        guard let value = fields[key], key != newKey else { return }
        fields[key] = nil
        fields[newKey] = value
        objects[Int(reference.uid)] = .dictionary(fields)
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
