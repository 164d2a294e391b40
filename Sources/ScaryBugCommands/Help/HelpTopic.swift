import ScaryBugs

/// A subject that concerns several commands, such as the words of a query.
enum HelpTopic: String, CaseIterable, Sendable {
    case selections, queries, dates, fields, scripts, bundles, history

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
            """,
            "'import' and 'preview' tell by its contents what a PATH is:",
            .list([
                (".scarybug", "a bundle, also the older .sbz"),
                ("a ZIP or tar file", "a bundle, or several bundles or documents"),
                ("a directory", "a document of the apps, or many of them, or bundles"),
                ("a data file", "a document's data.plist, or an archive of books"),
                ("a table", "CSV, TSV or JSON, with the names of fields"),
            ]),
            """
            A document keeps its number where that is free here, else it gets the highest plus one.
            The rows of a table are new documents, with numbers and identifiers of their own. A
            document that is here already comes again, and the command says so, unless
            --skip-known leaves it out.
            """,
        ]
    }
}
