import ScaryBugs

struct CheckCommand: Command {
    private static let repair = Option("--repair", "repair damage, or move it to Lost and Found")
    private static let names = Option(
        "--names", value: "[FILE]", meaning: .path,
        "compare each species with a list of names, by default that of 'config names'")

    static let declaration = Declaration(
        "check", "Look for damage in all documents.",
        discussion: """
            Prints a line for each finding: a code, the place, the problem. A leftover of another
            system, or a value that is not understood, is only reported.

            --repair corrects permissions, names and numbers where nothing is lost, and rebuilds
            the index. It moves other damage to 'Lost and Found' beside the documents. It deletes
            nothing, and replaces nothing there. It leaves what exceeds a limit or cannot be read.
            It makes the thumbnails that photographs lack, which the apps show in their lists.
            With --dry-run it only says what it would do. A repair may uncover more findings. 'undo'
            brings the damage back.

            --names compares each species with a list of names instead: a Darwin Core archive of taxa,
            a ColDP archive, or any table with a column scientificName or species. It
            tells names that the list does not have, with the nearest in the genus, and
            synonyms. Authors, case and words such as cf. do not count. It changes nothing.

            The exit status is 0 if nothing needs repair, or if --repair repaired or moved
            everything, else 1. With --names it is 0 if the list accepts every species.
            """,
        options: [repair, .dryRun, names],
        example: """
            alice> check
            3 documents checked
            """)

    let arguments: Arguments
    private var isRepairing: Bool { arguments.has(Self.repair) }
    private var isDryRun: Bool { arguments.has(.dryRun) }

    func run(in session: Session) throws {
        if isDryRun, !isRepairing {
            throw Self.declaration.misuse("takes --dry-run only with \(Self.repair.name)")
        }
        if let path = arguments.value(of: Self.names) {
            return try checkNames(in: path.isEmpty ? defaultNames(session) : path, session)
        }
        var moved = 0
        let isChanging = isRepairing && !isDryRun
        let checked = try session.interruptible(isChanging ? "repairs so far stay" : nil) {
            try session.workspace.check(repairing: isRepairing, dryRun: isDryRun) { finding in
                if case .moved = finding.outcome { moved += 1 }
                try session.output.print(Record(finding, isPlanned: isDryRun))
            }
        }
        let done = done(
            repaired: checked.repaired - moved, moved: moved,
            thumbnails: isDryRun ? checked.withoutThumbnail : checked.thumbnails)
        if checked.open > 0 { return try session.fail(summary(checked, done)) }
        let documents = checked.documents.counting("document")
        let missing = withoutThumbnail(checked)
        let advice = missing.isEmpty ? "" : "; 'check --repair' makes what it can"
        try session.output.print(note: "\(documents) checked\(done)\(missing)\(advice)")
    }

    /// The list of names that the user prefers.
    private func defaultNames(_ session: Session) throws -> String {
        if case .text(let path) = session.workspace.preferences[.names], !path.isEmpty {
            return path
        }
        throw Self.declaration.misuse("needs a FILE; 'config names=FILE' is the default")
    }

    private func checkNames(in path: String, _ session: Session) throws {
        if isRepairing {
            throw Self.declaration.misuse("repairs no names; leave out \(Self.repair.name)")
        }
        let (checked, list) = try session.interruptible(nil) {
            let source =
                try path == "-"
                ? ImportSource(standardInput: session.workspace.limits)
                : ImportSource(path: path, limits: session.workspace.limits)
            let checked = try session.workspace.checkNames(in: source) { finding in
                try session.output.print(row: Record(finding, list: source.name))
            }
            return (checked, source.name)
        }
        try session.output.endRows()
        let (count, first) = checked.wrongRows
        if count > 0 {
            let place = count > 1 ? ", the first on" : ":"
            try session.warn(
                "\(list): \(count.counting("row")) can't be read\(place) \(first)")
        }
        let documents = "\(checked.documents.counting("document")) with a species"
        if checked.findings > 0 {
            return try session.fail("\(checked.findings.counting("finding")) in \(documents)")
        }
        try session.output.print(note: "\(documents) checked")
    }

    /// A summary of the repairs, to be appended to the number of findings.
    private func done(repaired: Int, moved: Int, thumbnails: Int) -> String {
        let be = isDryRun ? "would be " : ""
        return (repaired > 0 ? ", \(repaired.grouped) \(be)repaired" : "")
            + (moved > 0 ? ", \(moved.grouped) \(be)moved to Lost and Found" : "")
            + (thumbnails > 0 ? ", \(thumbnails.counting("thumbnail")) \(be)made" : "")
    }

    /// The number of photographs without a thumbnail, to be appended to a summary.
    private func withoutThumbnail(_ checked: Workspace.Checked) -> String {
        guard !isRepairing, checked.withoutThumbnail > 0 else { return "" }
        return ", \(checked.withoutThumbnail.counting("photograph")) without a thumbnail"
    }

    private func summary(_ checked: Workspace.Checked, _ done: String) -> String {
        let findings = checked.open.counting("finding")
        return isRepairing
            ? "\(findings) \(isDryRun ? "would be " : "")left\(done)"
            : "\(findings) in \(checked.documents.counting("document"))\(withoutThumbnail(checked)); "
                + "'check --repair' repairs what it can"
    }
}

extension Record {
    fileprivate init(_ finding: NameFinding, list: String) {
        let (code, other): (String, String?)
        var message: String
        switch finding.problem {
        case .unknown(let nearest):
            (code, other) = ("unknown-name", nearest)
            message = "not in \(list)" + (nearest.map { "; the nearest is \($0)" } ?? "")
        case .synonym(let accepted):
            (code, other) = ("synonym", accepted)
            message = "a synonym" + (accepted.map { " of \($0)" } ?? " in \(list)")
        }
        message = "\(finding.species): \(message)"
        self.init(
            [Cell(String(finding.document.number), .number), Cell(message)],
            [
                ("code", .string(code)), ("path", .string(finding.path)),
                ("number", .integer(finding.document.number)), ("message", .string(message)),
                ("outcome", .string("told")), ("to", .string(other)),
            ])
    }

    /// - Parameter isPlanned: whether the repair is only planned.
    fileprivate init(_ finding: Finding, isPlanned: Bool) {
        let (outcome, target, sentence) = Self.outcome(of: finding, isPlanned: isPlanned)
        self.init(
            [
                Cell(finding.code.rawValue),
                Cell("\(finding.path) \(finding.message)\(sentence)"),
            ],
            [
                ("code", .string(finding.code.rawValue)), ("path", .string(finding.path)),
                ("number", .integer(finding.number)),
                ("message", .string(finding.message)), ("outcome", .string(outcome)),
                ("to", .string(target)),
            ])
    }

    /// The outcome for programs, the finding's new path if it was moved, and the text for people.
    private static func outcome(of finding: Finding, isPlanned: Bool) -> (String, String?, String) {
        let (done, verb, target, rest): (String, String, String?, String)
        switch finding.outcome {
        case .told: return ("told", nil, "")
        case .found: return ("found", nil, "")
        case .left(let reason):
            (done, verb, target) = ("left", "leave", nil)
            rest = " as it is" + (isPlanned ? "" : reason.map { ": \($0)" } ?? "")
        case .repaired: (done, verb, target, rest) = ("repaired", "repair", nil, "")
        case .renamed(let name):
            (done, verb, target, rest) = ("renamed", "rename", name, " to \(name)")
        case .moved(let path): (done, verb, target, rest) = ("moved", "move", path, " to \(path)")
        }
        return isPlanned
            ? ("would-\(verb)", target, "; would \(verb) it\(rest)")
            : (done, target, "; \(done)\(rest)")
    }
}
