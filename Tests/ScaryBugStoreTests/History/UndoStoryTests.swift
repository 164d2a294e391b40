import Foundation
import Testing

/// Undoing steps restores every byte from before them, and redoing restores every byte from after
/// them. Other documents stay as they are.
///
/// `SCARYBUGS_UNDO_SEEDS=1000` runs that number of stories, and `SCARYBUGS_UNDO_SEEDS=12,96` those two.
@Suite struct UndoStoryTests {
    private static let seeds: [Int] = {
        let seeds = ProcessInfo.processInfo.environment["SCARYBUGS_UNDO_SEEDS"] ?? "8"
        let list = seeds.split(separator: ",").compactMap { Int($0) }
        return list.count == 1 ? Array(0..<list[0]) : list
    }()

    @Test(arguments: seeds)
    func `a story is undone and redone`(seed: Int) throws {
        var story = try UndoStory(seed: seed)
        try story.tell(rounds: 25)
    }
}
