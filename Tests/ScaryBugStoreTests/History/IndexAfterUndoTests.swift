import TestSupport
import Testing

@testable import ScaryBugFormats
@testable import ScaryBugStore

/// The index follows the history through undo and redo.
@Suite struct IndexAfterUndoTests {
    private let index: IndexBench

    init() throws { index = try IndexBench() }

    @Test(arguments: ["cache", "another cache"])
    func `undo and redo show in every session`(cache: String) throws {
        let sessions = try ["cache", "cache", "another cache"].map { try index.session(cache: $0) }
        try sessions[0].addEach("Scary a", "Scary b", "Scary c")
        for session in sessions { try index.expectAgreement(in: session) }
        let epoch = try index.bench.store()?.state.epoch

        let actor = try index.session(cache: cache)
        try actor.rename(1, "Scary d")
        try actor.line("delete") { _ = try actor.delete([actor.documentName(2)]) }
        try actor.line("image") {
            let picture = try PictureFile(path: index.bench.directory.path("a.jpg"))
            _ = try actor.edit(3, [], picture: .replace(picture))
        }
        for step in [actor.undo, actor.undo, actor.redo, actor.undo, actor.undo, actor.redo] {
            _ = try step([], nil)
            for session in sessions { try index.expectAgreement(in: session) }
        }
        try actor.redo([5, 6])
        for session in sessions { try index.expectAgreement(in: session) }
        try actor.beginGroup()
        try actor.rename(1, "Scary e")
        try index.expectAgreement(in: sessions[2])
        try actor.rollBackGroup()
        for session in sessions { try index.expectAgreement(in: session) }
        // No session took these changes for another program's.
        #expect(try index.bench.store()?.state.epoch == epoch)
    }

    @Test func `an index that lags behind a forgotten history compares everything`() throws {
        let session = try index.session()
        try session.addEach("Scary a", "Scary b")
        try index.expectAgreement(in: session)
        let other = try index.session(cache: "another cache")
        try other.rename(1, "Scary c")
        try other.forgetHistory()
        try other.rename(2, "Scary d")
        try index.expectAgreement(in: session)
    }
}
