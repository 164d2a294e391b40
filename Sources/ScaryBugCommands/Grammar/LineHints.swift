import ScaryBugs

/// What a line that cannot be parsed probably means.
extension Hint {
    /// Other programs' names for our commands, which are too different to be near.
    static let ofOtherNames = [
        Hint("^(add|create|make)$", "the nearest is 'new'"),
        Hint("^(find|grep|search)$", "the nearest is 'list'"),
        Hint("^(cat|print)$", "the nearest is 'show'"),
        Hint("^(change|modify|rename|title|rate|tag)$", "the nearest is 'set'"),
        Hint("^(copy|cp)$", "the nearest is 'export'"),
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

    /// An assignment in another form, without the documents that it is for.
    static let ofLoneAssignments = [
        Hint(
            "^\(oneOf(DocumentKind.all.editableNames))[: ]([^ ']+|'[^']+')$",
            "write set N $1=$2", at: 1)
    ]

    /// Values with blanks that lack their quotes.
    static let ofQuotes = [
        Hint(
            "^.* ([^ '=]+=)([^ '=]+( [^ '=]+)+)( [^ =]+=.*)?$",
            "a value with blanks needs quotes: '$1$2'")
    ]

    /// A list that goes on after a blank.
    static let ofOpenLists = [
        Hint("(^| )([^ '=]+=[^ '=]*,( [^ '=]+)+)", "a value with blanks needs quotes: '$2'")
    ]

    /// Options that are qualifiers of queries here.
    static let ofQualifiers = [
        ofQualifiers(after: "--?"),
        Hint("(^| )--?\(qualifier)$", "write $2:VALUE"),
    ]

    /// Words of a query that finds nothing, which may be a qualifier and its value.
    static let ofQualifierWords = [ofQualifiers(after: "")]

    private static let qualifier = oneOf(QueryContext.qualifiers(of: QueryContext.builtInFields))

    private static func ofQualifiers(after dashes: String) -> Hint {
        Hint("(^| )\(dashes)\(qualifier)[= ](by )?([^ ']+|'[^']*')", "write $2:$4")
    }

    /// Assignments and words that are options of a command.
    static func ofOptions(_ options: [Option]) -> [Hint] {
        let names = options.filter { $0.value != nil }.map { String($0.name.drop { $0 == "-" }) }
        return names.isEmpty
            ? [] : [Hint("(^| )\(oneOf(names))[= ]([^ ]+)", "the option is --$2 $3")]
    }
}

extension LineLexer {
    /// The line that does what a line of another program means, such as `set 2 rating=4` for `rate 2 4`;
    /// nil if nobody knows.
    ///
    /// - Parameter isOpen: whether a document is open, which then needs no number.
    static func meant(by words: [String], isOpen: Bool) -> String? {
        let rest = Array(words.dropFirst())
        let first = rest.first ?? ""
        let isSelected = first == "all" || first.first?.isNumber == true
        let isAlone = rest.count == 1 && (isOpen || words.first == "rate")
        let selected = isSelected && !isAlone ? [first] : isOpen ? [] : ["N"]
        let others = rest.dropFirst(isSelected && !isAlone ? 1 : 0)
        let set = line(of: ["set"] + selected) + " "
        let value = { (separator: String, usual: String) in
            others.isEmpty ? usual : others.joined(separator: separator)
        }
        let name = words.first?.lowercased()
        if let name, Assignment(name) != nil {
            let assignments = words.reduce(into: [String]()) { joined, word in
                if joined.isEmpty || Assignment(word) != nil {
                    joined.append(word)
                } else {
                    joined[joined.count - 1] += " " + word
                }
            }
            return line(of: ["set"] + (isOpen ? [] : ["N"])) + " " + line(of: assignments)
        }
        switch name {
        case "title": return set + "title=" + line(of: [value(" ", "TITLE")])
        case "rate": return set + "rating=" + line(of: [value(" ", "4")])
        case "tag": return set + "tags+=" + line(of: [value(",", "TAG")])
        case "find": return line(of: ["list"] + (rest.isEmpty ? ["WORD"] : rest))
        case "copy": return line(of: ["export"] + selected + [value(" ", "FOLDER")])
        case "sort":
            return line(of: ["list", "sort:" + (rest.last ?? Field.rating.name)])
        default: return nil
        }
    }
}

extension LineWord {
    /// What to write instead of a shell's `>`; nil if none is among the words.
    static func advice(aboutRedirectionIn words: [LineWord], of command: String) -> String? {
        guard let index = words.firstIndex(where: \.isRedirection) else { return nil }
        let name = String(words[index].text.drop { $0 == ">" })
        let file = name.isEmpty ? words.dropFirst(index + 1).first?.text ?? "" : name
        let remedy =
            OutputFormat(tableNamed: file) == nil
            ? "in a shell, 'scarybug \(command) >FILE' writes what is printed"
            : "'export SELECTION \(file)' writes the table"
        return "there is no > here; \(remedy)"
    }
}
