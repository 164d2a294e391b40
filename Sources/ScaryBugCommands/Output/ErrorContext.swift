import ScaryBugs

/// What a terminal shows of an error beyond its message.
struct ErrorContext {
    private let topic: HelpTopic?
    let mark: ErrorMark?

    /// - Parameter words: the words of the line that failed.
    init(_ error: any Error, in words: [LineWord]) {
        let error = error as? ScaryBugsError
        topic = error?.topic.flatMap { HelpTopic(rawValue: $0.rawValue) }
        mark = error?.part.flatMap { ErrorMark($0, in: words) }
    }

    /// - Parameter line: the line that could not be split into words.
    init(_ error: LineLexer.Failure, in line: [UInt8]) {
        topic = error.column == nil ? nil : .scripts
        mark = error.column.map { ErrorMark(line, from: $0) }
    }

    /// The end of the message; empty if no topic helps.
    var advice: String { topic.map { "; see 'help \($0)'" } ?? "" }
}
