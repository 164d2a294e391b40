import TestSupport
import Testing

@testable import ScaryBugs

/// A random sequence of commands in several sessions, and the states that each step must restore.
struct UndoStory {
    private let bench: Bench
    private var dice: Dice
    private var sessions: [Workspace] = []
    /// The states before the steps that can be undone, the newest last.
    private var past: [WorkspaceSnapshot] = []
    /// The states after the steps that can be redone, the next one last.
    private var future: [WorkspaceSnapshot] = []
    /// The actions so far, for messages.
    private var log: [String] = []
    private var highest = 1_000

    init(seed: Int) throws {
        bench = try Bench()
        dice = Dice(seed: seed)
        for _ in 0..<3 { sessions.append(try session()) }
    }

    private mutating func session() throws -> Workspace {
        // A session with an index, which has to follow the changes of other sessions.
        Workspace(
            home: bench.home, user: try UserName("alice"),
            durability: dice.oneIn(8) ? .eachChange : .batched,
            cachePath: dice.oneIn(3) ? bench.directory.path("cache \(dice.roll(2))") : nil)
    }

    /// Runs the sequence, then undoes all of it and redoes all of it.
    mutating func tell(rounds: Int) throws {
        do {
            for _ in 0..<rounds { try goOn() }
            try endWell()
        } catch { fail("\(error)") }
    }

    private mutating func goOn() throws {
        let index = dice.roll(sessions.count)
        switch dice.roll(20) {
        case 0: sessions[index] = try session()
        case 1: try meddle()
        case 2: try runScript(in: sessions[index])
        case 3: try runGroup(in: sessions[index])
        case 4, 5: try undo(1 + dice.roll(3), in: sessions[index])
        case 6, 7: try redo(1 + dice.roll(3), in: sessions[index])
        default: try change(in: sessions[index])
        }
    }

    private mutating func endWell() throws {
        let all = past.count
        while !past.isEmpty { try undo(1, in: dice.pick(sessions)) }
        #expect(throws: ScaryBugsError.self) { try sessions[0].undo() }
        if all > 0 { try redo(all, in: dice.pick(sessions)) }
        while !past.isEmpty { try undo(1 + dice.roll(past.count), in: dice.pick(sessions)) }
        while !future.isEmpty { try redo(1, in: dice.pick(sessions)) }
        #expect(throws: ScaryBugsError.self) { try sessions[0].redo() }
        try expectSoundHistory()
    }

    private func expectSoundHistory() throws {
        var findings: [String] = []
        _ = try bench.workspace().check { finding in
            if finding.path.hasPrefix("History") { findings.append("\(finding)") }
        }
        #expect(findings.isEmpty, "\(log)")
    }

    private func fail(_ message: String) {
        Issue.record("\(message)\n\(log.joined(separator: "\n"))")
    }

    // MARK: Steps

    /// Runs a command as a line of a session, or of a script.
    private mutating func change(in session: Workspace, lines: [Int] = []) throws {
        let command = dice.pick(UndoCommand.allCases)
        try step("\(command)") { story in
            session.beginLine("\(command)", lines: lines)
            try command.run(in: session, of: story.bench, with: &story.dice)
        }
    }

    /// Runs commands that form one step if they change anything.
    ///
    /// - Parameter isMany: whether there are several commands.
    private mutating func step(
        _ name: String, isMany: Bool = false, _ body: (inout UndoStory) throws -> Void
    ) throws {
        log.append(name)
        let before = try WorkspaceSnapshot(of: bench)
        let changes = try appliedChanges()
        try body(&self)
        let after = try WorkspaceSnapshot(of: bench)
        if after != before {
            past.append(before)
            future = []
        } else if try appliedChanges() != changes {
            guard isMany else { return fail("'\(name)' is a step and changed nothing") }
            // Changes that cancel each other still form a step.
            past.append(before)
            future = []
        }
    }

    /// The number of changes in the steps that are not undone.
    private func appliedChanges() throws -> Int {
        try bench.workspace().history().steps.reduce(0) { $0 + ($1.isUndone ? 0 : $1.changeCount) }
    }

    private mutating func undo(_ count: Int, in session: Workspace) throws {
        let check = try DryRunCheck(of: session, bench)
        try travel(count, "undo", from: \.past, to: \.future, in: session) {
            try check.run(session.planned { try session.forEachChange(undoing: count, $0) }) {
                try session.undo(count)
            }
        }
    }

    private mutating func redo(_ count: Int, in session: Workspace) throws {
        let check = try DryRunCheck(of: session, bench)
        try travel(count, "redo", from: \.future, to: \.past, in: session) {
            try check.run(session.planned { try session.forEachChange(redoing: count, $0) }) {
                try session.redo(count)
            }
        }
    }

    /// Undoes or redoes a number of steps. If there are fewer, expects an error and no change.
    private mutating func travel(
        _ count: Int, _ command: String,
        from source: WritableKeyPath<UndoStory, [WorkspaceSnapshot]>,
        to target: WritableKeyPath<UndoStory, [WorkspaceSnapshot]>,
        in session: Workspace, _ body: () throws -> Void
    ) throws {
        log.append("\(command) \(count)")
        let state = try WorkspaceSnapshot(of: bench)
        session.beginLine(command)
        guard count <= self[keyPath: source].count else {
            #expect(throws: ScaryBugsError.self) { try body() }
            return try expect(state)
        }
        try body()
        self[keyPath: target].append(state)
        for _ in 1..<count {
            self[keyPath: target].append(self[keyPath: source].removeLast())
        }
        try expect(self[keyPath: source].removeLast())
    }

    private func expect(_ state: WorkspaceSnapshot) throws {
        let present = try WorkspaceSnapshot(of: bench)
        guard present != state else { return }
        throw TestFailure("differs in \(present.differences(from: state))")
    }

    /// Adds a file as another program would. No undo removes it.
    private mutating func meddle() throws {
        let damage = dice.pick(UndoDamage.allCases)
        log.append("by hand: \(damage)")
        let before = try WorkspaceSnapshot(of: bench)
        highest += 100
        try damage.inflict(on: bench, freeNumber: highest)
        let added = try WorkspaceSnapshot(of: bench).added(since: before)
        for index in past.indices { past[index].add(added) }
        for index in future.indices { future[index].add(added) }
    }

    // MARK: Scripts and groups

    private mutating func runScript(in session: Workspace) throws {
        log.append("script")
        let outer = past
        past = []
        var hasChanged = false
        session.beginScript("a.bugs")
        for line in 1...(2 + dice.roll(5)) {
            switch dice.roll(8) {
            case 0 where !past.isEmpty: try undo(1 + dice.roll(past.count), in: session)
            case 1 where hasChanged && !future.isEmpty:
                try redo(1 + dice.roll(future.count), in: session)
            case 2: try runGroup(in: session, lines: [line])
            case 3:
                try step("source", isMany: true) { story in
                    let known = (story.past, story.future)
                    for inner in 1...3 { try story.change(in: session, lines: [line, inner]) }
                    (story.past, story.future) = known
                }
            default: try change(in: session, lines: [line])
            }
            hasChanged = hasChanged || !past.isEmpty
        }
        // The script redoes the steps that are still undone.
        if hasChanged, !future.isEmpty { try redo(future.count, in: session) }
        try session.endScript()
        log.append("end of script")
        past = outer + past.prefix(1)
    }

    private mutating func runGroup(in session: Workspace, lines: [Int] = []) throws {
        let before = try WorkspaceSnapshot(of: bench)
        try step("begin", isMany: true) { story in
            session.beginGroup()
            for _ in 0..<story.dice.roll(4) {
                let command = story.dice.pick(UndoCommand.allCases)
                story.log.append("  \(command)")
                session.beginLine("\(command)", lines: lines)
                try command.run(in: session, of: story.bench, with: &story.dice)
            }
            if story.dice.oneIn(2) {
                story.log.append("rollback")
                try session.rollBackGroup()
                try story.expect(before)
            } else {
                story.log.append("commit")
                try session.commitGroup()
            }
        }
    }
}
