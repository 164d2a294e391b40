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
    /// Small pieces, collected to save system calls.
    private var pending: [UInt8] = []
    private var times: [DOSTime] = []
    /// The number of records of the directory that were written.
    private var recordCount = 0
    private var state = State.data

    /// The number of bytes received so far.
    private(set) var count: Int64 = 0
    /// The error of the first failed write. The sink accepts and discards all later pieces, because
    /// libarchive leaks memory after it has seen an error.
    private(set) var error: (any Error)?
    private var isGivenUp = false

    private enum State {
        /// Bytes are written unchanged.
        case data
        /// The next piece is the header of an entry.
        case header
        /// The following pieces are the central directory. It is buffered record by record.
        case directory
    }

    /// - Parameter file: kept open by the caller while the sink is in use.
    init(_ file: borrowing File) {
        descriptor = file.descriptor
        name = file.name
    }

    /// Announces the local header of an entry that was modified at `time`.
    func expectHeader(_ time: DOSTime) {
        times.append(time)
        state = .header
    }

    func expectDirectory() throws {
        try flush()
        state = .directory
    }

    /// Writes all buffered bytes.
    func finish() throws {
        try writeRecords()
        guard recordCount == times.count else { throw Self.unexpected }
        try flush()
    }

    /// Receives a piece from libarchive.
    ///
    /// - Returns: the number of bytes accepted.
    func receive(_ bytes: UnsafeRawBufferPointer) -> Int {
        guard !isGivenUp else { return bytes.count }
        do {
            try accept(bytes)
            count += Int64(bytes.count)
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

    private func accept(_ bytes: UnsafeRawBufferPointer) throws {
        switch state {
        case .data: try passOn(bytes)
        case .header:
            state = .data
            guard bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]), let time = times.last else {
                throw Self.unexpected
            }
            let start = pending.count
            pending += bytes
            try replace(at: start + 10, with: time)
        case .directory:
            pending += bytes
            if pending.count > 65_536 { try writeRecords() }
        }
    }

    private func passOn(_ bytes: UnsafeRawBufferPointer) throws {
        let isSmall = bytes.count <= 4_096
        if !isSmall || pending.count + bytes.count > 16_384 { try flush() }
        if isSmall { pending += bytes } else { try write(bytes) }
    }

    private func flush() throws {
        try pending.withUnsafeBytes { try write($0) }
        pending.removeAll(keepingCapacity: true)
    }

    private func write(_ bytes: UnsafeRawBufferPointer) throws {
        try descriptor.write(all: bytes, to: name)
    }

    // MARK: Times

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
        try pending[..<offset].withUnsafeBytes { try write($0) }
        pending.removeFirst(offset)
    }

    private func replace(at start: Int, with time: DOSTime) throws {
        guard start + 4 <= pending.count else { throw Self.unexpected }
        pending.replaceSubrange(start..<start + 4, with: time.bytes)
    }

    private static var unexpected: ScaryBugsError {
        ScaryBugsError(.damaged, "libarchive wrote a header of an unknown form")
    }
}
