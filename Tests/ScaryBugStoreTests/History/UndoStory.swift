import TestSupport
import Testing

@testable import ScaryBugRecords
@testable import ScaryBugStore

/// A random sequence of commands in several sessions. A model says what each undo and redo must do.
struct UndoStory {
    /// The files of a document, or the preferences, by their paths inside it.
    private typealias Thing = [String: WorkspaceSnapshot.Entry]

    /// A step of the history with what it did, or what the last undo or redo of it did.
    private struct Step {
        let number: Int
        var before: [String: Thing] = [:]
        var after: [String: Thing] = [:]
        /// All that it changed, also what it changed back.
        var names: Set<String>
        var isUndone = false
        /// Counts changes, undos and redos.
        var order = 0
        /// The undo that took it back together with others.
        var together = 0

        mutating func exchange(_ name: String, for other: String) {
            names.remove(name)
            names.insert(other)
            before[other] = before.removeValue(forKey: name)
            after[other] = after.removeValue(forKey: name)
        }
    }

    private let bench: Bench
    private var dice: Dice
    private var sessions: [Workspace] = []
    private var steps: [Step] = []
    private var count = 0
    /// The actions so far, for messages.
    private var log: [String] = []
    private var highest = 1_000

    init(seed: Int) throws {
        bench = try Bench()
        dice = Dice(seed: seed)
        for _ in 0..<3 { sessions.append(try session()) }
    }

    private mutating func session() throws -> Workspace {
        // A session with an index has to follow the changes of other sessions.
        try bench.session(
            cache: dice.oneIn(3) ? "cache \(dice.roll(2))" : nil, gathersLines: dice.oneIn(2))
    }

    mutating func tell(rounds: Int) throws {
        do {
            for _ in 0..<rounds { try goOn() }
            try endWell()
        } catch { Issue.record("\(error)\n\(log.joined(separator: "\n"))") }
    }

    private mutating func goOn() throws {
        let index = dice.roll(sessions.count)
        switch dice.roll(20) {
        case 0: sessions[index] = try session()
        case 1: try meddle()
        case 2: try runScript(in: sessions[index])
        case 3: try runGroup(in: sessions[index])
        case 4, 5: try revert(.undo, [], in: sessions[index])
        case 6, 7: try revert(.redo, [], in: sessions[index])
        case 8, 9: try revert(.undo, some(isUndone: false), in: sessions[index])
        case 10, 11: try revert(.redo, some(isUndone: true), in: sessions[index])
        default: try change(in: sessions[index])
        }
    }

    /// Undoes all steps that can be undone, the newest first, and redoes all of them at once.
    private mutating func endWell() throws {
        for _ in steps where steps.contains(where: { !$0.isUndone }) {
            try revert(.undo, [], in: dice.pick(sessions))
        }
        let undone = steps.filter(\.isUndone).map(\.number)
        if !undone.isEmpty { try revert(.redo, undone, in: dice.pick(sessions)) }
        let findings = try bench.findings().filter { $0.contains("History") }
        try require(findings.isEmpty, "\(findings)")
    }

    private func require(_ isTrue: Bool, _ text: @autoclosure () -> String) throws {
        if !isTrue { throw TestFailure(text()) }
    }

    // MARK: States

    /// The documents and the preferences, by name.
    private func things() throws -> [String: Thing] {
        var things: [String: Thing] = [:]
        for (path, entry) in try WorkspaceSnapshot(of: bench).entries {
            let name = String(path.prefix { $0 != "/" })
            things[name, default: [:]][String(path.dropFirst(name.count))] = entry
        }
        return things
    }

    /// Whether two states are equal. The history has no permissions of files.
    private static func agree(_ left: Thing?, _ right: Thing?) -> Bool {
        left?.mapValues(\.withoutMode) == right?.mapValues(\.withoutMode)
    }

    private func expect(_ expected: [String: Thing]) throws {
        let present = try things()
        let wrong = Set(present.keys).union(expected.keys).filter {
            !Self.agree(present[$0], expected[$0])
        }
        try require(wrong.isEmpty, "\(wrong.sorted()) are not as expected")
    }

    // MARK: Steps

    /// Runs `body`, which may make one step.
    private mutating func step(
        _ name: String, in session: Workspace, _ body: (inout UndoStory) throws -> Void
    ) throws {
        log.append(name)
        let before = try things()
        let last = try bench.store()?.state.step ?? 0
        try body(&self)
        try session.commitBatch()
        let after = try things()
        let changed = Set(before.keys).union(after.keys).filter {
            !Self.agree(before[$0], after[$0])
        }
        let store = try bench.store()
        let number = store?.state.step ?? 0
        guard number > last, let store, try !store.isUndone(number) else {
            return try require(changed.isEmpty, "\(changed) changed, but no step says so")
        }
        var names: Set<String> = []
        for operation in try store.operations(of: number) {
            for row in try store.rows(ofOperation: operation) { names.formUnion(row.change.names) }
        }
        try require(number == last + 1, "several steps")
        try require(changed.isSubset(of: names), "\(changed) changed, not \(names)")
        count += 1
        steps.append(
            Step(
                number: number, before: before.filter { names.contains($0.key) },
                after: after.filter { names.contains($0.key) }, names: names, order: count))
        log[log.count - 1] += "  = step \(number) of \(names.sorted().joined(separator: ", "))"
    }

    private mutating func change(in session: Workspace) throws {
        let command = dice.pick(UndoCommand.allCases)
        try step("\(command)", in: session) { story in
            session.beginLine("\(command)")
            try command.run(in: session, of: story.bench, with: &story.dice)
        }
    }

    /// Adds a file as another program would. No undo removes it.
    private mutating func meddle() throws {
        let damage = dice.pick(UndoDamage.allCases)
        log.append("by hand: \(damage)")
        highest += 100
        try damage.inflict(on: bench, freeNumber: highest)
    }

    // MARK: Undo and redo

    /// The numbers of one or two steps.
    private mutating func some(isUndone: Bool) -> [Int] {
        let numbers = steps.filter { $0.isUndone == isUndone }.map(\.number)
        if numbers.isEmpty { return [] }
        return Array(Set((0...dice.roll(2)).map { _ in dice.pick(numbers) })).sorted()
    }

    /// The steps that `undo` or `redo` without numbers takes.
    private func newest(_ kind: Operation.Kind) -> [Int] {
        if kind == .undo { return steps.last { !$0.isUndone }.map { [$0.number] } ?? [] }
        let undone = steps.filter(\.isUndone)
        guard let last = undone.max(by: { $0.order < $1.order }) else { return [] }
        return undone.filter { $0.together == last.together }.map(\.number)
    }

    private func isInUse(_ name: String, _ state: [String: Thing]) -> Bool {
        guard let number = DocumentName(directoryName: name)?.number else { return false }
        return state.keys.contains { DocumentName(directoryName: $0)?.number == number }
    }

    /// What becomes of the workspace, and the documents that get other numbers; nil if the steps cannot
    /// be reverted.
    private func simulate(
        _ chosen: [Step]
    ) throws -> (state: [String: Thing], moved: [String: Thing])? {
        var state = try things()
        var moved: [String: Thing] = [:]
        for step in chosen {
            // A removed document leaves its number to a restored one.
            let names = step.names.sorted()
            for name in names.filter({ step.before[$0] == nil })
                + names.filter({ step.before[$0] != nil })
            {
                let (before, after) = (step.before[name], step.after[name])
                if let present = moved[name] {
                    guard Self.agree(present, after) else { return nil }
                    moved[name] = before
                } else if after == nil, isInUse(name, state) {
                    moved[name] = before
                } else {
                    guard Self.agree(state[name], after) else { return nil }
                    state[name] = before
                }
            }
        }
        return (state, moved)
    }

    private mutating func revert(
        _ kind: Operation.Kind, _ numbers: [Int], in session: Workspace
    ) throws {
        if kind == .redo, numbers.isEmpty, let step = try bench.store()?.lastUndoneSteps().first,
            !steps.contains(where: { $0.number == step })
        {
            // A script that undid all its lines is no step here.
            return
        }
        let verb = kind == .undo ? "undo" : "redo"
        log.append("\(verb) \(numbers)")
        let own = numbers.isEmpty ? newest(kind) : numbers
        let chosen = steps.filter { own.contains($0.number) }.sorted { $0.order > $1.order }
        let (before, simulated) = try (things(), simulate(chosen))
        let check = try DryRunCheck(of: session, bench)
        session.beginLine(verb)
        let reversal: Workspace.Reversal
        do {
            reversal = try check.run {
                try kind == .undo ? session.undo(numbers) : session.redo(numbers)
            }
        } catch let error as ScaryBugsError {
            log.append("  \(error)")
            try expect(before)
            try require(chosen.isEmpty || simulated == nil, "this must be possible")
            return try followAdvice(of: error.message, in: session)
        }
        try require(Set(reversal.steps.map(\.number)) == Set(own), "other steps: \(reversal)")
        guard let simulated else { return try goBack(kind, chosen, before, in: session) }
        var (state, names) = (simulated.state, [String: String]())
        let present = try things()
        for item in reversal.effects {
            guard let number = item.document?.number, let former = item.was,
                let new = present.keys.first(where: { $0.hasPrefix("\(number).") })
            else { continue }
            let name = "\(former)" + new.drop { $0 != "." }
            names[name] = new
            log.append("  \(name) is now \(names[name] ?? "")")
        }
        for (name, thing) in simulated.moved {
            try state[#require(names[name], "\(name) is lost")] = thing
        }
        try expect(state)
        try note(chosen, names)
    }

    /// Notes that steps were reverted, and the new names of documents whose numbers were taken.
    private mutating func note(_ chosen: [Step], _ names: [String: String]) throws {
        let together = count + 1
        for var step in chosen {
            for (name, new) in names where step.names.contains(name) {
                step.exchange(name, for: new)
            }
            try followNames(of: &step)
            count += 1
            (step.before, step.after) = (step.after, step.before)
            step.isUndone.toggle()
            (step.order, step.together) = (count, together)
            steps[steps.firstIndex { $0.number == step.number } ?? 0] = step
        }
    }

    /// A document that came and went may have another number now, and nothing tells it.
    private func followNames(of step: inout Step) throws {
        let present = try names(ofReversionOf: step.number)
        for new in present.subtracting(step.names).sorted() {
            let name = step.names.subtracting(present).sorted().first {
                $0.drop { $0 != "." } == new.drop { $0 != "." }
            }
            if let name { step.exchange(name, for: new) }
        }
    }

    /// The names in the operation that reverted a step.
    private func names(ofReversionOf step: Int) throws -> Set<String> {
        guard let store = try bench.store() else { return [] }
        let ids = try store.lastUndo(of: step).map { [$0] } ?? store.operationsInEffect(of: step)
        return try ids.reduce(into: []) { names, id in
            for row in try store.rows(ofOperation: id) { names.formUnion(row.change.names) }
        }
    }

    /// The workspace knows that files were not changed where the model only knows that the document was.
    /// Then the opposite must bring everything back.
    private mutating func goBack(
        _ kind: Operation.Kind, _ chosen: [Step], _ before: [String: Thing], in session: Workspace
    ) throws {
        log.append("  and back")
        let present = try things()
        let names = try chosen.reduce(into: Set<String>()) {
            $0.formUnion(try self.names(ofReversionOf: $1.number).union($1.names))
        }
        for (name, thing) in before where !names.contains(name) {
            try require(Self.agree(thing, present[name]), "\(name) is no part of this")
        }
        let numbers = chosen.map(\.number)
        _ = try kind == .undo ? session.redo(numbers) : session.undo(numbers)
        try expect(before)
        let together = count + 1
        for step in chosen.reversed() {
            count += 1
            let index = steps.firstIndex { $0.number == step.number } ?? 0
            steps[index].order = count
            if kind == .redo { steps[index].together = together }
            try followNames(of: &steps[index])
        }
    }

    /// An error names the steps that must be reverted together.
    private mutating func followAdvice(of message: String, in session: Workspace) throws {
        for (verb, kind) in [("undo", Operation.Kind.undo), ("redo", .redo)] {
            guard let advice = message.firstRange(of: "'\(verb) ") else { continue }
            let words = message[advice.upperBound...].prefix { $0 != "'" }
            let numbers = words.split(separator: " ").compactMap { Int($0) }
            let state = kind == .redo
            let open = steps.filter { numbers.contains($0.number) && $0.isUndone == state }
            guard open.count == numbers.count else { continue }
            let earlier = log.count
            try revert(kind, numbers, in: session)
            let isRefused = log[earlier...].dropFirst().first?.contains("nothing was changed")
            try require(isRefused != true, "the advice is wrong")
            return
        }
    }

    // MARK: Scripts and groups

    private mutating func runScript(in session: Workspace) throws {
        try step("script", in: session) { story in
            session.beginScript("a.bugs")
            var states: [[String: Thing]] = []
            for line in 1...(2 + story.dice.roll(5)) {
                let command = story.dice.pick(UndoCommand.allCases)
                switch story.dice.roll(8) {
                case 0:
                    guard let state = states.popLast() else { break }
                    try story.undoLine(line, to: state, in: session)
                case 1:
                    let before = try story.things()
                    try story.runGroupLines(in: session, lines: [line])
                    if try story.things() != before { states = [] }
                default:
                    story.log.append("  \(command)")
                    let isCounted = story.dice.oneIn(2)
                    if isCounted { try session.commitBatch() }
                    let before = try story.things()
                    session.beginLine("\(command)", lines: [line])
                    try command.run(in: session, of: story.bench, with: &story.dice)
                    if isCounted { try session.commitBatch() }
                    if session.hasChangedInLine {
                        if isCounted { states.append(before) } else { states = [] }
                    }
                }
            }
            try session.endScript()
        }
    }

    /// Undoes the newest line of a script and, sometimes, redoes it.
    private mutating func undoLine(
        _ line: Int, to state: [String: Thing], in session: Workspace
    ) throws {
        log.append("  undo")
        let before = try things()
        session.beginLine("undo", lines: [line])
        try session.undo()
        try expect(state)
        guard dice.oneIn(2) else { return }
        log.append("  redo, undo")
        try session.redo()
        try expect(before)
        try session.undo()
        try expect(state)
    }

    private mutating func runGroup(in session: Workspace) throws {
        try step("begin", in: session) { story in try story.runGroupLines(in: session) }
    }

    private mutating func runGroupLines(in session: Workspace, lines: [Int] = []) throws {
        try session.commitBatch()
        let before = try things()
        try session.beginGroup()
        for _ in 0..<dice.roll(4) {
            let command = dice.pick(UndoCommand.allCases)
            log.append("  \(command)")
            session.beginLine("\(command)", lines: lines)
            try command.run(in: session, of: bench, with: &dice)
        }
        if dice.oneIn(2) {
            log.append("  rollback")
            try session.rollBackGroup()
            try expect(before)
        } else {
            log.append("  commit")
            try session.commitGroup()
        }
    }
}

extension WorkspaceSnapshot.Entry {
    fileprivate var withoutMode: Self {
        switch self {
        case .directory: .directory(mode: 0)
        case .file(let bytes, _): .file(bytes, mode: 0)
        case .other: .other
        }
    }
}

extension WorkspaceChange {
    /// The names of what changes, as a snapshot has them.
    fileprivate var names: [String] {
        var paths = [path]
        if case .move(_, let target) = self { paths.append(target) }
        return paths.compactMap { path in
            let parts = path.text.split(separator: "/").map(String.init)
            if parts.count > 1 { return parts[0] == Workspace.documentsName ? parts[1] : nil }
            return parts.first
        }
    }
}
