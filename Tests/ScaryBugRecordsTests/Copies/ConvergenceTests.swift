import Foundation
import TestSupport
import Testing

@testable import ScaryBugRecords

/// Copies become equal when all have met, and nobody's value is lost silently.
///
/// `SCARYBUGS_EXCHANGE_SEEDS=3` runs three large exchanges of each sort instead of small ones, and
/// `SCARYBUGS_EXCHANGE_SEEDS=12,96` those two.
@Suite struct ConvergenceTests {
    private static let chosen = ProcessInfo.processInfo.environment["SCARYBUGS_EXCHANGE_SEEDS"]

    private static let seeds: [Int] = {
        let list = (chosen ?? "4").split(separator: ",").compactMap { Int($0) }
        return list.count == 1 ? Array(0..<list[0]) : list
    }()

    /// Many documents, and few that everybody edits.
    private static let exchanges: [CopySimulation.Settings] =
        chosen == nil
        ? [.init(users: 4, documents: 6, edits: 60, silent: 1)]
        : [.init(), .init(documents: 40), .init(hot: 40)]

    @Test(arguments: seeds, exchanges.indices)
    func `copies become equal, with the conflicts of an exact history`(
        seed: Int, exchange: Int
    ) throws {
        var simulation = try CopySimulation(seed: seed, Self.exchanges[exchange])
        try simulation.run()
        try simulation.check()
        #expect(simulation.relations.count == 4, "each relation must come up")
        try checkLaws(of: simulation)
    }

    @Test(arguments: seeds)
    func `nobody's value is taken back by an undo of somebody else`(seed: Int) throws {
        var simulation = try CopySimulation(
            seed: seed, .init(users: 4, documents: 4, edits: 120, silent: 1, undo: 3))
        try simulation.run()
        try simulation.check()
    }

    @Test(arguments: seeds, [1, 4])
    func `two clones of a disk lose nothing`(seed: Int, silent: Int) throws {
        var simulation = try CopySimulation(
            seed: seed,
            .init(users: 4, documents: 6, edits: 80, silent: silent, hasClone: true))
        try simulation.run()
        try simulation.check()
        let keys = simulation.users.map(\.workspaceKey)
        #expect(silent > 1 || Set(keys).count == keys.count, "no clone has another key")
    }

    /// Joins of states are commutative, associative and idempotent, and their texts lose nothing.
    private func checkLaws(of simulation: CopySimulation) throws {
        var dice = simulation.dice
        #expect(simulation.reached.values.contains { $0.count > 1 })
        for (_, states) in simulation.reached.sorted(by: { $0.key < $1.key }) {
            for state in states {
                #expect(try CopyState(text: state.text()) == state)
                #expect(state.join(state) == state)
            }
            for _ in 0..<min(50, states.count * states.count) {
                let (first, second) = (dice.pick(states), dice.pick(states))
                let third = dice.pick(states)
                let joined = first.join(second)
                #expect(joined == second.join(first))
                #expect(joined.join(first) == joined)
                #expect(joined.join(third) == first.join(second.join(third)))
            }
        }
    }
}
