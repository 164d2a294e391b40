import ScaryBugs

extension Session {
    /// Greets the user of an interactive session. It doesn't wait for an index to be built.
    func greet() throws {
        let count = (try? workspace.promptDocumentCount()) ?? nil
        let number = count.map { $0 == 0 ? ", no documents yet" : ", \($0.counting("document"))" }
        let isEmpty = count == 0
        output.print(
            greeting: [
                "scarybug \(Program.version): \(user)\(number ?? "")",
                "'help' lists the commands\(isEmpty ? "; to begin, try:" : "")",
            ] + (isEmpty ? Self.firstLines : []))
    }

    /// Lines to try in an empty workspace, short enough for a narrow terminal.
    private static let firstLines = [
        "  new 'Stag Beetle' rating=4 tags=oak", "  list", "  set 1 place=garden",
    ]
}
