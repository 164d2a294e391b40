import KeyedArchive
import TestSupport

@testable import ScaryBugRecords
@testable import ScaryBugRecordsTests

/// Documents of all kinds with all fields in all states.
struct RandomDocuments {
    /// The documents, sorted by name; nil for unreadable ones.
    private(set) var all: [(name: DocumentName, document: Document?)] = []

    /// One custom field of each type.
    static let customFields: [Field] = Field.ValueType.custom.compactMap {
        try? Field(custom: "my\($0.name.capitalized)", $0)
    }

    init(count: Int, with dice: inout Dice) throws {
        var names: Set<DocumentName> = []
        // Some documents share a number.
        while names.count < count {
            names.insert(
                DocumentName(number: 1 + dice.roll(count), kind: dice.pick(DocumentKind.all)))
        }
        for name in names.sorted() {
            let document = dice.oneIn(15) ? nil : try Self.document(name, with: &dice)
            all.append((name, document))
        }
    }

    subscript(name: DocumentName) -> Document? {
        all.first { $0.name == name }?.document
    }

    private static func document(_ name: DocumentName, with dice: inout Dice) throws -> Document {
        let kind = name.kind.adding(customFields)
        var data = try DocumentData(new: kind, now: timestamp(with: &dice))
        for field in kind.fields where !dice.oneIn(3) {
            if let value = value(for: field.type, with: &dice) { try data.set(value, for: field) }
        }
        var archive = try KeyedArchive(bytes: data.encoded())
        if dice.oneIn(4), let object = try archive.root(kind.rootKey) {
            let field = dice.pick(kind.fields.filter { !$0.key.isEmpty })
            try archive.setValue(oddValue(with: &dice), forKey: field.key, of: object)
        }
        let picture = Picture(fileName: kind.photographName, size: 1, type: nil)
        return Document(
            name: name,
            data: try DocumentData(
                archive.encoded(), kind: name.kind, customFields: customFields,
                modified: timestamp(with: &dice)),
            picture: dice.oneIn(2) ? picture : nil)
    }

    // MARK: Values

    static func value(for type: Field.ValueType, with dice: inout Dice) -> FieldValue? {
        switch type {
        case .text: .text(RandomText.make(with: &dice, words: dice.oneIn(6) ? 60 : 5))
        case .title: .text(RandomText.make(with: &dice, words: 4))
        case .rating: .rating(Float(number(with: &dice)))
        case .number: .number(number(with: &dice))
        case .count: .count(dice.pick([0, 1, 2, 228, 280, 1 << 53, (1 << 53) + 1, .max]))
        case .boolean: .boolean(dice.oneIn(2))
        case .date: .date(date(with: &dice))
        case .position: position(with: &dice).map(FieldValue.position)
        case .timestamp: .timestamp(timestamp(with: &dice))
        case .list:
            .list(
                (0..<dice.roll(4)).map { _ in
                    dice.oneIn(8)
                        ? dice.pick(["!", "\u{F0021}", "\u{F0102}!", "", " ", "a\nb"])
                        : RandomText.make(with: &dice, words: 2)
                })
        case .picture: nil
        }
    }

    /// A position, in one of a few places or anywhere.
    private static func position(with dice: inout Dice) -> Position? {
        let place = dice.pick([
            (0, 0), (50.9, -1.4), (90, 0), (-90, 7), (0, 180), (12, -180), (-80, 179.99),
            (Double(dice.roll(181) - 90), Double(dice.roll(361) - 180)),
        ])
        let degrees = dice.pick([0, 1e-7, 0.001, 0.1])
        let position = Position(
            latitude: place.0 + degrees * Double(dice.roll(9) - 4),
            longitude: place.1 + degrees * Double(dice.roll(9) - 4),
            uncertainty: dice.pick([0, 0, 0.01, 25, 10_000, 2e7]))
        return position ?? Position(latitude: place.0, longitude: place.1)
    }

    private static func number(with dice: inout Dice) -> Double {
        switch dice.roll(4) {
        case 0: Double(dice.roll(6))
        case 1: Double(dice.roll(50)) / 10
        case 2:
            dice.pick([
                -0.0, -2.5, 0.1, 0.30000000000000004, 1e16, 1e-7, 9_007_199_254_740_994, 1e22,
                Double(Float.greatestFiniteMagnitude), .leastNonzeroMagnitude,
                .greatestFiniteMagnitude,
            ])
        default:
            [Double(bitPattern: dice.bits())].first { $0.isFinite } ?? 7
        }
    }

    /// A date of any precision, which may be open or uncertain.
    private static func date(with dice: inout Dice) -> EDTFDate {
        let text =
            switch dice.roll(4) {
            case 0: dateText(with: &dice) + "/" + (dice.oneIn(3) ? ".." : dateText(with: &dice))
            case 1 where dice.oneIn(3): "../" + dateText(with: &dice)
            default: dateText(with: &dice)
            }
        return EDTFDate(text) ?? EDTFDate(timestamp(with: &dice))
    }

    /// A year, a month, a day, a local time, or a moment.
    private static func dateText(with dice: inout Dice) -> String {
        let text = timestamp(with: &dice).rfc3339
        let length = dice.pick([4, 7, 10, 16, 19])
        let offset =
            length > 10
            ? dice.pick(["Z", "-07:00", "+02:00", "+14:00", "-12:00", "+05:45", ""]) : ""
        return text.prefix(length) + offset + dice.pick(["", "", "?", "~", "%"])
    }

    static func timestamp(with dice: inout Dice) -> Timestamp {
        let now = Catalogue.now.secondsSince1970
        return switch dice.roll(4) {
        case 0: Timestamp(secondsSince1970: now - Int64(dice.roll(20)) * 43_200)
        case 1: Timestamp(secondsSince1970: now - Int64(dice.roll(1_000_000_000)))
        case 2: Timestamp(secondsSince1970: now - now % 86_400 - Int64(dice.roll(3)) + 1)
        default: Timestamp(secondsSince1970: Int64(dice.bits() >> 24) - (1 << 39))
        }
    }

    /// A value that our program never writes.
    private static func oddValue(with dice: inout Dice) -> ArchivedValue? {
        switch dice.roll(10) {
        case 0: nil
        case 1: .null
        case 2: .integer(Int128(dice.roll(6)))
        case 3: .real(dice.pick([.nan, .infinity, 3.5, 4, 1e300]))
        case 4: .string(RandomText.make(with: &dice, words: 3))
        case 5: .utf16([0x41, 0xD800, 0x62, 0xDC00])
        case 6: .array([.string(" Bug "), .integer(5), .string(""), .string("bug")])
        case 7: .set([.string("Spider"), .string("a\nb")])
        case 8: .boolean(dice.oneIn(2))
        default: .date(Double(dice.roll(2_000_000_000)) - 0.5)
        }
    }
}
