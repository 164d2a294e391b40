import Foundation
import Testing

/// Undoing a step restores every byte from before it, and redoing restores every byte from after
/// it.
///
/// `SCARYBUGS_UNDO_SEEDS=1000` runs that number of stories.
@Suite struct UndoStoryTests {
    private static let seeds: Range<Int> = {
        let more = ProcessInfo.processInfo.environment["SCARYBUGS_UNDO_SEEDS"].flatMap(Int.init)
        return 0..<(more ?? 8)
    }()

    @Test(arguments: seeds)
    func `a story is undone and redone step by step`(seed: Int) throws {
        var story = try UndoStory(seed: seed)
        try story.tell(rounds: 25)
    }
}
