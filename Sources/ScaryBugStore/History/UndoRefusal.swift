/// Why `undo` or `redo` changes nothing, and what may do instead.
struct UndoRefusal: Error {
    let error: ScaryBugsError
    /// Another command; nil if there is none.
    let remedy: Remedy?

    struct Remedy {
        let kind: Operation.Kind
        let steps: [Int]
        /// The sentence that names it.
        let text: String
    }
}

/// Finds out why a change can't be reverted.
struct UndoRefusalReason {
    let problem: Reversion.Problem
    let units: [UndoUnit]
    let kind: Operation.Kind
    let store: HistoryStore
    /// The document or the other thing that can't be reverted, for the message.
    let subject: String

    /// The step that made the change.
    private var step: Workspace.HistoryStep? {
        units.first { $0.operations.contains(problem.row.operation) }?.step
    }

    func refusal() throws -> UndoRefusal {
        UndoRefusal(
            error: try error(), remedy: problem.kind == .changed ? try remedy() : nil)
    }

    private func error() throws -> ScaryBugsError {
        let number = step.map { "\($0.number)" } ?? ""
        let verb = "cannot \(kind.verb) \(number) '\(step?.command ?? "")'"
        switch problem.kind {
        case .missing:
            return ScaryBugsError(
                .notFound,
                "\(verb): the history has no earlier version of \(subject) any more; "
                    + "nothing was changed")
        case .damaged:
            return ScaryBugsError(
                .damaged,
                "\(verb): the history has a damaged version of \(subject); nothing was changed")
        case .changed, .foreign:
            let changed = "step \(number) changed \(subject), which "
            return ScaryBugsError(
                .exists, try changed + reason() + "; nothing was changed")
        }
    }

    private var own: Set<Int> { Set(units.map(\.step.number)) }

    /// The later steps that changed the same, sorted.
    private func later() throws -> [Int] {
        try store.laterSteps(than: problem.row).filter { !own.contains($0) }
    }

    /// The steps whose undo changed the same, sorted.
    private func undone() throws -> [Int] {
        try store.laterUndoneSteps(than: problem.row).filter { !own.contains($0) }
    }

    private func reason() throws -> String {
        let isUndone = try later().isEmpty
        guard problem.kind == .changed,
            let other = try (later().last ?? undone().last).flatMap({ try store.step($0) })
        else {
            return problem.kind == .changed && units.contains(where: \.isLine)
                ? "a later line of the script changed" : "another program changed later"
        }
        let what = "step \(other.number) (\(other.script ?? other.command))"
        if isUndone, kind == .undo { return "the undo of \(what) changed later" }
        return isUndone
            ? "\(what) changed before, and that is undone, too" : "\(what) changed later"
    }

    /// A command that may revert the step all the same.
    private func remedy() throws -> UndoRefusal.Remedy? {
        let later = try later()
        if later.isEmpty {
            let undone = try undone()
            if undone.isEmpty { return nil }
            if kind == .undo { return .init(kind: .redo, steps: undone, first: true) }
            return .init(kind: .redo, steps: own.union(undone).sorted())
        }
        if kind == .redo { return .init(kind: .undo, steps: later, first: true) }
        return .init(kind: .undo, steps: try closure(of: own.union(later)))
    }

    /// The steps that must be undone together with some steps, sorted.
    private func closure(of steps: Set<Int>) throws -> [Int] {
        var (all, rest) = (steps, Array(steps))
        while let step = rest.popLast() {
            for operation in try store.operationsInEffect(of: step) {
                for row in try store.rows(ofOperation: operation) {
                    for other in try store.laterSteps(than: row) where all.insert(other).inserted {
                        rest.append(other)
                    }
                }
            }
        }
        return all.sorted()
    }
}

extension UndoRefusal.Remedy {
    /// The most steps that a message names.
    private static let mostNamed = 10

    /// - Parameter isFirst: whether the command must come before the refused one.
    fileprivate init(kind: Operation.Kind, steps: [Int], first isFirst: Bool = false) {
        (self.kind, self.steps) = (kind, steps)
        let command = "'\(kind.verb) \(steps.map(String.init).joined(separator: " "))'"
        let all = steps.count == 2 ? "both" : "all of them"
        if steps.count > Self.mostNamed {
            text =
                "\(steps.count.grouped) steps must be \(kind == .undo ? "undone" : "redone") together"
        } else if isFirst {
            text = "\(command) first"
        } else {
            text =
                kind == .undo
                ? "\(command) takes \(all) back" : "\(command) brings all of them back"
        }
    }
}
