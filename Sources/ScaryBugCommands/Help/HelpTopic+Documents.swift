import ScaryBugs

/// The topics about documents and their fields.
extension HelpTopic {
    static var numberWords: [HelpPart.Term] {
        [
            ("3", "document 3, which must exist"),
            ("1-5", "the documents from 1 to 5 that exist"),
            ("2,4-6", "both of these"),
            ("all", "all documents"),
            ("-3", "not document 3"),
        ]
    }

    static var selectionParts: [HelpPart] {
        [
            "A SELECTION is numbers, a query, or both. All its words must match:",
            .list(
                numberWords + [
                    ("5.scarycreature", "the creature, where documents of two kinds are number 5"),
                    ("@last", "what the last list, show, new, set or import printed"),
                    ("WORD...", "a query; see 'help queries'"),
                ]),
            """
            Without a SELECTION, 'list', 'count' and 'stats' take all documents, and the other
            commands the open document.

            'set' and 'delete' refuse a SELECTION that only excludes. To exclude some of all documents,
            write 'all -tag:x'. At a terminal, 'delete' of several documents and 'set' of more than
            20 ask once.
            """,
        ]
    }

    static var queryWords: [HelpPart.Term] {
        [
            ("spider", "a word in any text or list begins with spider"),
            ("\"two words\"", "the words follow one another, and each is whole"),
            ("place:pond", "a word in the field begins with pond"),
            ("place:\"pond\"", "a whole word in the field is pond"),
            ("tag:garden", "a list contains the whole value"),
            ("tag:garden|todo", "one of the values; \\| is a literal bar"),
            ("rating:>=4", "numbers and dates take >, >=, <, <="),
            ("rating:2..4", "from 2 to 4"),
            ("created:2026-05", "in May 2026; see 'help dates'"),
            ("near:50.93,-1.45/2km", "the position at is within 2 km; 1 km without /2km"),
            ("near:3/500m sort:near", "within 500 m of document 3, the nearest first"),
            ("kind:book", "the kind: \(DocumentKind.all.map(\.name).joined(separator: ", "))"),
            ("has:image", "the field has a value; a rating of 0 is none"),
            ("-tag:dead", "a - in front negates"),
            (":2026", "the word itself, where 2026 is a number"),
            ("-:rf", "not the word rf, where -rf is an option"),
            ("sort:-rating", "the highest rating first; sort:rating, the lowest"),
            ("limit:10", "the first 10"),
        ]
    }

    static var queryParts: [HelpPart] {
        [
            "A document must match all words:",
            .list(queryWords + [("@NAME", "the words of a saved query; see 'help query'")]),
            """
            In texts, case and accents do not count. A document that is not rated has the rating 0 here:
            rating:<1 finds it, rating:0.5..1 does not, and sort:rating lists it first.

            In a shell, quote words with |, < or >: 'rating:>=4'. 'export' and 'query add' take a
            query as one word, so quote it there too.
            """,
        ]
    }

    static var dateParts: [HelpPart] {
        [
            "A date field such as seen takes what is known:",
            .list([
                ("1906", "some time in that year"),
                ("2026-05", "some time in that month"),
                ("2026-05-01", "that day"),
                ("2026-05-01T22:30", "that minute; -07:00 after it is the offset from UTC"),
                ("2026-05/2026-06", "from the first date to the last; .. is an open end"),
                ("1906~", "about then; 1906? is uncertain, 1906% is both"),
                ("today", "also yesterday, 3d and 2w: the day that long ago"),
            ]),
            "A query finds a date by the time from its first second to its last:",
            .list([
                ("seen:2026-05", "overlaps May 2026"),
                ("seen:>2026-05", "ends after May 2026; <, >= and <= likewise"),
                ("seen:1900..1910", "overlaps the time from the start of 1900 to the end of 1910"),
                ("seen:7d", "in the last 7 days; also 2w, today, yesterday"),
            ]),
            """
            A day of seen is the day at the place. created and modified are moments, and queries ask
            for local days.
            """,
        ]
    }

    private static var fieldNames: [HelpPart.Term] {
        let common = DocumentKind.bug.fields.filter(\.isEditable)
        let ofBooks = DocumentKind.book.fields.filter { field in
            !DocumentKind.bug.fields.contains { $0.name == field.name }
        }
        return common.map { field in
            (field.name, field.summary + (field.type == .date ? "; also today, 3d, 2w" : ""))
        }
            + ofBooks.map { ($0.name, "of a book: \($0.summary)") }
            + [("…", "your custom fields, which 'fields' lists")]
    }

    static var fieldParts: [HelpPart] {
        [
            "'new' and 'set' take:", .list(fieldNames),
            """
            FIELD=VALUE sets, FIELD= clears, FIELD+=VALUE and FIELD-=VALUE add to a list and take
            from it. FIELD=@PATH takes the text of a file, FIELD=@- standard input. FIELD=@@… begins
            with an @. In a list, values that differ only in case or accents are one value;
            \\, is a comma in a value, and double quotes around a value are part of it.
            """,
        ]
    }
}
