import SystemPackage

/// Where libarchive's ZIP writer puts its bytes: a file or a pipe, never read back.
///
/// libarchive writes the time of an entry twice, once in UTC and once as local time, so that one
/// document would give another file in another time zone. `TZ` belongs to the whole process;
/// instead the local time is replaced in the headers as they pass by here.
final class ZipSink {
    private let descriptor: FileDescriptor
    private let name: String
    /// Small pieces, gathered so that each isn't a system call of its own.
    private var pending: [UInt8] = []
    private var times: [DOSTime] = []
    private var state = State.data

    /// Bytes taken so far.
    private(set) var count: Int64 = 0
    /// Why a piece could not be taken, after which all others are let go of: libarchive would not
    /// free its memory once it had met an error.
    private(set) var error: (any Error)?
    private var isGivenUp = false

    private enum State {
        /// Bytes go through as they are.
        case data
        /// The next piece is the header of an entry.
        case header
        /// What comes is the directory at the end, held back until it is whole.
        case directory
    }

    /// The file stays its owner's, who keeps it open while this is in use.
    init(_ file: borrowing File) {
        descriptor = file.descriptor
        name = file.name
    }

    /// Announces the header of an entry that was changed at `time`.
    func expectHeader(_ time: DOSTime) {
        times.append(time)
        state = .header
    }

    /// Announces the directory.
    func expectDirectory() throws {
        try flush()
        state = .directory
    }

    /// Writes what is still held back.
    func finish() throws {
        try setTimesInDirectory()
        try flush()
    }

    /// Takes a piece from libarchive.
    ///
    /// - Returns: bytes taken.
    func take(_ bytes: UnsafeRawBufferPointer) -> Int {
        guard !isGivenUp else { return bytes.count }
        do {
            try accept(bytes)
            count += Int64(bytes.count)
        } catch {
            self.error = error
            giveUp()
        }
        return bytes.count
    }

    /// Lets go of all that still comes.
    func giveUp() {
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
        case .directory: pending += bytes
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

    /// APPNOTE 4.3.12: each record has 46 bytes and then its name, extra fields and comment.
    private func setTimesInDirectory() throws {
        var offset = 0
        for time in times {
            let record = ByteReader(pending[min(offset, pending.count)...])
            guard try record.uint32(at: 0) == 0x0201_4B50 else { throw Self.unexpected }
            let lengths = try [28, 30, 32].map { try Int(record.uint16(at: $0)) }
            try replace(at: offset + 12, with: time)
            offset += lengths.reduce(46, +)
        }
    }

    private func replace(at start: Int, with time: DOSTime) throws {
        guard start + 4 <= pending.count else { throw Self.unexpected }
        pending.replaceSubrange(start..<start + 4, with: time.bytes)
    }

    private static var unexpected: ScaryBugsError {
        ScaryBugsError(.damaged, "libarchive wrote a header of an unknown form")
    }
}
