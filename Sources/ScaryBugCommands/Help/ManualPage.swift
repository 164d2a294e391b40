import ScaryBugs

/// The manual page of the program, generated from the declarations.
struct ManualPage {
    var text: String {
        let program = ProgramOptions.declaration
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
        for topic in HelpTopic.allCases {
            page.add(macro: "Ss \(topic.title)")
            page.add(topic.parts)
        }
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
