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

enum SourceLine {
    case line([UInt8])
    /// The beginning of a line that is too long.
    case part([UInt8])
    /// A line that the user cancelled with Ctrl-C.
    case cancelled
    case end
}
