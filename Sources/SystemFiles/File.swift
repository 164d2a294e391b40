import CLinux
import Glibc
package import SystemPackage

/// An open file, which is closed at the end of its lifetime.
package struct File: ~Copyable, Sendable {
    package let descriptor: FileDescriptor
    /// The file's path or name, for messages.
    package var name: String { displayPath.path }
    private let displayPath: DisplayPath
    private var firstStatus: FileStatus?

    /// Takes ownership of an open descriptor.
    package init(descriptor: FileDescriptor, name: String) {
        self.init(descriptor: descriptor, displayPath: DisplayPath(name))
    }

    init(descriptor: FileDescriptor, displayPath: DisplayPath) {
        self.descriptor = descriptor
        self.displayPath = displayPath
    }

    deinit {
        // Errors of `close` are ignored: writers that need durability have called `sync()`.
        _ = Glibc.close(descriptor.rawValue)
    }

    /// Opens a file at a path that the user entered, following links.
    ///
    /// - Parameters:
    ///   - isWaiting: whether to wait for the writer of a FIFO.
    ///   - notice: called if that takes long, with a message.
    package static func open(
        path: String, waiting isWaiting: Bool = true, notice: ((String) throws -> Void)? = nil
    ) throws -> File {
        // O_NONBLOCK keeps `open` from waiting, because it would miss an interruption just before
        // the call.
        let raw = try naming(address: path) {
            try systemCall("cannot open \(path)") {
                Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
            }
        }
        var file = File(descriptor: FileDescriptor(rawValue: raw), name: path)
        if isWaiting, try file.openedStatus().kind == .other { try file.waitForBytes(notice) }
        return file
    }

    /// Waits until bytes are available or the writer has closed the file. Then makes reads
    /// blocking.
    private borrowing func waitForBytes(_ notice: ((String) throws -> Void)?) throws {
        var waiting = pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0)
        var isNoticed = false
        while try systemCall("cannot wait for \(name)", { poll(&waiting, 1, 100) }) == 0 {
            try Interruption.check()
            if !isNoticed { try notice?("waiting for data from \(name); Ctrl-C stops") }
            isNoticed = true
        }
        let flags = fcntl(descriptor.rawValue, F_GETFL)
        try systemCall("cannot read \(name)") {
            fcntl(descriptor.rawValue, F_SETFL, flags & ~O_NONBLOCK)
        }
    }

    package var lastComponent: String { displayPath.lastComponent }

    /// The status at the first call of this function.
    package mutating func openedStatus() throws -> FileStatus {
        if let firstStatus { return firstStatus }
        let status = try status()
        firstStatus = status
        return status
    }

    package func status() throws -> FileStatus {
        var raw = stat()
        try systemCall("cannot examine \(name)") { fstat(descriptor.rawValue, &raw) }
        return FileStatus(raw)
    }

    /// Reads at most `buffer.count` bytes at the current position; 0 at the end of the file.
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        try systemCall("cannot read \(name)") {
            Glibc.read(descriptor.rawValue, buffer.baseAddress, buffer.count)
        }
    }

    /// Reads at most `buffer.count` bytes at an offset, without moving the position.
    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws -> Int {
        try descriptor.read(into: buffer, at: offset, of: name)
    }

    /// Passes the bytes of a place to `body` in pieces until it returns false, without moving the position.
    ///
    /// - Parameters:
    ///   - size: the most bytes of a piece.
    ///   - place: the offsets; all bytes without it.
    package func forEachPiece(
        of size: Int64 = 65_536, in place: Range<Int64> = 0 ..< .max,
        _ body: (UnsafeRawBufferPointer) throws -> Bool
    ) throws {
        let most = Int(min(size, place.upperBound - place.lowerBound))
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: most, alignment: 16)
        defer { buffer.deallocate() }
        var offset = place.lowerBound
        while offset < place.upperBound {
            let room = buffer[..<Int(min(Int64(most), place.upperBound - offset))]
            let count = try read(
                into: UnsafeMutableRawBufferPointer(rebasing: room), at: offset)
            let piece = UnsafeRawBufferPointer(rebasing: buffer[..<count])
            guard count > 0, try body(piece) else { return }
            offset += Int64(count)
        }
    }

    /// The first `count` bytes, or all bytes of a shorter file. The position is not moved.
    package func prefix(_ count: Int) throws -> [UInt8] {
        try [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = try read(into: UnsafeMutableRawBufferPointer(buffer), at: 0)
        }
    }

    /// Reads the rest of the file.
    ///
    /// - Parameters:
    ///   - limit: a number of bytes.
    ///   - status: the file's status, if the caller has it already.
    /// - Throws: ``ScaryBugsError/Code/limitExceeded``.
    package func contents(limit: Limit, status known: FileStatus? = nil) throws -> [UInt8] {
        let status = try known ?? status()
        // Asks for one more byte than expected, so that the first read also detects the end of the
        // file.
        var asked = Int(min(status.size, limit.value)) + 1
        var bytes: [UInt8] = []
        while true {
            let chunk = try read(upTo: asked)
            if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
            guard bytes.count <= limit.value else { throw limit.exceeded(byFile: name) }
            let isRegular = status.kind == .regular
            if chunk.isEmpty || (isRegular && chunk.count < asked) { return bytes }
            asked = 65_536
        }
    }

    private func read(upTo count: Int) throws -> [UInt8] {
        // An array that is made with uninitialized bytes takes longer to allocate.
        var bytes: [UInt8] = []
        try bytes.append(addingCapacity: count) { output in
            try output.withUnsafeMutableBufferPointer { buffer, filled in
                filled = try read(into: UnsafeMutableRawBufferPointer(buffer))
            }
        }
        return bytes
    }

    /// Writes all the bytes at the current position.
    package func write(_ bytes: [UInt8]) throws {
        try bytes.withUnsafeBytes { try write($0) }
    }

    package func write(_ buffer: UnsafeRawBufferPointer) throws {
        try descriptor.write(all: buffer, to: name)
    }

    package func setModified(_ time: FileTime) throws {
        try descriptor.setModified(time, of: name)
    }

    /// Starts writing `size` bytes of contents to disk in the background, for a later sync. For
    /// small files, syncing many at once is faster.
    package func beginSync(size: Int64) {
        guard size >= 65_536 else { return }
        // If the file system doesn't support this, the later sync writes everything.
        _ = sync_file_range(descriptor.rawValue, 0, 0, CLINUX_SYNC_FILE_RANGE_WRITE)
    }

    package func truncate(to size: Int64) throws {
        try systemCall("cannot write \(name)") { ftruncate(descriptor.rawValue, off_t(size)) }
    }

    package func sync() throws {
        try systemCall("cannot sync \(name)") { fsync(descriptor.rawValue) }
    }
}

extension FileDescriptor {
    /// Reads at most `buffer.count` bytes at an offset, without moving the position; 0 at the end of
    /// the file.
    package func read(
        into buffer: UnsafeMutableRawBufferPointer, at offset: Int64,
        of name: @autoclosure () -> String
    ) throws -> Int {
        try systemCall("cannot read \(name())") {
            Glibc.pread(rawValue, buffer.baseAddress, buffer.count, off_t(offset))
        }
    }

    func setModified(_ time: FileTime, of name: @autoclosure () -> String) throws {
        let value = timespec(tv_sec: Int(time.seconds), tv_nsec: Int(time.nanoseconds))
        let times = [value, value]
        try systemCall("cannot set the time of \(name())") { futimens(rawValue, times) }
    }

    /// Writes all the bytes at the current position, even if the system accepts only a few at a
    /// time.
    package func write(
        all bytes: UnsafeRawBufferPointer, to name: @autoclosure () -> String
    ) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = UnsafeRawBufferPointer(rebasing: rest)
            let written = try systemCall("cannot write \(name())") {
                Glibc.write(rawValue, piece.baseAddress, piece.count)
            }
            rest = rest.dropFirst(written)
            // A signal interrupts a write to a full pipe without an error.
            if !rest.isEmpty { try Interruption.check() }
        }
    }
}
