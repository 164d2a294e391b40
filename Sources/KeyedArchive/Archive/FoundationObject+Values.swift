/// The storage formats of Foundation's classes.
extension FoundationObject {
    func collection(_ known: FoundationClass) throws(KeyedArchiveError) -> OpenCollection? {
        switch known {
        case .array: open(.array, try array("NS.objects"))
        case .set: open(.set, try array("NS.objects"))
        case .orderedSet: open(.orderedSet, try orderedElements())
        case .dictionary: open(.dictionary, try keysAndValues())
        default: nil
        }
    }

    /// Returns the value of an object that isn't a collection.
    func value(_ known: FoundationClass) throws(KeyedArchiveError) -> ArchivedValue {
        switch known {
        case .string: try string()
        case .data: .data(try bytes("NS.data", "NS.bytes"))
        case .date: .date(try seconds())
        case .uuid: .uuid(try uuid())
        case .url: try url()
        case .number: try number()
        default: .null
        }
    }

    private func open(_ kind: OpenCollection.Kind, _ elements: [PropertyList]) -> OpenCollection {
        OpenCollection(kind, uid: uid, elements: elements)
    }

    private func orderedElements() throws(KeyedArchiveError) -> [PropertyList] {
        guard fields["NS.objects"] == nil else { return try array("NS.objects") }
        return numbered("NS.object.")
    }

    private func keysAndValues() throws(KeyedArchiveError) -> [PropertyList] {
        let keys = try array("NS.keys")
        let values = try array("NS.objects")
        guard keys.count == values.count else {
            throw .malformed("object \(uid) has \(keys.count) keys and \(values.count) values")
        }
        return keys + values
    }

    private func string() throws(KeyedArchiveError) -> ArchivedValue {
        switch try scalar("NS.string", or: "NS.bytes") {
        case .string(let text): return .string(text)
        case .utf16(let units): return .utf16(units)
        case .data(let bytes):
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw lacks("NS.bytes", "valid UTF-8")
            }
            return .string(text)
        default: throw lacks("NS.string", "text")
        }
    }

    private func bytes(_ key: String, _ other: String) throws(KeyedArchiveError) -> [UInt8] {
        guard case .data(let bytes) = try scalar(key, or: other) else { throw lacks(key, "data") }
        return bytes
    }

    private func seconds() throws(KeyedArchiveError) -> Double {
        switch try scalar("NS.time") {
        case .real(let seconds): return seconds
        case .float(let seconds): return Double(seconds)
        case .integer(let seconds): return Double(seconds)
        default: throw lacks("NS.time", "a number")
        }
    }

    private func uuid() throws(KeyedArchiveError) -> [UInt8] {
        let bytes = try bytes("NS.uuidbytes", "NS.uuidbytes")
        guard bytes.count == 16 else { throw lacks("NS.uuidbytes", "16 bytes") }
        return bytes
    }

    private func number() throws(KeyedArchiveError) -> ArchivedValue {
        let stored = try scalar("NS.number", or: "NS.boolval", "NS.intval", "NS.dblval")
        switch stored {
        case .boolean(let value): return .boolean(value)
        case .integer(let value): return .integer(value)
        case .real(let value): return .real(value)
        case .float(let value): return .float(value)
        default: throw lacks("NS.number", "a number")
        }
    }
}
