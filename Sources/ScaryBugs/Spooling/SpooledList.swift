/// A list in an unnamed temporary file. Only its end is in memory, so a million elements take little
/// more memory than a thousand.
struct SpooledList<Element: Spoolable> {
    private var file: SpoolFile?
    private var ends: [Int] = []
    /// The end of the elements in the file.
    private var written = 0
    /// The elements that are not in the file yet.
    private var writer = SpoolWriter()

    /// The most bytes that wait in memory.
    private static var mostWaiting: Int { 64 << 10 }

    var count: Int { ends.count }
    var indices: Range<Int> { 0..<count }

    mutating func append(_ element: Element) throws {
        element.write(to: &writer)
        ends.append(written + writer.bytes.count)
        guard writer.bytes.count > Self.mostWaiting else { return }
        let file = try self.file ?? SpoolFile()
        try file.file.write(writer.bytes, at: Int64(written))
        self.file = file
        written += writer.bytes.count
        writer.removeBytes(keepingRoomFor: Self.mostWaiting)
    }

    mutating func removeAll(after count: Int) {
        guard count < self.count else { return }
        ends.removeSubrange(count...)
        let end = ends.last ?? 0
        writer.removeBytes(after: max(0, end - written))
        written = min(written, end)
    }

    func element(at index: Int) throws -> Element {
        let (start, end) = (index == 0 ? 0 : ends[index - 1], ends[index])
        if start >= written {
            var reader = SpoolReader(writer, writer.bytes[(start - written)..<(end - written)])
            return try Element(from: &reader)
        }
        guard let file else { throw SpoolReader.damage }
        let bytes = try file.file.bytes(at: Int64(start), count: end - start)
        var reader = SpoolReader(writer, bytes[...])
        return try Element(from: &reader)
    }

    /// The elements by ascending key. Those with equal keys keep their order.
    func sorted(by key: (Element) -> Int) throws -> SpooledList {
        let keys = try indices.map { try key(element(at: $0)) }
        var sorted = SpooledList()
        for index in indices.sorted(by: { (keys[$0], $0) < (keys[$1], $1) }) {
            try sorted.append(element(at: index))
        }
        return sorted
    }
}

/// A file that the copies of a list share.
private final class SpoolFile: Sendable {
    let file: File

    init() throws {
        file = try File.temporary()
    }
}
