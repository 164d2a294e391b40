import TestSupport

@testable import ScaryBugRecords
@testable import ScaryBugRecordsTests

/// Queries about values that documents have, or nearly have.
struct RandomQueries {
    let documents: RandomDocuments
    let fields: [Field] = QueryContext.builtInFields + RandomDocuments.customFields

    /// The words of a query. The query may be invalid.
    func words(with dice: inout Dice) -> [String] {
        let isAny = dice.oneIn(3)
        return (0...dice.roll(4)).flatMap { index in
            let word = word(with: &dice)
            let or = isAny && index > 0 && dice.oneIn(2) ? ["OR"] : []
            return or + [dice.oneIn(5) ? "-" + word : word]
        }
    }

    private func word(with dice: inout Dice) -> String {
        let field = dice.pick(fields)
        switch dice.roll(13) {
        case 0...2:
            let searched = fields.filter(\.isSearchedForWords)
            return alternatives(with: &dice) { text(of: $0.pick(searched), with: &$0) }
        case 3: return "sort:" + (dice.oneIn(2) ? "-" : "") + order(with: &dice)
        case 4:
            return "has:"
                + alternatives(with: &dice) { $0.oneIn(8) ? "tag" : $0.pick(fields).name }
        case 5 where dice.oneIn(3): return "limit:\(dice.roll(documents.all.count))"
        case 5: return "kind:" + alternatives(with: &dice) { $0.pick(DocumentKind.all).name }
        case 6: return numbers(with: &dice)
        case 7: return "near:" + alternatives(with: &dice) { place(with: &$0) }
        default:
            return "\(field.name):"
                + alternatives(with: &dice) { value(of: field, with: &$0) }
        }
    }

    /// One value, or several with bars between them.
    private func alternatives(
        with dice: inout Dice, _ value: (inout Dice) -> String
    ) -> String {
        guard dice.oneIn(4) else { return value(&dice) }
        let values = (0...1 + dice.roll(2)).map { _ in
            let value = value(&dice)
            return dice.oneIn(2) ? value : value.replacing("|", with: "\\|")
        }
        return values.joined(separator: dice.oneIn(3) ? " | " : "|")
    }

    private func order(with dice: inout Dice) -> String {
        dice.oneIn(6)
            ? dice.pick(["number", "kind", "tag", "near", "near"]) : dice.pick(fields).name
    }

    private func numbers(with dice: inout Dice) -> String {
        let first = dice.roll(documents.all.count)
        return switch dice.roll(5) {
        case 0: "\(first)-\(first + dice.roll(9))"
        case 1:
            "number:"
                + alternatives(with: &dice) { "\(first)..\(first + $0.roll(9))" }
        case 2: "number:" + dice.pick([">", "<", ">=", "<="]) + "\(first)"
        case 3: "1-9,\(dice.pick(documents.all).name.directoryName)"
        default: "all"
        }
    }

    /// A document or a position that one has, with a radius.
    private func place(with dice: inout Dice) -> String {
        let place =
            dice.oneIn(3)
            ? "\(dice.pick(documents.all).name.number)"
            : RandomDocuments.value(for: .position, with: &dice)?.text ?? "50.9,-1.4±5"
        return place
            + dice.pick(["", "/0", "/1", "/150m", "/12km", "/500km", "/9000km", "/30000km"])
    }

    /// A box between two positions. It may be wrong.
    private func box(with dice: inout Dice) -> String {
        let corners = (0..<2).map { _ in
            let position = RandomDocuments.value(for: .position, with: &dice)?.text ?? "50.9,-1.4"
            return position.prefix { $0 != "±" }
        }
        return corners.joined(separator: "..")
    }

    // MARK: Values

    /// A value that some document has, or a similar one.
    private func value(of field: Field, with dice: inout Dice) -> String {
        switch field.type {
        case .text, .title, .list: text(of: field, with: &dice)
        case .boolean: dice.pick(["yes", "no"])
        case .picture: "x"
        case .date where dice.oneIn(4):
            dice.pick(["--01", "--02-29", "--05", "--05-08", "--11..--02", "--03..--03-15"])
        case .date where dice.oneIn(2), .timestamp where dice.oneIn(2):
            compared(with: &dice) {
                $0.pick([
                    "today", "yesterday", "7d", "1w", "0d", "2026", "2026-05", "9999", "0001",
                    "2026-05-08T12:00", "2026-05-08T05:00-07:00", "2026-04/2026-05~", "2026-05/..",
                    "../2026?",
                ])
            }
        case .position where dice.oneIn(2): box(with: &dice)
        case .position: dice.pick(documents.all).document?.data[field]?.text ?? "50.9,-1.4"
        case .rating, .number, .count, .date, .timestamp:
            compared(with: &dice) { dice in
                let known = dice.oneIn(3) ? nil : dice.pick(documents.all).document?.data[field]
                let value = known ?? RandomDocuments.value(for: field.type, with: &dice)
                return value?.text ?? "1"
            }
        }
    }

    private func compared(
        with dice: inout Dice, _ operand: (inout Dice) -> String
    ) -> String {
        switch dice.roll(8) {
        case 0...1: operand(&dice)
        case 2: operand(&dice) + ".." + operand(&dice)
        case 3: operand(&dice) + ".."
        case 4: ".." + operand(&dice)
        default: dice.pick([">", ">=", "<", "<="]) + operand(&dice)
        }
    }

    private func text(of field: Field, with dice: inout Dice) -> String {
        let text: String
        switch dice.pick(documents.all).document?.data[field] {
        case .text(let found)?: text = found
        case .list(let values)? where !values.isEmpty:
            let value = dice.pick(values)
            if dice.oneIn(2) { return value }
            text = value
        default: text = RandomText.make(with: &dice, words: 2)
        }
        let piece = RandomText.piece(of: text, with: &dice)
        return dice.oneIn(4) ? "\"\(piece)\"" : piece
    }
}
