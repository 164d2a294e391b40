import ScaryBugs

/// What a line that cannot be parsed probably means.
extension Hint {
    /// Other programs' names for our commands, which are too different to be near.
    static let ofOtherNames = [
        Hint("^(add|create|make)$", "the nearest is 'new'"),
        Hint("^(find|grep|search)$", "the nearest is 'list'"),
        Hint("^(cat|print)$", "the nearest is 'show'"),
        Hint("^(change|modify|rename)$", "the nearest is 'set'"),
        Hint("^(pull|sync|update)$", "'import --update FILE' takes in what others changed"),
        Hint("^(erase|remove)$", "the nearest is 'delete'"),
    ]

    /// Words that stand where a command should.
    static let ofCommands = [
        Hint(
            "^!",
            "there is no shell here, so that no script can run other programs; Ctrl-Z returns to the shell, and 'fg' comes back"
        ),
        Hint("^sort$", "'list sort:rating' sorts a list"),
        Hint("^[1-9][0-9]*$", "'show $0' shows document $0"),
        Hint("^.*\\.bugs$", "to run it as a script: source $0"),
        Hint(
            "^.*\\.(scary[a-z]+|sbz|zip|tar|tgz|gz|csv|tsv|jsonl?|jpe?g|png|heic|tiff?|webp|gif)$",
            "to import it: import $0"),
        Hint("^.*/.*$", "'import $0' takes in what it holds, 'source $0' runs it as a script"),
    ]

    /// Assignments in another form.
    static let ofAssignments = [
        Hint(
            "^(.* )?'?([[:alpha:]_][[:alnum:]_]*[+-]?=) ([^ ]+|'[^']*')",
            "write $2$3 without a blank beside =", at: 2),
        Hint(
            "^(.* )?([[:alpha:]_][[:alnum:]_]*) ([+-]?=) ?([^ ']+|'[^']*')",
            "write $2$3$4 without a blank beside =", at: 3),
        Hint("(^| )'?(=[^ ']*)", "a field stands before '$2'", at: 2),
        Hint(
            "(^| )\(oneOf(DocumentKind.all.editableNames))[: ]([^ ']+|'[^']+')", "write $2=$3",
            at: 2),
        Hint("(^| )\(oneOf(DocumentKind.all.editableNames))$", "write $2=VALUE", at: 2),
    ]

    /// Values with blanks that lack their quotes.
    static let ofQuotes = [
        Hint(
            "^.* ([^ '=]+=)([^ '=]+( [^ '=]+)+)( [^ =]+=.*)?$",
            "a value with blanks needs quotes: '$1$2'")
    ]

    /// Options that are qualifiers of queries here.
    static let ofQualifiers = {
        let name = oneOf(QueryContext.qualifiers(of: QueryContext.builtInFields))
        return [
            Hint("(^| )--?\(name)[= ]([^ ']+|'[^']*')", "write $2:$3"),
            Hint("(^| )--?\(name)$", "write $2:VALUE"),
        ]
    }()

    /// Assignments that are options of a command.
    static func ofOptions(_ options: [Option]) -> [Hint] {
        let names = options.filter { $0.value != nil }.map { String($0.name.drop { $0 == "-" }) }
        return names.isEmpty
            ? [] : [Hint("(^| )\(oneOf(names))=([^ ]+)", "the option is --$2 $3")]
    }
}
