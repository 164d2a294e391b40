import Foundation
import TestSupport
import Testing

@testable import ScaryBugStore

/// The index shows every change of documents immediately, whichever session makes it.
///
/// `SCARYBUGS_INDEX_SEEDS=1000` runs that number of stories.
@Suite struct IndexChangesTests {
    private let index: IndexBench

    init() throws { index = try IndexBench() }

    /// Sessions that make changes, by the directory of their index.
    private static let actors: [String?] = ["cache", "another cache", nil]

    @Test(arguments: IndexStep.allCases, actors)
    func `a step shows in every session`(step: IndexStep, cache: String?) throws {
        var dice = Dice(seed: 1)
        let watcher = try index.session()
        for _ in 1...3 { try IndexStep.add.run(in: watcher, of: index.bench, with: &dice) }
        try index.expectAgreement(in: watcher)
        let actor = try index.session(cache: cache)
        if step == .setField {
            try IndexStep.addField.run(in: actor, of: index.bench, with: &dice)
        }
        for _ in 1...2 { try step.run(in: actor, of: index.bench, with: &dice) }
        if cache != nil { try index.expectAgreement(in: actor) }
        // The watcher doesn't know the new field yet, so its first list is read from the files.
        _ = try watcher.documentCount()
        try index.expectAgreement(in: watcher)
        try index.expectAgreement(in: index.session())
    }

    @Test(arguments: IndexStep.ByHand.allCases)
    func `changes by other programs to directories are noticed`(step: IndexStep.ByHand) throws {
        var dice = Dice(seed: 2)
        let session = try index.session()
        for _ in 1...5 { try session.add("Scary \(dice.roll(1_000))") }
        try index.expectAgreement(in: session)
        for _ in 1...4 {
            let before = try index.truth()
            // A document exchanged with itself changes nothing, so tries again.
            while try index.truth() == before { try step.run(in: index.bench, with: &dice) }
            try index.expectAgreement(in: session)
            try index.expectAgreement(in: index.session())
        }
    }

    /// The history has a change before and after, but not this one.
    @Test(arguments: IndexStep.ByHand.allCases)
    func `what other hands do between two changes is noticed`(step: IndexStep.ByHand) throws {
        var dice = Dice(seed: 3)
        let watcher = try index.session()
        for _ in 1...5 { try watcher.add("Scary \(dice.roll(1_000))") }
        let actor = try index.session(cache: "another cache")
        for _ in 1...4 {
            try index.expectAgreement(in: watcher)
            try actor.add("Scary before")
            let before = try index.truth()
            while try index.truth() == before { try step.run(in: index.bench, with: &dice) }
            try actor.add("Scary after")
        }
        try index.expectAgreement(in: watcher)
    }

    private static let seeds: Range<Int> = {
        let more = ProcessInfo.processInfo.environment["SCARYBUGS_INDEX_SEEDS"].flatMap(Int.init)
        return 0..<(more ?? 4)
    }()

    /// Long-running sessions of all kinds, with changes by other programs in between.
    @Test(arguments: seeds)
    func `a story that many sessions tell`(seed: Int) throws {
        var dice = Dice(seed: seed)
        var sessions = try Self.actors.flatMap { cache in
            try (1...3).map { _ in try index.session(cache: cache) }
        }
        try sessions[0].add("Scary first")
        for _ in 0..<40 {
            if dice.oneIn(5) {
                try dice.pick(IndexStep.ByHand.allCases).run(in: index.bench, with: &dice)
            } else if dice.oneIn(10) {
                sessions[dice.roll(sessions.count)] = try index.session(
                    cache: dice.pick(Self.actors))
            } else {
                let session = dice.pick(sessions)
                for _ in 0...dice.roll(3) {
                    try dice.pick(IndexStep.allCases).run(
                        in: session, of: index.bench, with: &dice)
                }
            }
            guard dice.oneIn(2) else { continue }
            let watcher = dice.pick(sessions)
            // If another session has different custom fields, the watcher reads the files instead.
            if let rows = try index.rows(of: watcher) { #expect(try rows == index.truth()) }
            #expect(
                try index.numbers(["scary", "sort:-title"], in: watcher)
                    == index.numbers(["scary", "sort:-title"], in: index.session(cache: nil)))
        }
        for cache in ["cache", "another cache"] {
            try index.expectAgreement(in: index.session(cache: cache))
        }
    }
}
