import Fuzzing

@testable import ScaryBugFormats
@testable import ScaryBugRecords
@testable import ScaryBugStore
@testable import ScaryBugs

/// A text about the changes of a document is read or refused. A copy with any such text is merged or
/// refused, and the result can be read.
@main
enum CopyStateFuzzer {
    static func main() throws {
        guard let author = Author(text: "alice-7f3a8b21.1") else { return }
        let documents = try ["Ant", "Bee"].map { title in
            var data = try DocumentData(new: .bug, now: Timestamp(secondsSince1970: 1_767_225_600))
            try data.set(.text(title), for: .title)
            return data
        }
        fuzz { bytes in
            let texts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
                .map { String(decoding: $0, as: UTF8.self) }
            for text in texts { try verifyReading(of: text) }
            var copies = documents
            for (index, text) in texts.enumerated() {
                try copies[index].store(.string(text), forKey: CopyState.key)
            }
            let files = ContentVersion([])
            let present = KnownCopy(copies[0], files, exchanged: nil, author: author)
            let incoming = KnownCopy(incoming: copies[1], files, to: present)
            do {
                let merge = try CopyMerge(of: present, with: incoming)
                if merge.relation.isChanging { _ = try merge.data.changes() }
                _ = merge.data.conflicts
            } catch let error as ScaryBugsError where error.code == .limitExceeded {}
        }
    }

    private static func verifyReading(of text: String) throws {
        guard let state = try? CopyState(text: text) else { return }
        let written = state.text()
        let again = try CopyState(text: written)
        verify(again == state, "\(text) became \(written)")
        verify(state.join(state).times == state.times, "\(text) knows more of itself")
    }
}
