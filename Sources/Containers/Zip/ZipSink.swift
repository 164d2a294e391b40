import SystemFiles
import SystemPackage

/// Writes the output of libarchive's ZIP writer to a file or a pipe, without reading it back.
///
/// libarchive writes an entry's time both in UTC and in local time, so the same document would give
/// different files in different time zones. `TZ` applies to the whole process and can't be changed
/// here. So the sink replaces the local times in the headers with UTC.
final class ZipSink {
    private let descriptor: FileDescriptor
    private let name: String
    /// Bytes that are not written yet.
    private var pending: [UInt8] = []
    private var headerStart = 0
    /// The times of the entries, in the order of their records in the directory.
    private var times: [DOSTime] = []
    /// The number of records of the directory that were written.
    private var recordCount = 0
    private var isInDirectory = false

    /// The error of the first failed write. The sink accepts and discards all later pieces, because
    /// libarchive leaks memory after it has seen an error.
    private(set) var error: (any Error)?
    private var isGivenUp = false

    /// More bytes than any header or record has.
    private static let capacity = 1 << 18

    /// - Parameter file: kept open by the caller while the sink is in use.
    init(_ file: borrowing File) {
        descriptor = file.descriptor
        name = file.name
    }

    /// Receives a piece from libarchive.
    ///
    /// - Returns: the number of bytes accepted.
    func receive(_ bytes: UnsafeRawBufferPointer) -> Int {
        guard !isGivenUp else { return bytes.count }
        do {
            pending += bytes
            if pending.count > 2 * Self.capacity { try isInDirectory ? writeRecords() : flush() }
        } catch {
            self.error = error
            abandon()
        }
        return bytes.count
    }

    /// Discards the buffer and all later pieces.
    func abandon() {
        isGivenUp = true
        pending = []
    }

    private func flush(upTo end: Int? = nil) throws {
        let end = end ?? pending.count
        try pending[..<end].withUnsafeBytes { try descriptor.write(all: $0, to: name) }
        pending.removeFirst(end)
    }

    // MARK: Times

    /// Announces that the next bytes are an entry's local header.
    func beginHeader() throws {
        if pending.count > Self.capacity { try flush() }
        headerStart = pending.count
    }

    /// Replaces the time in the local header that was received.
    func endHeader(_ time: DOSTime) throws {
        guard pending.dropFirst(headerStart).starts(with: [0x50, 0x4B, 3, 4]) else {
            throw Self.unexpected
        }
        times.append(time)
        try replace(at: headerStart + 10, with: time)
    }

    /// Announces that all following bytes are the central directory.
    func beginDirectory() throws {
        try flush()
        isInDirectory = true
    }

    /// Writes all buffered bytes.
    func finish() throws {
        try writeRecords()
        guard recordCount == times.count else { throw Self.unexpected }
        try flush()
    }

    /// Replaces the times in the buffered records of the directory, and writes these records. Each
    /// has 46 bytes, then its name, extra fields and comment (APPNOTE 4.3.12).
    private func writeRecords() throws {
        var offset = 0
        while recordCount < times.count, offset + 46 <= pending.count {
            let record = pending[offset...]
            guard try record.integer(at: 0, bytes: 4) == 0x0201_4B50 else { throw Self.unexpected }
            let lengths = try [28, 30, 32].map { try Int(record.integer(at: $0, bytes: 2)) }
            let length = lengths.reduce(46, +)
            guard offset + length <= pending.count else { break }
            try replace(at: offset + 12, with: times[recordCount])
            (offset, recordCount) = (offset + length, recordCount + 1)
        }
        try flush(upTo: offset)
    }

    private func replace(at start: Int, with time: DOSTime) throws {
        guard start + 4 <= pending.count else { throw Self.unexpected }
        pending.replaceSubrange(start..<start + 4, with: time.bytes)
    }

    private static var unexpected: ScaryBugsError {
        ScaryBugsError(.damaged, "libarchive wrote a header of an unknown form")
    }
}
