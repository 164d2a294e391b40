/// Dates and positions that several columns give together.
extension ForeignCells {
    // MARK: Dates

    /// The date in a cell or in columns for its parts, with the time and the end of other columns.
    ///
    /// - Parameter cell: the cell for a whole date, if there is one.
    /// - Throws: ``ScaryBugsError/Code/invalidValue`` for a date with several meanings.
    mutating func date(_ cell: TableCell?, _ columns: TableColumns) throws -> EDTFDate? {
        var date: EDTFDate?
        if let cell { date = try seen(cell, columns) }
        guard let start = try date ?? dateOfParts(columns) ?? dateOfTime(columns) else {
            return nil
        }
        return try ending(timed(start, .time), columns)
    }

    /// The date in a cell. The date as somebody wrote it counts instead if it is in EDTF, is as exact or
    /// more, and has an offset where the other one has it.
    private mutating func seen(_ cell: TableCell, _ columns: TableColumns) throws -> EDTFDate? {
        guard
            case .date(let date)? = try naming(
                cell.place, { try columns.value(of: cell, forFieldNamed: Field.seen.name) })
        else {
            refuse(cell, .seen)
            return nil
        }
        take(cell, for: .seen)
        guard let verbatim = first(.verbatimDate),
            let exact = verbatim.value.text.flatMap({ EDTFDate($0.trimmed) }),
            exact.period.isWithin(date.period),
            date.period.start.moment == nil || exact.period.start.moment != nil
        else { return date }
        take(verbatim, for: .seen)
        return exact
    }

    /// A day with the time of another column.
    private mutating func timed(_ day: EDTFDate, _ part: ColumnVocabulary.Part) -> EDTFDate {
        guard day.text.utf8.count == 10, let cell = first(part),
            let time = cell.value.text.map({ Self.withoutDay($0.trimmed, day) }),
            let date = Self.time(time).map({ "T\($0.clock)\($0.offset)" })
                .flatMap({ EDTFDate(day.text + $0) }) ?? EDTFDate(written: "\(day.text) \(time)"),
            date.text.dropFirst(10).first == "T"
        else {
            if day.text.utf8.count == 10, let cell = first(part) { refuse(cell, .seen, as: "time") }
            return day
        }
        take(cell, for: .seen)
        return date
    }

    /// The time of a text that repeats the day, or has the day that spreadsheets and databases write before a time.
    private static func withoutDay(_ text: String, _ day: EDTFDate) -> String {
        let start = text.prefix(10)
        guard ["1899-12-30", "1900-01-01", "1970-01-01", day.text[...]].contains(start),
            let mark = text.dropFirst(10).first, "T ".contains(mark)
        else { return text }
        return String(text.dropFirst(11)).trimmed
    }

    /// The date in a column for the time, which some programs fill with both.
    private mutating func dateOfTime(_ columns: TableColumns) throws -> EDTFDate? {
        guard let cell = first(.time), let text = cell.value.text, text.utf8.count > 10,
            case .date(let date)? = try columns.value(of: cell, forFieldNamed: Field.seen.name)
        else { return nil }
        take(cell, for: .seen)
        return date
    }

    /// A time of day, also without a colon, as only a column of times can have it: `2130`.
    private static func time(_ text: String) -> WrittenTime? {
        let isBare = (3...4).contains(text.utf8.count) && text.utf8.allSatisfy(\.isASCIIDigit)
        return isBare
            ? WrittenTime("\(text.dropLast(2)):\(text.suffix(2))") : WrittenTime(text[...])
    }

    /// A span to the end that other columns have, if that is later.
    private mutating func ending(_ start: EDTFDate, _ columns: TableColumns) throws -> EDTFDate {
        guard !start.text.utf8.contains(UInt8(ascii: "/")) else { return start }
        let cell = first(.endDate)
        let value = try cell.flatMap { cell in
            try naming(cell.place) {
                try columns.value(of: cell, forFieldNamed: Field.seen.name)
            }
        }
        var (day, others) = (EDTFDate(String(start.text.prefix(10))) ?? start, self)
        if case .date(let end)? = value, end.period.end > start.period.end { day = end }
        var end = others.timed(day, .endTime)
        if cell == nil, start.text.utf8.count > 10, end.period.end < start.period.start,
            let next = EDTFDate(EDTFDate.dayAfter(String(start.text.prefix(10))))
        {
            // A night ends on the next day.
            others = self
            end = others.timed(next, .endTime)
        }
        guard start.period.end < end.period.start,
            let span = EDTFDate("\(start.text)/\(end.text)")
        else { return start }
        self = others
        if let cell, case .date(day)? = value { take(cell, for: .seen) }
        return span
    }

    /// The date in columns for the year, the month and the day, or as somebody wrote it in EDTF.
    private mutating func dateOfParts(_ columns: TableColumns) throws -> EDTFDate? {
        guard let year = first(.year) else {
            let verbatim = first(.verbatimDate)
            let date = verbatim?.value.text.flatMap { EDTFDate($0.trimmed) }
            if let verbatim, date != nil { take(verbatim, for: .seen) }
            return date
        }
        let rest: [ColumnVocabulary.Part] =
            first(.month) == nil ? [.dayOfYear, .endDayOfYear] : [.month, .day]
        let given = [year] + rest.map { first($0) }.prefix { $0 != nil }.compactMap(\.self)
        let texts = given.map { ($0.value.text ?? "").trimmed.withoutZeroDecimals }
        let date = { (count: Int) in Self.date(Array(texts.prefix(count)), rest) }
        let cell = date(given.count).map {
            TableCell(column: year.column, position: year.position, value: .text($0.text))
        }
        guard let cell,
            case .date(let found)? = try columns.value(of: cell, forFieldNamed: Field.seen.name)
        else {
            let wrong = given.indices.first { date($0 + 1) == nil }
            refuse(given[wrong ?? 0], .seen)
            return nil
        }
        for cell in given { take(cell, for: .seen) }
        return found
    }

    private static func date(_ texts: [String], _ rest: [ColumnVocabulary.Part]) -> EDTFDate? {
        if rest[0] == .dayOfYear, texts.count > 1 {
            let days = texts.dropFirst().map { day($0, ofYear: texts[0])?.text ?? "" }
            return EDTFDate(Set(days).count == 1 ? days[0] : days.joined(separator: "/"))
        }
        // Anything else in a part may make another date of the whole.
        let areClear = texts.enumerated().allSatisfy { index, text in
            let isNumber = !text.isEmpty && text.utf8.allSatisfy(\.isASCIIDigit)
            return switch index {
            case 0: isNumber && text.utf8.count == 4
            case 1: isNumber || text.allSatisfy { $0.isLetter || $0 == "." }
            default: isNumber
            }
        }
        let digits = texts.map { $0.utf8.count == 1 && Int($0) != nil ? "0" + $0 : $0 }
        return Int(texts[0]) == 0 || !areClear
            ? nil : EDTFDate(written: digits.joined(separator: "-"))
    }

    /// The day with a number in its year, from 1.
    private static func day(_ number: String, ofYear year: String) -> EDTFDate? {
        guard let number = Int64(asciiDigits: number.utf8), (1...366).contains(number),
            let start = EDTFDate(year)?.period.start.clock
        else { return nil }
        let date = EDTFDate(Timestamp(secondsSince1970: start + (number - 1) * 86_400))
        return date.text.hasPrefix(year) ? date : nil
    }

    // MARK: Positions

    /// The position in two columns, or the square of a grid, whose name stays in the document, too.
    mutating func position() -> Position? {
        // A latitude belongs to a longitude of the same kind, if both are there. Columns that the user maps come first.
        let isMapped = [ColumnVocabulary.Part.latitude, .longitude].contains {
            first([$0.mappedName]) != nil
        }
        let pairs = [0, 1, 2, 3].map { (first(.latitude, line: $0), first(.longitude, line: $0)) }
            .filter { $0.0 != nil && $0.1 != nil }
        let best = [(first(.latitude), first(.longitude))]
        for (north, east) in isMapped ? best + pairs : pairs.isEmpty ? best : pairs {
            if !isMapped, areMeasures(north, east) { continue }
            if let position = position(north, east) { return position }
        }
        guard let cell = first(.gridReference) else { return nil }
        guard let position = cell.value.text.flatMap({ try? Position($0) }), !position.isNowhere
        else {
            refuse(cell, .at)
            return nil
        }
        guard isUsualDatum() else { return nil }
        note(cell, .at)
        return position
    }

    /// Whether numbers are more likely the width and the length of an animal, or a place in a plot. Then they are
    /// rough, the longitude stands first, and the names of their columns have that sense, too.
    private func areMeasures(_ north: TableCell?, _ east: TableCell?) -> Bool {
        guard let north, let east,
            north == first(.latitude, line: 3) || east == first(.longitude, line: 3),
            east.position ?? 0 < north.position ?? 0
        else { return false }
        return [north, east].allSatisfy { cell in
            let decimals = (cell.value.text ?? "").drop { !".,".contains($0) }
            return Self.number(cell) != nil && decimals.count < 4
        }
    }

    private mutating func position(_ north: TableCell?, _ east: TableCell?) -> Position? {
        guard let north, let east, let place = Self.place(north, east) else {
            let wrong = zip([north, east], [90.0, 180]).first { cell, most in
                cell != nil && !(Self.number(cell).map { abs($0) <= most } ?? false)
            }
            if let cell = wrong?.0 ?? north ?? east { refuse(cell, .at) }
            return nil
        }
        guard !place.isNowhere, isUsualDatum() else { return nil }
        let isPublic = first(.latitude, line: 0) != north
        for cell in [north, east] { take(cell, for: .at) }
        let hasComma = (north.value.text ?? "").utf8.contains(UInt8(ascii: ","))
        return exact(place, isPublic: isPublic, hasDecimalComma: hasComma)
    }

    /// A position with the uncertainty of another column.
    ///
    /// - Parameter isPublic: whether a program may hide the place. Its public position is far away then.
    mutating func exact(
        _ place: Position, isPublic: Bool = true, hasDecimalComma: Bool = false
    ) -> Position {
        let hidden = isPublic ? first(.hidden)?.value : nil
        let isHidden = hidden == .boolean(true) || hidden?.text?.lowercased() == "true"
        guard place.uncertainty == nil,
            let cell = isHidden ? first(.publicUncertainty) : first(.uncertainty),
            let text = cell.value.text?.trimmed
        else { return place }
        guard let number = Self.metres(text, hasDecimalComma: hasDecimalComma),
            let exact = Position(
                latitude: place.latitude, longitude: place.longitude, uncertainty: number),
            exact.uncertainty == number
        else {
            // Zero says that nobody knows.
            if Double(text.withDecimalPoints) != 0 { refuse(cell, .at, as: "distance") }
            return place
        }
        take(cell, for: .at)
        return exact
    }

    /// The distance in metres of a text such as `25`, `1,000`, `<100 m` or `10 km`; nil for another one.
    private static func metres(_ text: String, hasDecimalComma: Bool) -> Double? {
        let number = text.hasPrefix("+/-") ? text.dropFirst(3) : text.drop { "<±~ ".contains($0) }
        let digits = String(number.prefix { "0123456789.,".contains($0) })
        // In `1,000`, and in `1.000` beside decimal commas, the mark parts thousands.
        let isParted = [digits.replacing(".", with: hasDecimalComma ? "," : "."), digits]
            .contains { thousands.matches($0) }
        let plain =
            isParted ? digits.filter { !".,".contains($0) } : digits.withDecimalPoints
        return try? Position.metres("\(plain)\(number.dropFirst(digits.count))"[...])
    }

    private static let thousands = TextPattern("^[0-9]{1,3}(,[0-9]{3})+$")

    /// The position of a latitude and a longitude, in degrees or as `at` reads them.
    private static func place(_ north: TableCell, _ east: TableCell) -> Position? {
        if let latitude = number(north), let longitude = number(east) {
            return Position(latitude: latitude, longitude: longitude)
        }
        let texts = [north, east].compactMap { $0.value.text?.trimmed }
        guard texts.allSatisfy({ $0.contains { "°ºdNSEW".contains($0) } }) else { return nil }
        return try? Position(texts.joined(separator: " "))
    }

    private static func number(_ cell: TableCell?) -> Double? {
        // Typographers write another minus.
        cell?.value.text.flatMap {
            Double($0.trimmed.withDecimalPoints.replacing("\u{2212}", with: "-"))
        }
    }
}
