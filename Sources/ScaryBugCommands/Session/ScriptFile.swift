import CLinux
import Glibc
import ScaryBugs
import SystemPackage

/// The lines of an open file or pipe, read in pieces.
final class ScriptFile: LineSource {
    let name: String?
    let file: File
    var beforeWaiting: (() throws -> Void)?

    private var buffer: [UInt8] = []
    private var position = 0
    private var isAtStart = true
    private var hasRead = false
    /// Whether it is a file with a path, not standard input.
    private let isFile: Bool
    /// The number of bytes since the end of a line.
    private var passage = 0
    private let limit = Limits().lineBytes

    private static let bufferSize = 65_536
    /// Bytes without the end of a line after which a file is no script, such as `/dev/zero`.
    private static let longestPassage = 64 << 20

    /// - Parameter notice: called with a message if a pipe has no data yet.
    init(path: String, notice: ((String) throws -> Void)? = nil) throws {
        (name, isFile) = (path, true)
        file = try File.open(path: path, notice: notice)
        if try file.status().kind == .directory {
            throw ScaryBugsError(.invalidValue, "\(path) is a directory, not a script")
        }
    }

    init(standardInput: FileDescriptor = .standardInput, named name: String) throws {
        (self.name, isFile) = (name, false)
        let copy = try standardInput.duplicate()
        file = File(descriptor: copy, name: "standard input")
    }

    func next(isContinuation: Bool) throws -> SourceLine {
        var line: [UInt8] = []
        while true {
            let end = buffer[position...].firstIndex(of: UInt8(ascii: "\n"))
            let piece = buffer[position..<(end ?? buffer.endIndex)]
            try count(piece.count)
            line += piece
            position = end.map { $0 + 1 } ?? buffer.endIndex
            if end == nil, line.count > limit { return .part(line) }
            if end == nil, try fill() { continue }
            if end == nil, passage == 0 { return .end }
            passage = 0
            return .line(trimmed(line))
        }
    }

    private func count(_ bytes: Int) throws {
        passage += bytes
        guard passage <= Self.longestPassage else {
            throw ScaryBugsError(
                .limitExceeded,
                "\(file.name): no line ends in \(ByteCount(Self.longestPassage)); "
                    + "it is not a script")
        }
    }

    /// Refuses a picture, a table, or another file whose first line is no text.
    private func checkIsScript() throws {
        if isFile, TableFormat.isNamedLikeTable(file.name) {
            let line = LineLexer.line(of: ["import", file.name])
            throw ScaryBugsError(
                .invalidValue, "\(file.name) is a table, not a script; '\(line)' takes it in")
        }
        if let type = PictureType(signature: buffer) {
            let line = LineLexer.line(of: ["import", isFile ? file.name : "PATH"])
            throw ScaryBugsError(
                .invalidValue,
                "\(file.name) is a \(type.name) picture, not a script; to make a document with it: \(line)"
            )
        }
        if ByteOrderMark(buffer) == .utf16 {
            throw ScaryBugsError(.invalidValue, "\(file.name) is UTF-16; save it as UTF-8")
        }
        guard buffer.prefix(while: { $0 != UInt8(ascii: "\n") }).contains(0) else { return }
        let isRegular = try isFile && file.status().kind == .regular
        let hint =
            isRegular ? "; \(LineLexer.line(of: ["preview", file.name])) tells what it holds" : ""
        throw ScaryBugsError(
            .invalidValue, "\(file.name) is not a script: its first line has a NUL\(hint)")
    }

    private func trimmed(_ line: [UInt8]) -> [UInt8] {
        var line = line[...]
        if isAtStart, line.starts(with: [0xEF, 0xBB, 0xBF]) { line = line.dropFirst(3) }
        isAtStart = false
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        return Array(line)
    }

    /// Reads more bytes. Returns false at the end.
    private func fill() throws -> Bool {
        try beforeWaiting?()
        try wait()
        // A signal may have come together with the end of the input.
        try Interruption.check()
        position = 0
        buffer = try [UInt8](unsafeUninitializedCapacity: Self.bufferSize) { room, filled in
            filled = try file.read(into: UnsafeMutableRawBufferPointer(room))
        }
        if !hasRead { try checkIsScript() }
        hasRead = true
        return !buffer.isEmpty
    }

    /// Waits until there is input, or it has ended.
    private func wait() throws {
        var waiting = pollfd(fd: file.descriptor.rawValue, events: Int16(POLLIN), revents: 0)
        // Blocks these signals, so that none gets lost between the check of the flag and the wait.
        var interrupt = sigset_t()
        var usual = sigset_t()
        sigemptyset(&interrupt)
        for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&interrupt, signal) }
        sigprocmask(SIG_BLOCK, &interrupt, &usual)
        defer { sigprocmask(SIG_SETMASK, &usual, nil) }
        try Interruption.check()
        _ = try systemCall("cannot wait for \(file.name)") { ppoll(&waiting, 1, nil, &usual) }
    }
}

/// The lines of a text, such as the value of `-c`.
final class ScriptText: LineSource {
    let name: String?
    private var lines: ArraySlice<ArraySlice<UInt8>>

    let firstLine: Int

    init(_ text: String, name: String, firstLine: Int) {
        self.name = name
        self.firstLine = firstLine
        lines =
            Array(text.utf8).split(
                separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)[...]
    }

    var endLine: Int { firstLine + lines.count }

    func next(isContinuation: Bool) -> SourceLine {
        guard var line = lines.popFirst() else { return .end }
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        return .line(Array(line))
    }
}

/// A source of lines: a file, a pipe, an option or a keyboard.
protocol LineSource: AnyObject {
    /// The name in error messages; nil if the user can see the line.
    var name: String? { get }

    var firstLine: Int { get }

    /// Reads the next line, without its line ending.
    func next(isContinuation: Bool) throws -> SourceLine
}

extension LineSource {
    var firstLine: Int { 1 }
}
