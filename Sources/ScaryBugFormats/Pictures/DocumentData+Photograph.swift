internal import KeyedArchive

extension DocumentData {
    /// Gives empty fields the values that photographs know. The first photograph that knows a value
    /// counts.
    ///
    /// - Parameters:
    ///   - picture: the document's new photograph.
    ///   - attached: the further files that it gets.
    ///   - chosen: names of the fields that stay as they are, since the user has edited them.
    /// - Returns: the names of the fields that got a value.
    package mutating func fill(
        from picture: PictureFile?, _ attached: [AttachedFile], except chosen: Set<String>
    ) throws -> [String] {
        let empty = [Field.seen, Field.at].filter { field in
            !chosen.contains(field.name) && kind.field(named: field.name)?.type == field.type
                && !hasValue(field)
        }
        guard !empty.isEmpty else { return [] }
        let photographs =
            try (picture.map { [try $0.facts] } ?? []) + attached.compactMap { try $0.facts }
        let other = photographs.first { $0.otherDatum != nil }
        if let other, empty.contains(.at), let datum = other.otherDatum {
            try store(.string(other.positionText), forKey: "verbatimCoordinates")
            try store(.string(datum), forKey: "geodeticDatum")
        }
        return try empty.compactMap { field in
            let value = photographs.lazy.compactMap { $0.value(of: field) }.first
            try value.map { try set($0, for: field) }
            return value.map { _ in field.name }
        }
    }
}

extension PhotographFacts {
    fileprivate func value(of field: Field) -> FieldValue? {
        switch field {
        case .seen: seen.flatMap { EDTFDate($0) }.map(FieldValue.date)
        case .at: position.map(FieldValue.position)
        default: nil
        }
    }

    /// Where the photograph was taken.
    fileprivate var position: Position? {
        guard let latitude, let longitude, otherDatum == nil else { return nil }
        return Position(latitude: latitude, longitude: longitude, uncertainty: uncertainty)
    }

    /// The position without a datum.
    fileprivate var positionText: String {
        Position(latitude: latitude ?? 0, longitude: longitude ?? 0)?.text ?? ""
    }
}

extension Picture {
    /// Reads the properties of an open photograph.
    ///
    /// - Parameter fileName: its name in the document's directory, now or later.
    package init(_ file: borrowing File, named fileName: String) throws {
        let type = PictureType(signature: try file.prefix(PictureType.signatureLength))
        self.init(fileName: fileName, size: try file.status().size, type: type)
    }
}
