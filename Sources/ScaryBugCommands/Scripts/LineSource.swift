/// A source of lines: a file, a pipe, an option or a keyboard.
protocol LineSource: AnyObject {
    /// The name in error messages; nil if the user can see the line.
    var name: String? { get }

    var firstLine: Int { get }

    /// Reads the next line, without its line ending.
    func next(isContinuation: Bool) throws -> SourceLine

    /// The number of bytes that have been read and belong to later lines.
    var bufferedCount: Int { get }

    /// Returns the next line if all of it has been read; otherwise nil.
    func nextBuffered() throws -> [UInt8]?
}

extension LineSource {
    var firstLine: Int { 1 }
    var bufferedCount: Int { 0 }

    func nextBuffered() -> [UInt8]? { nil }
}

enum SourceLine {
    case line([UInt8])
    /// The beginning of a line that is too long.
    case part([UInt8])
    /// A line that the user cancelled with Ctrl-C.
    case cancelled
    case end
}
