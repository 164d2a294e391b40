import KeyedArchive

/// A column of a table that matches no field.
struct UnknownColumn {
    let name: String
    /// The position in the table, from 1; nil in JSON.
    let position: Int?
    /// The types that all values so far could have, the likeliest first.
    private var types: [Field.ValueType] = [.number, .date, .boolean, .list]
    private var hasValues = false
    /// Whether it has objects, which no field can hold.
    private(set) var hasObjects = false

    init(_ name: String, at position: Int?) {
        (self.name, self.position) = (name, position)
    }

    /// The type of a field for the values; nil if no field can hold them.
    var type: Field.ValueType? {
        if hasObjects { return nil }
        return hasValues ? types.first ?? .text : .text
    }

    /// Narrows the type by a value of the column.
    mutating func add(_ value: TableValue, usesDecimalComma: Bool) {
        hasValues = true
        hasObjects = hasObjects || value.hasObjects
        types.removeAll { !Self.fits(value, $0, usesDecimalComma) }
    }

    private static func fits(
        _ value: TableValue, _ type: Field.ValueType, _ usesDecimalComma: Bool
    ) -> Bool {
        switch value {
        case .integer(let number): type == .number && Double(exactly: number) != nil
        case .real: type == .number
        case .boolean: type == .boolean
        case .list: type == .list
        // As a number, 00123 loses its zeros.
        case .text(let text) where type == .number && text.hasLeadingZero: false
        case .text(let text) where type != .list:
            (try? FieldValue(
                usesDecimalComma && type == .number ? text.withDecimalPoints : text,
                for: Field("", key: "", type, ""))) != nil
        default: false
        }
    }
}

extension TableValue {
    fileprivate var hasObjects: Bool {
        switch self {
        case .object: true
        case .list(let values): values.contains(where: \.hasObjects)
        default: false
        }
    }
}

extension ScaryBugsError {
    /// The most columns that the error tells all about, and those that it names of more.
    private static let (mostExplained, mostNamed) = (5, 3)

    /// The error for all columns of a table that match no field.
    ///
    /// - Parameters:
    ///   - fields: the fields of this workspace.
    ///   - mayStay: whether their values may stay in new documents.
    static func unknown(
        _ columns: [UnknownColumn], fields: [Field], mayStay: Bool
    ) -> ScaryBugsError {
        let isOne = columns.count == 1
        let areMany = columns.count > mostExplained
        let named = areMany ? columns.prefix(mostNamed) : columns[...]
        let positions = columns.compactMap(\.position).map(String.init).joined(separator: ", ")
        let place =
            positions.isEmpty || areMany ? "" : "column\(isOne ? "" : "s") \(positions): "
        let names =
            named.map { "'\($0.name)'" }.joined(separator: ", ")
            + (areMany ? " and \((columns.count - named.count).grouped) more" : "")
        let column = isOne ? columns[0].name : "COLUMN"
        let mapping = [
            "--map '\(column)=FIELD' names another field",
            "--map '\(column)=' leaves \(isOne ? "the" : "a") column out",
        ]
        let rest =
            mayStay ? ["--keep-rest keeps \(isOne ? "it" : "all of them") in the documents"] : []
        return ScaryBugsError(
            .invalidValue,
            "\(place)there \(isOne ? "is no field" : "are no fields") \(names); "
                + ((areMany ? [] : explanations(of: columns, fields)) + mapping + rest)
                .joined(separator: "; "))
    }

    /// The nearest fields, and the lines that declare new ones.
    private static func explanations(of columns: [UnknownColumn], _ fields: [Field]) -> [String] {
        let nearest = columns.compactMap { column in
            SpellingSuggestion.name(
                to: column.name, among: fields.filter(\.isEditable).map(\.name)
            ).map {
                columns.count == 1
                    ? "the nearest is '\($0)'" : "the nearest to '\(column.name)' is '\($0)'"
            }
        }
        let declarations = columns.compactMap { column in
            column.type.flatMap { UndeclaredField(column.name, $0, besides: fields) }
                .map { "'\($0.declaration)'" }
        }
        let declaring =
            declarations.joined(separator: ", ")
            + (declarations.count == 1 ? " declares it" : " declare them")
        let objects = columns.first(where: \.hasObjects).map {
            "the values of '\($0.name)' are objects, which jq can make rows of"
        }
        return nearest + [declarations.isEmpty ? nil : declaring, objects].compactMap(\.self)
    }
}

/// A custom field that imported data has, and that is not declared here.
public struct UndeclaredField: Hashable, Sendable {
    /// The name of the field.
    public let name: String
    /// The type that fits the imported values.
    public fileprivate(set) var type: Field.ValueType

    /// The line that declares the field: `field add habitat text`.
    package var declaration: String { "field add \(name) \(type.name)" }

    fileprivate init(_ name: String, _ type: Field.ValueType) {
        (self.name, self.type) = (name, type)
    }

    /// - Returns: nil if no custom field can have the name.
    init?(_ name: String, _ type: Field.ValueType, besides fields: [Field]) {
        guard (try? Field(custom: name, type)) != nil, fields.first(named: [name], \.name) == nil
        else { return nil }
        self.init(name, type)
    }

    /// The fields with the first of each name.
    package static func distinct(_ fields: [UndeclaredField]) -> [UndeclaredField] {
        var names: Set<String> = []
        return fields.filter { names.insert($0.name.lowercased()).inserted }
    }
}

/// Custom fields that documents of an import could have and that are not declared here, the first of each
/// name.
package struct UndeclaredFields {
    package private(set) var fields: [UndeclaredField] = []
    /// The indices of the fields by their names in lower case, and the number of their values.
    private var indices: [String: Int] = [:]
    private var counts: [Int] = []
    /// Whether a custom field can have the name of a key, by the kind of the document.
    private var names: [DocumentKind: [String: Bool]] = [:]

    /// The most keys of a document that may be fields. Nobody declares more.
    private static let mostUnknown = 200
    /// The values after which the type of a field is sure enough for a hint.
    private static let sureCount = 100
    /// The most fields. Nobody reads more.
    private static let mostFields = 10_000

    package init() {}

    /// Adds the values of a document under keys that belong to no field.
    ///
    /// - Parameter textTypes: the types for which a text may stand.
    package mutating func add(_ data: DocumentData, _ textTypes: [Field.ValueType]) {
        let values = data.unknown.prefix(Self.mostUnknown).filter { isName($0.key, data.kind) }
        let textKeys = Set(
            values.lazy.map(\.key).filter { $0.hasSuffix(Field.textKey(ofDate: "")) })
        let found = values.compactMap { key, value -> UndeclaredField? in
            let index = indices[key.lowercased()]
            let known = index.map { fields[$0].type }
            if let index, let known, counts[index] >= Self.sureCount {
                return UndeclaredField(key, known)
            }
            // A field that had another text is a text, whatever else it has.
            let isText =
                known == .text
                && (textKeys.isEmpty || !textKeys.contains(Field.textKey(ofDate: key)))
            return value.customType(isText ? [] : textTypes).map { UndeclaredField(key, $0) }
        }
        // The text of a date comes with the date.
        let texts = Set(found.filter { $0.type == .date }.map { Field.textKey(ofDate: $0.name) })
        for field in found where !texts.contains(field.name) { add(field, textTypes) }
    }

    private mutating func add(_ field: UndeclaredField, _ textTypes: [Field.ValueType]) {
        if let index = indices[field.name.lowercased()] {
            counts[index] += 1
            // Not all texts of the field stand for one type.
            if fields[index].type != field.type, !textTypes.isEmpty { fields[index].type = .text }
        } else if fields.count < Self.mostFields {
            indices[field.name.lowercased()] = fields.count
            fields.append(field)
            counts.append(1)
        }
    }

    private mutating func isName(_ key: String, _ kind: DocumentKind) -> Bool {
        if let isName = names[kind]?[key] { return isName }
        let isName =
            !DocumentData.withholdingKeys.contains(key)
            && UndeclaredField(key, .text, besides: kind.fields) != nil
        if names[kind, default: [:]].count < Self.mostFields {
            names[kind, default: [:]][key] = isName
        }
        return isName
    }
}

extension ArchivedValue {
    fileprivate func customType(_ textTypes: [Field.ValueType]) -> Field.ValueType? {
        switch self {
        case .string, .utf16:
            textTypes.first {
                !($0 == .number && (text ?? "").hasLeadingZero)
                    && (try? FieldValue(text ?? "", for: Field("", key: "", $0, ""))) != nil
            }
                ?? .text
        case .boolean: .boolean
        case .integer, .real, .float: .number
        case .date: .date
        default: FieldValue(self, as: .list).map { _ in .list }
        }
    }
}

extension String {
    fileprivate var hasLeadingZero: Bool {
        utf8.count > 1 && utf8.first == UInt8(ascii: "0")
            && utf8.dropFirst().first.map { (0x30...0x39).contains($0) } == true
    }
}
