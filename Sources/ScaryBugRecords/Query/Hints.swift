extension Hint {
    /// Words of other query languages. As words to search for, they would find something else than
    /// the user meant, so the parser refuses them.
    static func ofQueries(_ qualifiers: [String]) -> [Hint] {
        let name = oneOf(qualifiers)
        let literally = "or ':$2' to search for the words"
        return [
            Hint(
                "^AND$",
                "'AND' is not an operator; all words must match anyway; write :AND to search for the word"
            ),
            Hint(
                "^NOT$",
                "'NOT' is not an operator; write -a to exclude a, or :NOT to search for the word"),
            Hint("^-?@$", "'@' needs the name of a saved query; 'query' lists them"),
            Hint("^[*?]$", "'$0' is not a wildcard; 'all' stands for all documents"),
            Hint("^-?\\|\\|?$", "'$0' stands alone; write a|b or tag:a|b without blanks"),
            Hint(
                "^-?[<>=!]=?>?$",
                "'$0' stands alone; write rating:4, rating:>4 or -rating:4 without blanks"),
            Hint(
                "^(-?)(([0-9]+)\\.\\.([0-9]+))$", "'$2' is not a range; write $1$3-$4, \(literally)"
            ),
            Hint(
                "^(-?)([0-9]+\\.\\.|\\.\\.[0-9]+)$",
                "'$2' is not a range; write $1number:$2, \(literally)"),
            Hint(
                "^(-?)([0-9-]+(\\|[0-9-]+)+)$",
                "'$2' has numbers; write commas between them, \(literally)"),
            Hint("^(-?)(!\(name):(.+))$", "'!' is not an operator; write -$3:$4, \(literally)"),
            Hint(
                "^(-?)(!([^[:space:][:punct:][:digit:]][^[:space:]:]*))$",
                "'!' is not an operator; write -$3 to exclude $3, \(literally)"),
            Hint(
                "^(-?)(([^[:space:][:punct:]]+)\\*)$",
                "'*' is not a wildcard; write $1$3, which stands for all words with this beginning, \(literally)"
            ),
            Hint(
                "^(-?)(\(name) ?(<=?|>=?) ?([^>].*)?)$",
                "'$2' is not a qualifier; write $1$3:$4$5, \(literally)"),
            Hint(
                "^(-?)(\(name) ?==? ?(.*))$", "'$2' is not a qualifier; write $1$3:$4, \(literally)"
            ),
            Hint(
                "^(-?)(\(name) ?(!=|<>) ?(.*))$",
                "'$2' is not a qualifier; write -$3:$5, \(literally)"),
        ]
    }

    /// Words such as `or`, which other query languages take for an operator. Here they are words to
    /// search for, so a query with them may find nothing.
    package static let ofEmptyResults = [
        Hint("[^ ] ([Oo]r) [^ ]", "'$1' is a word to search for; write OR in capitals for either"),
        Hint(
            "[^ ] (and|And|AND) [^ ]",
            "'$1' is a word to search for; leave it out, since all words must match"),
        Hint("(^| )not ([^- ][^ ]*)", "'not' is a word to search for; write -$2 to exclude $2"),
        Hint("^([^-: '\"]+):([^:'\"]+ [^:'\"]+)$", "for a value with blanks write '$1:\"$2\"'"),
    ]

    /// Texts that resemble a date.
    ///
    /// - Parameter takesDays: whether the text may also be a word such as `today`.
    static func ofDates(takingDays takesDays: Bool) -> [Hint] {
        let unspecified = "unspecified digits are not taken; write"
        let digits = [
            Hint("^([0-9]{3})[XU]$", "\(unspecified) $10/$19"),
            Hint("^([0-9]{3})0('?s|er)$", "a decade is an interval; write $10/$19"),
            Hint("^'?([0-9])0('?s|er)$", "a decade is an interval; write 19$10/19$19"),
            Hint("^([0-9]{2})XX$", "\(unspecified) $100/$199"),
            Hint("^([0-9]{4}(-[0-9]{2})?)(-XX){1,2}$", "\(unspecified) $1"),
            Hint(
                "(^|/)[0-9X]{2,3}X(-|/|$)|[0-9]-[0-9]?X",
                "\(unspecified) an interval, such as 1900/1999"),
        ]
        let days = [
            Hint(
                "^([0-9]{1,3})[[:alpha:]]$",
                "not a date; write $1d for days, $1w for weeks, or one such as 2026-05-01, 2026-05 or 2026"
            ),
            Hint("^tomorrow$", "only past days have names; write a date such as 2026-05-01"),
        ]
        let year = "(^|/)[0-9]{4}"
        return digits + (takesDays ? days : []) + [
            Hint(
                "\(year)-(2[1-9]|3[0-9]|4[01])[?~%]?(/|$)",
                "seasons are not taken; write the months, such as 2026-06/2026-08"),
            Hint("[0-9-][?~%][^/]", "? and ~ stand at the end of a date, such as 1906~"),
            Hint(
                "\(year)-[0-9-]+T[0-9:.]+([+-][0-9]{2}:[0-9]{2})", "no place has the time zone $2"),
            Hint("\(year)-(1[3-9]|[2-9][0-9]|00)(-[0-9]+)?(/|$)", "months go from 01 to 12"),
            Hint(
                "(^|/)([0-9]{4}-[0-9]{2})-[0-9]{1,2}(/|$)",
                "the calendar has no such day; write $2 for the whole month"),
            Hint(
                "^[0-9]{1,2}[./-][0-9]{1,2}[./-]([0-9]{4})$",
                "the calendar has no such day; write $1 for the whole year, or one such as $1-05-01"
            ),
            Hint(
                "^[0-9]{1,2}[./-][0-9]{1,2}([./-][0-9]{2})?$",
                "a year has four digits; write a day such as 2026-05-01, or a month such as 2026-05"
            ),
            Hint(
                "^([0-9]{4}-[0-9]{2}-[0-9]{2})[T ]([0-9]{2}) ?h$",
                "a time has minutes; write $1T$2:00"),
            Hint(
                "^[0-9]{1,2}:[0-9]{2}(:[0-9]{2})?$",
                "the day is missing; write one and the time, such as 2026-05-01T14:30"),
            Hint("^\\.\\./\\.\\.$", "an interval needs a start or an end"),
            Hint("^/[^/]|[^/]/$", "an open end is written with two dots, such as 2026-05/.."),
            Hint(
                "^[0-9T:.~?%-]+/[0-9T:.~?%-]+$",
                "an interval is two dates, the earlier one first, such as 2026-05/2026-08"),
        ]
    }
}

extension EDTFDate {
    /// The reason why a text is no date, or the form to write instead; nil for a text that resembles
    /// none.
    ///
    /// - Parameter takesDays: whether the text may also be a word such as `today`.
    static func problem(with text: String, takingDays takesDays: Bool) -> String? {
        guard text.utf8.count <= mostBytes else {
            return "longer than a date; write one such as \(Field.ValueType.date.summary)"
        }
        let days = takesDays ? ["today", "yesterday"] : []
        if let day = SpellingSuggestion.name(to: text, among: days) {
            return "not a date; the nearest is '\(day)'"
        }
        let forms = forms(of: text)
        guard forms.isEmpty else {
            let isAsked = !readings(of: text).isEmpty
            return "write \(forms.joined(separator: " or "))"
                + (isAsked ? "; 'config dates=dmy' or 'dates=mdy' answers for all dates" : "")
        }
        if isZero(text) { return "no date, but what programs write for none; leave it empty" }
        if let years = yearSpan(text) { return "write \(years)" }
        if let day = WrittenDate.thisYear(text) {
            // Spreadsheets make `Jul 26` of `2026-07`.
            let month = WrittenDate.monthOfYear(text).map {
                ", or \($0) for the month of that year"
            }
            return "the year is missing; write \(day)\(month ?? "")"
        }
        // Such as `2024-12-30/01-02`.
        if let (start, end) = text.halves(around: "/"), !end.isEmpty, EDTFDate(String(start)) != nil
        {
            let whole = "\(start.dropLast(end.utf8.count))\(end)"
            if [String(end), whole].contains(where: { EDTFDate($0) != nil }) {
                return "an interval is two dates, the earlier one first, such as 2026-05/2026-08"
            }
        }
        return Hint.sentence(for: text, among: Hint.ofDates(takingDays: takesDays))
    }
}
