import ScaryBugs

/// A subject that concerns several commands, such as the words of a query.
enum HelpTopic: String, CaseIterable, Sendable {
    case selections, queries, dates, fields, scripts, bundles, history
    case photographs, tables, sharing, copies, messages, maps

    /// One line, for the manual page and completion.
    var summary: String {
        switch self {
        case .selections: "Selections: which documents a command takes."
        case .queries: "Queries: words that choose documents."
        case .dates: "Dates: the forms that fields and queries take."
        case .fields: "Fields: the values of a document."
        case .scripts: "Scripts: how lines are read and run."
        case .bundles: "Bundles: the files that carry documents."
        case .history: "History: steps, and how long they can be undone."
        case .photographs: "Photographs: how they come in, and what they tell."
        case .tables: "Tables: from other programs and the apps, and back."
        case .sharing: "Sharing: what others get, and what they don't."
        case .copies: "Copies: documents that go to others and come back."
        case .messages: "Messages: documents for other users, and by mail."
        case .maps: "Maps: points for other programs, and from them."
        }
    }

    /// The page of the documentation that explains more; nil for none.
    var page: (name: String, text: [UInt8])? {
        switch self {
        case .queries: ("Selections", PackageResources.queries_md)
        case .dates: ("Dates", PackageResources.dates_md)
        case .photographs: ("Photographs", PackageResources.photographs_md)
        case .tables: ("Apps", PackageResources.tables_md)
        case .sharing: ("Sharing", PackageResources.sharing_md)
        case .copies: ("Copies", PackageResources.copies_md)
        case .messages: ("Messages", PackageResources.messages_md)
        case .maps: ("Maps", PackageResources.maps_md)
        default: nil
        }
    }

    /// The text below the summary. It is computed on demand, because no start needs it.
    var parts: [HelpPart] {
        switch self {
        case .selections: Self.selectionParts
        case .queries: Self.queryParts
        case .dates: Self.dateParts
        case .fields: Self.fieldParts
        case .scripts: Self.scriptParts
        case .bundles: Self.bundleParts
        case .history: Self.historyParts
        default: []
        }
    }
}

extension HelpTopic {
    private static var historyParts: [HelpPart] {
        [
            """
            A step is a line of a session, a single command, a whole script, or all lines from
            'begin' to 'commit'. Commands that change nothing are no steps, and neither are 'undo'
            and 'redo'. 'history' lists the steps with their numbers, whichever session made them.

            'undo' takes back the newest step, and 'undo 7' takes back step 7, whatever came later.
            It changes nothing if a document is not as the step left it. Then it names the steps
            that must be undone together. 'redo' brings back what the last 'undo' took back, and
            'redo 7' brings back step 7, at any time. Without numbers, both take the newest line of
            a script that runs.

            The oldest steps are removed first: 'config historySteps=N' and 'config historyBytes=N'
            set the limits. Until then a deleted document or a replaced version can come back.
            """
        ]
    }

    private static var scriptParts: [HelpPart] {
        [
            """
            A script is a text with a command a line. It comes from 'scarybug -f FILE', 'scarybug -c
            LINE', standard input or 'source FILE'.

            Words are separated by blanks; '…' and "…" keep them together, # begins a comment. A
            backslash takes the next character literally, except that \\n and \\t in "…" are a line
            feed and a tab, and not in '…'. At the end of a line it joins the next. A text in "…" may
            span lines, in a session also one in '…'.

            In paths, ~ and ~user are home directories, and * ? [ ] match the names of files, unless
            quoted. Words from the shell are taken as they are, except a path that begins with ~
            after =. The URL of a file, such as file:///home/alice/moth.jpg, is its path.

            Results go to standard output, all else to standard error. --json, --csv and --table
            stand before or after any command, there for that line only.

            The changes of several lines reach the disk together, within a second. Then their
            results appear. A result that appears survives a loss of power.

            After an error the next line is read. --bail stops instead. --atomic keeps the changes
            only if every line succeeds, and 'begin' and 'commit' do so for some lines.
            """,
            "The exit status:",
            .list([
                ("0", "all commands succeeded"),
                ("1", "a command failed"),
                ("2", "an option of the program was wrong, and nothing was run"),
                ("130", "interrupted (143 after SIGTERM, 129 after SIGHUP)"),
            ]),
        ]
    }

    private static var bundleParts: [HelpPart] {
        [
            """
            A bundle is a ZIP file with one document: the fields, the photograph, and other files of
            its directory. 'export' writes it, 'import' reads it, 'preview' shows what is in it.
            'export 1-3 all.zip' packs several documents into one file.
            """,
            "'import' and 'preview' tell by its contents what a PATH is:",
            .list([
                (".scarybug", "a bundle, also the older .sbz"),
                ("a ZIP or tar file", "a bundle, or several bundles or documents"),
                ("mail", "the bundles of a message (.eml), a mailbox (mbox) or a Maildir"),
                ("a directory", "a document of the apps, or many of them, or bundles"),
                ("a data file", "a document's data.plist, or an archive of books"),
                ("a table", "CSV, TSV or JSON, with the names of fields"),
                ("a Darwin Core archive", "the records of a ZIP or tar file, or a directory"),
                ("a map", "the points of a file in GeoJSON, KML or GPX"),
            ]),
            """
            A document keeps its number where that is free here, else it gets the highest plus one.
            The rows of a table are new documents, with numbers and identifiers of their own. A
            document that is here already comes again, and the command says so, unless
            --skip-known leaves it out.

            A bundle tells who changed which value and when. So a copy that a friend has changed finds
            the document here: 'import --update' takes a newer copy in place, and merges one if both
            changed. 'import --only-new' takes only documents that are not here. Where both changed one
            field, 'resolve' chooses. 'list outdated:bob' finds what was changed since it went to bob.
            """,
        ]
    }
}

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
            commands the open document. 'gallery' and 'labels' take all documents if none is open.

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
            ("at:50,-2..52,1", "in a box, from its south-west corner to its north-east one"),
            ("kind:book", "the kind: \(DocumentKind.all.map(\.name).joined(separator: ", "))"),
            ("has:image", "the field has a value; a rating of 0 is none"),
            ("has:conflict", "several people gave a field different values; see 'help resolve'"),
            ("sent:bob from:bob", "exported with --to bob; in a bundle from bob"),
            ("outdated:bob", "sent to bob, and changed since"),
            ("lacks:bob", "what never went to bob, too"),
            ("tag:oak OR pond", "the tag, or the word; OR stands between whole conditions"),
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
                ("today", "also yesterday, 3d and 2w: the day that long ago; a time may follow"),
                ("1/5/2026", "after 'config dates=dmy' 1 May, after 'config dates=mdy' 5 January"),
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

            A position can also be degrees and minutes, or a British or Irish grid reference such as
            SU387148, or MGRS, or UTM. A geo: URI or a link to a place on OpenStreetMap, Google Maps,
            Apple Maps or OsmAnd is one, too.
            """,
        ]
    }
}

enum HelpPart: Sendable, ExpressibleByStringInterpolation {
    /// Paragraphs, separated by empty lines and wrapped at words.
    case text(String)
    /// Terms and their meanings, in two columns. The paragraph before introduces them.
    case list([Term])
    /// Lines as a terminal shows them.
    case example(String)

    typealias Term = (term: String, meaning: String)

    init(stringLiteral text: String) {
        self = .text(text)
    }
}
