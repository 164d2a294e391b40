import Foundation
import Testing

/// Undoing steps restores every byte from before them, and redoing restores every byte from after
/// them. Other documents stay as they are.
///
/// `SCARYBUGS_UNDO_SEEDS=1000` runs that number of stories.
@Suite struct UndoStoryTests {
    private static let seeds: Range<Int> = {
        let more = ProcessInfo.processInfo.environment["SCARYBUGS_UNDO_SEEDS"].flatMap(Int.init)
        return 0..<(more ?? 8)
    }()

    @Test(arguments: seeds)
    func `a story is undone and redone`(seed: Int) throws {
        var story = try UndoStory(seed: seed)
        try story.tell(rounds: 25)
    }
}
