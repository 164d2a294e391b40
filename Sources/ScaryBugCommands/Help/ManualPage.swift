import ScaryBugs

/// The manual page of the program, generated from the declarations.
struct ManualPage {
    var text: String {
        let program = ProgramDeclaration.declaration
        var page = MdocText()
        page.add(
            macro: "Dd \(Program.date)", "Dt SCARYBUG 1", "Os", "Sh NAME", "Nm scarybug",
            "Nd keep an illustrated catalogue of bugs", "Sh SYNOPSIS", "Nm scarybug",
            "Op Ar OPTION ...", "Op Ar COMMAND Op Ar WORD ...", "Sh DESCRIPTION")
        page.add(Help.description(of: program))
        page.add(["The options, before COMMAND:", .list(Help.terms(program.options))])
        page.add(macro: "Sh COMMANDS")
        for command in Commands.all { Self.add(command.declaration, to: &page) }
        page.add(macro: "Sh TOPICS")
        // The pages of the documentation stay out, and have a sentence instead.
        let isPage = { (topic: HelpTopic) in topic.parts.isEmpty }
        for topic in HelpTopic.allCases where !isPage(topic) {
            page.add(macro: "Ss \(topic.title)")
            page.add(topic.parts)
        }
        let pages = HelpTopic.allCases.filter(isPage).map(\.rawValue).joined(separator: ", ")
        page.add(["'scarybug help TOPIC' also explains \(pages)."])
        page.add(macro: "Sh ENVIRONMENT")
        page.add([.list(Self.environment)])
        page.add(macro: "Sh FILES")
        page.add([.list(Self.files)])
        return page.lines.joined(separator: "\n")
    }

    private static func add(_ declaration: Declaration, to page: inout MdocText) {
        page.add(macro: "Ss \(declaration.name)")
        page.add([.example(declaration.usage)] + Help.description(of: declaration))
        if !declaration.options.isEmpty {
            page.add([.list(declaration.options.map { ($0.usage, $0.summary) })])
        }
        page.add(["Example:", .example(declaration.example)])
    }

    private static let environment: [HelpPart.Term] = [
        ("SCARYBUG_HOME", "the directory of all workspaces"),
        ("SCARYBUG_USER", "the user"),
        ("SCARYBUG_PAGER", "shows results that are longer than the screen; else PAGER does"),
        ("SCARYBUG_VIEWER", "the program that 'view' opens files with; else xdg-open is"),
        ("VISUAL", "the editor that 'edit' runs; else EDITOR is"),
        ("NO_COLOR", "if set, nothing is coloured"),
        ("CLICOLOR_FORCE", "if set and not 0, results are coloured in a pipe too"),
        ("SOURCE_DATE_EPOCH", "the current time, in seconds since 1970"),
    ]

    private static let files: [HelpPart.Term] = [
        ("~/.local/share/scarybug", "the workspaces, one in users for each user"),
        ("~/.cache/scarybug", "the index, which can be deleted anytime"),
    ]
}

extension HelpTopic {
    fileprivate var title: String { String(summary.prefix { $0 != ":" }) }
}

/// Text in the language of manual pages, mdoc(7).
struct MdocText {
    private(set) var lines: [String] = []
    /// Whether a paragraph before the next one needs `.Pp`. After a heading it is superfluous.
    private var followsText = false

    /// The width that `mandoc -Tlint` accepts, in bytes.
    private static let width = 78

    /// Adds lines that begin with a macro, such as a heading.
    mutating func add(macro names: String...) {
        lines += names.map { "." + $0 }
        followsText = false
    }

    mutating func add(_ parts: [HelpPart]) {
        for part in parts {
            switch part {
            case .text(let text):
                for paragraph in Help.paragraphs(of: text) { add(paragraph: paragraph) }
            case .list(let terms): add(terms)
            case .example(let text):
                lines += [".Bd -literal -offset indent"]
                lines += text.split(separator: "\n", omittingEmptySubsequences: false)
                    .map { Self.line(Self.escaped($0)) }
                lines += [".Ed"]
                followsText = true
            }
        }
    }

    private mutating func add(paragraph: [Substring]) {
        if followsText { lines.append(".Pp") }
        add(sentences: paragraph)
        followsText = true
    }

    private mutating func add(_ terms: [HelpPart.Term]) {
        lines.append(".Bl -tag -width Ds")
        for (term, meaning) in terms {
            lines.append(".It Cm \"\(Self.escaped(term))\"")
            add(sentences: meaning.split(separator: " "))
        }
        lines.append(".El")
        followsText = true
    }

    /// Each sentence begins a line, as mdoc(7) asks for.
    private mutating func add(sentences words: [Substring]) {
        var sentence: [String] = []
        for word in words {
            sentence.append(Self.escaped(word))
            if word.last == ".", !word.hasSuffix("..") { end(&sentence) }
        }
        end(&sentence)
    }

    private mutating func end(_ sentence: inout [String]) {
        lines += WordWrap.lines(of: sentence, width: Self.width).map(Self.line)
        sentence = []
    }

    /// A line that begins with a dot or an apostrophe would be a macro.
    private static func line(_ text: String) -> String {
        text.hasPrefix(".") ? "\\&" + text : text
    }

    /// Characters that are special, or that a typesetter would replace by similar ones.
    private static func escaped(_ text: some StringProtocol) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            case "'": result += "\\(aq"
            case "\"": result += "\\(dq"
            case "`": result += "\\(ga"
            case "^": result += "\\(ha"
            case "~": result += "\\(ti"
            case _ where scalar.isASCII: result.unicodeScalars.append(scalar)
            default:
                let digits = String(scalar.value, radix: 16, uppercase: true)
                result += "\\[u\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)]"
            }
        }
    }
}
