import ScaryBugs

struct CheckCommand: Command {
    private static let repair = Option("--repair", "repair damage, or move it to Lost and Found")

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

            The exit status is 0 if nothing needs repair, or if --repair repaired or moved
            everything, else 1.
            """,
        options: [repair, .dryRun],
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
