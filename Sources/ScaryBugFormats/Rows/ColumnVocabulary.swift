/// The names that columns have in tables of other programs, and in tables that people make.
///
/// `columns.txt` lists them, so a new name needs no code.
package struct ColumnVocabulary: Sendable {
    /// What a column gives a field together with others, or says about its row. Any other meaning is
    /// the name of a field.
    enum Part: String, CaseIterable {
        case latitude, longitude, uncertainty, publicUncertainty, datum, hidden, gridReference
        case year, month, day, time, endDate, endTime, dayOfYear, endDayOfYear, verbatimDate
        case status, qualifier, genus, verbatimSpecies, identifier, registry, link, dataset,
            everyRecord
        /// It has no field, and is no mistake.
        case other
    }

    /// A meaning of a name.
    struct Place: Sendable {
        /// A field or a ``Part``.
        let meaning: String
        /// The number of the meaning's earlier lines.
        let line: Int
        /// The number of earlier names in the list.
        let rank: Int
    }

    package static let shared = ColumnVocabulary(
        String(decoding: PackageResources.columns_txt, as: UTF8.self))

    /// The fields, in the order in which they take columns.
    private(set) var fields: [String] = []
    /// The meanings of the plain names.
    private(set) var places: [String: [Place]] = [:]
    /// The plain names that only a program uses.
    private(set) var marks: Set<String> = []

    /// - Parameter text: lines such as `sex: sex, gender`. A star follows a name that only a program uses.
    init(_ text: String) {
        var (meaning, lineCounts, rank) = ("", [:] as [String: Int], 0)
        for line in text.split(separator: "\n") where line.first != "#" {
            var names = line
            if line.first != " ", let colon = line.firstIndex(of: ":") {
                meaning = String(line[..<colon])
                names = line[line.index(after: colon)...]
                if lineCounts[meaning] == nil, Part(rawValue: meaning) == nil {
                    fields.append(meaning)
                }
                lineCounts[meaning, default: 0] += 1
            }
            for name in names.split(separator: ",") where !name.allSatisfy(\.isWhitespace) {
                let plain = Self.plain(String(name))
                if name.last == "*" { marks.insert(plain) }
                let line = lineCounts[meaning, default: 1] - 1
                places[plain, default: []].append(
                    Place(meaning: meaning, line: line, rank: rank))
                rank += 1
            }
        }
    }

    /// The meanings of which a table of plain words has one.
    static let ofPlaceOrTime = [
        Field.seen.name, Field.at.name, Field.place.name, Part.latitude.rawValue,
        Part.gridReference.rawValue, Part.year.rawValue,
    ]

    /// Whether columns tell what was seen, but have no title, and where or when.
    func tellFinds(_ names: [String]) -> Bool {
        let meanings = Set(names.flatMap(meanings))
        return meanings.contains(Field.species.name)
            && !meanings.isDisjoint(with: Self.ofPlaceOrTime)
    }

    /// Whether a column has a meaning.
    func knows(_ name: String) -> Bool { places[plainName(of: name)] != nil }

    func meanings(of name: String) -> [String] {
        places[plainName(of: name)]?.map(\.meaning) ?? []
    }

    /// The plain name of a column, without a mark in brackets if that is no name here: `lat (WGS84)`. A unit such
    /// as `km` stays.
    func plainName(of name: String) -> String {
        let plain = Self.plain(name)
        guard places[plain] == nil, let bracket = name.firstIndex(where: { "([".contains($0) })
        else { return plain }
        let unit = name[bracket...].filter(\.isLetter).lowercased()
        let base = Self.plain(String(name[..<bracket]))
        return places[base] == nil || ["km", "ft", "mi", "cm", "mm"].contains(unit) ? plain : base
    }

    /// The names of the fields that a column gives, or helps to give.
    package func fields(of name: String) -> [String] {
        meanings(of: name).map { Part(rawValue: $0)?.field?.name ?? $0 }
    }

    /// Whether a column identifies a record.
    package func isIdentifier(_ name: String) -> Bool { means(.identifier, Self.plain(name)) }

    /// Whether only a program uses a column's name.
    func isMark(_ name: String) -> Bool { marks.contains(Self.plain(name)) }

    /// Whether a plain name has a meaning.
    func means(_ part: Part, _ plain: String) -> Bool {
        places[plain]?.contains { $0.meaning == part.rawValue } ?? false
    }

    /// What a word for nothing says in a column.
    func kind(of plain: String) -> ColumnKind {
        let kinds = (places[plain] ?? []).map { place in
            if let part = Part(rawValue: place.meaning) {
                return part.field == nil ? ColumnKind.text : .measure
            }
            let field = QueryContext.builtInFields.first { $0.name == place.meaning }
            return field.map(ColumnKind.init) ?? .text
        }
        return kinds.first { $0 != .text } ?? .text
    }

    /// A column's name without case, accents, blanks, marks, and a prefix or an address in front.
    package static func plain(_ name: String) -> String {
        // Most names have no prefix.
        guard name.utf8.contains(UInt8(ascii: ":")) else {
            return Tokenizer.words(of: name).joined()
        }
        return Tokenizer.words(of: PositionTraces.nameWithoutPrefix(name)).joined()
    }
}

extension ColumnVocabulary.Part {
    /// The field whose value several columns with such parts give; nil for another part.
    var field: Field? {
        switch self {
        case .latitude, .longitude, .uncertainty, .publicUncertainty, .gridReference: .at
        case .year, .month, .day, .time, .endDate, .endTime, .dayOfYear, .endDayOfYear: .seen
        default: nil
        }
    }

    /// The plain name of a column that the user maps to the part.
    var mappedName: String { "=\(rawValue)" }

    /// The parts to which a user maps a column by their names, such as `endDate`.
    static let mappable = allCases.filter { $0.field != nil }
}

/// The columns that the rows of a table have so far, by what they mean.
struct KnownColumns {
    private var columns: [String: [(name: String, place: ColumnVocabulary.Place)]] = [:]

    mutating func add(_ name: String) {
        for place in ColumnVocabulary.shared.places[name] ?? [] {
            var names = columns[place.meaning] ?? []
            if names.contains(where: { $0.name == name && $0.place.line == place.line }) {
                continue
            }
            let index = names.firstIndex { $0.place.rank > place.rank } ?? names.endIndex
            names.insert((name, place), at: index)
            columns[place.meaning] = names
        }
    }

    /// The plain names for a field, the best one first.
    func names(forField field: String) -> [String] { columns[field]?.map(\.name) ?? [] }

    /// The plain names for a part, the best one first.
    ///
    /// - Parameter line: the line of the list that names them, from 0; nil for all.
    func names(_ part: ColumnVocabulary.Part, line: Int? = nil) -> [String] {
        (columns[part.rawValue] ?? []).filter { line == nil || $0.place.line == line }
            .map(\.name)
    }
}
