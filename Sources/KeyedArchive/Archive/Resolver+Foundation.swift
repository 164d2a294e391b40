/// How Foundation's classes store what they stand for.
extension Resolver {
    mutating func resolve(
        _ object: FoundationObject, as known: FoundationClass
    ) throws(KeyedArchiveError) -> ArchivedValue {
        switch known {
        case .array: .array(try values(object.array("NS.objects")))
        case .set: .set(try values(object.array("NS.objects")))
        case .orderedSet: .orderedSet(try values(elements(ofOrderedSet: object)))
        case .dictionary: .dictionary(try entries(object))
        case .string: try string(object)
        case .data: .data(try bytes(object, "NS.data", "NS.bytes"))
        case .date: .date(try seconds(object))
        case .uuid: .uuid(try uuid(object))
        case .url: try url(object)
        case .number: try number(object)
        case .null: .null
        }
    }

    private func elements(
        ofOrderedSet object: FoundationObject
    ) throws(KeyedArchiveError) -> [PropertyList] {
        guard object.fields["NS.objects"] == nil else { return try object.array("NS.objects") }
        return object.numbered("NS.object.")
    }

    private mutating func entries(
        _ object: FoundationObject
    ) throws(KeyedArchiveError) -> [ArchivedValue.Entry] {
        let keys = try object.array("NS.keys")
        let values = try object.array("NS.objects")
        guard keys.count == values.count else {
            throw .malformed(
                "object \(object.uid) has \(keys.count) keys and \(values.count) values")
        }
        var entries: [ArchivedValue.Entry] = []
        for (key, value) in zip(keys, values) {
            entries.append(.init(key: try self.value(key), value: try self.value(value)))
        }
        return entries
    }

    private mutating func string(
        _ object: FoundationObject
    ) throws(KeyedArchiveError) -> ArchivedValue {
        switch try value(object.first("NS.string", "NS.bytes")) {
        case .string(let text): return .string(text)
        case .utf16(let units): return .utf16(units)
        case .data(let bytes):
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw object.lacks("NS.bytes", "valid UTF-8")
            }
            return .string(text)
        default: throw object.lacks("NS.string", "text")
        }
    }

    private mutating func bytes(
        _ object: FoundationObject, _ key: String, _ other: String
    ) throws(KeyedArchiveError) -> [UInt8] {
        guard case .data(let bytes) = try value(object.first(key, other)) else {
            throw object.lacks(key, "data")
        }
        return bytes
    }

    private mutating func seconds(_ object: FoundationObject) throws(KeyedArchiveError) -> Double {
        switch try value(object.first("NS.time")) {
        case .real(let seconds): return seconds
        case .float(let seconds): return Double(seconds)
        case .integer(let seconds): return Double(seconds)
        default: throw object.lacks("NS.time", "a number")
        }
    }

    private mutating func uuid(_ object: FoundationObject) throws(KeyedArchiveError) -> [UInt8] {
        let bytes = try bytes(object, "NS.uuidbytes", "NS.uuidbytes")
        guard bytes.count == 16 else { throw object.lacks("NS.uuidbytes", "16 bytes") }
        return bytes
    }

    private mutating func url(_ object: FoundationObject) throws(KeyedArchiveError) -> ArchivedValue
    {
        guard case .string(let relative) = try value(object.first("NS.relative")) else {
            throw object.lacks("NS.relative", "text")
        }
        guard let storedBase = object.fields["NS.base"] else {
            return .url(base: nil, relative: relative)
        }
        let base = try value(storedBase)
        switch base {
        case .null: return .url(base: nil, relative: relative)
        case .url: return .url(base: base, relative: relative)
        default: throw object.lacks("NS.base", "a URL")
        }
    }

    private mutating func number(
        _ object: FoundationObject
    ) throws(KeyedArchiveError) -> ArchivedValue {
        try value(object.first("NS.number", "NS.boolval", "NS.intval", "NS.dblval"))
    }
}
