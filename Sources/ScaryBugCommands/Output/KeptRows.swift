import Glibc
import ScaryBugs

/// The first rows of a list, for their second visit. Finding them in the index again takes longer.
struct KeptRows: ~Copyable {
    /// A row of a document that can be read. It is valid as long as the rows are.
    struct Row: ListedRow {
        fileprivate let head: Head
        fileprivate let titleBytes: UnsafeRawBufferPointer
        fileprivate let tagsBytes: UnsafeRawBufferPointer

        var name: DocumentName { head.name }
        var title: ListCell { head.isTitlePlain ? .plain(titleBytes) : .text(titleBytes) }
        var rating: Float? { head.rating }
        var tags: ListCell { head.areTagsPlain ? .plain(tagsBytes) : .text(tagsBytes) }
        var problem: String? { nil }
    }

    /// The part of a row that has a fixed size. Its texts follow.
    fileprivate struct Head {
        let name: DocumentName
        let rating: Float?
        let isTitlePlain: Bool
        let areTagsPlain: Bool
        let titleSize: UInt16
        let tagsSize: UInt16
    }

    /// Enough for about 150,000 rows. What isn't used takes no memory.
    private static let size = 8 << 20

    /// The size of Linux's large pages on most machines.
    private static let largePage = 2 << 20

    private let memory = UnsafeMutableRawPointer.allocate(
        byteCount: Self.size, alignment: Self.largePage)
    private var used = 0
    private(set) var count = 0
    private var isOpen = true

    deinit { memory.deallocate() }

    /// Keeps a row, up to the first one that has a problem or a very long text, or for which there is
    /// no room.
    mutating func keep(_ row: Workspace.Row) -> Row? {
        guard isOpen, let kept = copy(row) else {
            isOpen = false
            return nil
        }
        return kept
    }

    private mutating func copy(_ row: Workspace.Row) -> Row? {
        let (title, tags) = (row.titleBytes, row.tagsBytes)
        let end = used + MemoryLayout<Head>.size + title.count + tags.count
        // A document that can't be read has no title, so few rows have to be asked for a problem.
        guard end <= Self.size, !title.isEmpty || row.problem == nil,
            let titleSize = UInt16(exactly: title.count),
            let tagsSize = UInt16(exactly: tags.count)
        else { return nil }
        let head = Head(
            name: row.name, rating: row.rating, isTitlePlain: TerminalText.isPlain(title),
            areTagsPlain: TerminalText.isPlain(tags), titleSize: titleSize, tagsSize: tagsSize)
        if used < Self.largePage, end >= Self.largePage { useLargePages() }
        memory.storeBytes(of: head, toByteOffset: used, as: Head.self)
        let copy = self.row(at: used, head)
        UnsafeMutableRawBufferPointer(mutating: copy.titleBytes).copyMemory(from: title)
        UnsafeMutableRawBufferPointer(mutating: copy.tagsBytes).copyMemory(from: tags)
        used = end
        count += 1
        return copy
    }

    /// Lets the system give large pages after the first of them. A list that is this long gets its
    /// memory faster then, and a short list doesn't take a large page.
    private func useLargePages() {
        madvise(memory + Self.largePage, Self.size - Self.largePage, MADV_HUGEPAGE)
    }

    func visit(_ body: (Row) throws -> Void) rethrows {
        var start = 0
        while start < used {
            let head = memory.loadUnaligned(fromByteOffset: start, as: Head.self)
            try body(row(at: start, head))
            start += MemoryLayout<Head>.size + Int(head.titleSize) + Int(head.tagsSize)
        }
    }

    private func row(at start: Int, _ head: Head) -> Row {
        let title = memory + start + MemoryLayout<Head>.size
        let (titleSize, tagsSize) = (Int(head.titleSize), Int(head.tagsSize))
        return Row(
            head: head, titleBytes: UnsafeRawBufferPointer(start: title, count: titleSize),
            tagsBytes: UnsafeRawBufferPointer(start: title + titleSize, count: tagsSize))
    }
}
