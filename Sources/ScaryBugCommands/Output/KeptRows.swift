import ScaryBugs

/// The first rows of a list, for their second visit. Finding them in the index again takes longer.
struct KeptRows: ~Copyable {
    /// A row of a document that can be read. It is valid as long as the rows are.
    struct Row: ListedRow {
        fileprivate let head: Head
        let title: UnsafeRawBufferPointer
        let tags: UnsafeRawBufferPointer

        var name: DocumentName { DocumentName(indexID: head.id) }
        var number: Int { DocumentName.number(indexID: head.id) }
        var rating: Float? { head.rating }
        var problem: String? { nil }
    }

    /// The part of a row that has a fixed size. Its texts follow.
    fileprivate struct Head {
        let id: Int64
        let rating: Float?
        let titleSize: Int32
        let tagsSize: Int32
    }

    /// Enough for about 150,000 rows. What isn't used takes no memory.
    private static let size = 8 << 20

    private let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.size, alignment: 8)
    private var used = 0
    private(set) var count = 0
    private var isOpen = true

    deinit { memory.deallocate() }

    /// Keeps a row, up to the first one that has a problem, or for which there is no room.
    mutating func keep(_ row: Workspace.Row) -> Row? {
        guard isOpen, row.problem == nil else {
            isOpen = false
            return nil
        }
        let (title, tags) = (row.title, row.tags)
        let head = Head(
            id: row.id, rating: row.rating, titleSize: Int32(truncatingIfNeeded: title.count),
            tagsSize: Int32(truncatingIfNeeded: tags.count))
        let start = used
        let text = start + MemoryLayout<Head>.size
        guard title.count + tags.count <= memory.count - text else {
            isOpen = false
            return nil
        }
        memory.storeBytes(of: head, toByteOffset: start, as: Head.self)
        UnsafeMutableRawBufferPointer(rebasing: memory[text...]).copyMemory(from: title)
        UnsafeMutableRawBufferPointer(rebasing: memory[(text + title.count)...])
            .copyMemory(from: tags)
        used = text + title.count + tags.count
        count += 1
        return self.row(at: start, head)
    }

    /// Calls `body` with the kept rows.
    func visit(_ body: (Row) throws -> Void) rethrows {
        var start = 0
        while start < used {
            let head = memory.loadUnaligned(fromByteOffset: start, as: Head.self)
            try body(row(at: start, head))
            start += MemoryLayout<Head>.size + Int(head.titleSize) + Int(head.tagsSize)
        }
    }

    private func row(at start: Int, _ head: Head) -> Row {
        let title = start + MemoryLayout<Head>.size
        let tags = title + Int(head.titleSize)
        return Row(
            head: head, title: UnsafeRawBufferPointer(rebasing: memory[title..<tags]),
            tags: UnsafeRawBufferPointer(rebasing: memory[tags..<(tags + Int(head.tagsSize))]))
    }
}
