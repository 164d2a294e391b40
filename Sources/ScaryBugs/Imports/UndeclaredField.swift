import KeyedArchive

/// A custom field that imported data has, and that is not declared here.
public struct UndeclaredField: Hashable, Sendable {
    /// The name of the field.
    public let name: String
    /// The type that fits the imported values.
    public let type: Field.ValueType

    /// The line that declares the field: `field add habitat text`.
    public var declaration: String { "field add \(name) \(type.name)" }

    /// - Returns: nil if no custom field can have the name.
    init?(_ name: String, _ type: Field.ValueType, besides fields: [Field]) {
        guard (try? Field(custom: name, type)) != nil, fields.first(named: [name], \.name) == nil
        else { return nil }
        (self.name, self.type) = (name, type)
    }

    /// The fields with the first of each name.
    public static func distinct(_ fields: [UndeclaredField]) -> [UndeclaredField] {
        var names: Set<String> = []
        return fields.filter { names.insert($0.name.lowercased()).inserted }
    }
}

extension DocumentData {
    /// The most keys that may be fields. Nobody declares more.
    private static let mostUnknown = 200

    /// Values that custom fields could have, under keys that belong to no field.
    var undeclaredFields: [UndeclaredField] {
        let fields = unknown.prefix(Self.mostUnknown).compactMap { key, value in
            value.customType.flatMap { UndeclaredField(key, $0, besides: kind.fields) }
        }
        // The text of a date comes with the date.
        let texts = Set(fields.filter { $0.type == .date }.map { Field.textKey(ofDate: $0.name) })
        return fields.filter { !texts.contains($0.name) }
    }
}

extension ArchivedValue {
    fileprivate var customType: Field.ValueType? {
        switch self {
        case .string, .utf16: .text
        case .boolean: .boolean
        case .integer, .real, .float: .number
        case .date: .date
        default: FieldValue(self, as: .list).map { _ in .list }
        }
    }
}
