/// Where lines come from: a file, a pipe, an option, a keyboard.
protocol LineSource: AnyObject {
    /// How errors call it; nil where the line is before everybody's eyes.
    var name: String? { get }

    /// The number of its first line.
    var firstLine: Int { get }

    /// The next line, without what ends it.
    ///
    /// - Parameter isContinuation: whether it is joined to the one before.
    func next(isContinuation: Bool) throws -> SourceLine
}

extension LineSource {
    var firstLine: Int { 1 }
}

enum SourceLine {
    case line([UInt8])
    /// A line that the user gave up (Ctrl-C), or that cannot be taken, with the reason.
    case dropped(String?)
    case end
}
