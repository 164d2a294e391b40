import ScaryBugs

struct CheckCommand: Command {
    static let declaration = Declaration(
        "check", "Look for damage in all documents.",
        discussion: """
            Prints a line for each finding: a code, where it is, what is wrong. The exit status is
            0 where nothing is to be done, else 1.
            """)

    init(_ arguments: Arguments) {}

    func run(in session: Session) throws {
        let checked = try session.workspace.check { finding in
            try session.output.print(Record(finding))
        }
        if checked.open > 0 { try session.fail("\(checked.open) findings") }
    }
}

extension Record {
    fileprivate init(_ finding: Finding) {
        self.init(
            "\(finding.code.rawValue): \(finding.path) \(finding.message)",
            [
                ("code", .string(finding.code.rawValue)), ("path", .string(finding.path)),
                ("number", finding.number.map { .integer(Int64($0)) } ?? .null),
                ("message", .string(finding.message)),
            ])
    }
}
