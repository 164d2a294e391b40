import ScaryBugs

struct ImportCommand: Command {
    private static let pathsParameter = Parameter("PATH", .path, .several)

    static let declaration = Declaration(
        "import", "Take in bundles and document directories.",
        discussion: """
            A bundle keeps its number where that is free here, else it gets the highest plus one.
            Each PATH is taken or refused as a whole; - is standard input.
            """,
        parameters: [pathsParameter])

    private let paths: [String]

    init(_ arguments: Arguments) {
        paths = arguments[Self.pathsParameter]
    }

    func run(in session: Session) throws {
        var refusals: [ScaryBugsError] = []
        for path in paths {
            try session.checkpoint()
            do {
                let source = try ImportSource(path, in: session)
                let result = try session.workspace.take(source)
                try session.warn(of: result.warnings, in: source.name)
                try session.output.print(Record(result, from: source, path))
            } catch let error as ScaryBugsError where error.code != .interrupted {
                refusals.append(error)
            }
        }
        for refusal in refusals { try session.fail(refusal.message) }
    }
}

extension ImportSource {
    /// Opens what a word names.
    convenience init(_ path: String, in session: Session) throws {
        guard path == "-" else {
            try self.init(path: path, limits: session.workspace.limits)
            return
        }
        guard !session.readsStandardInput else {
            throw ScaryBugsError(
                .invalidValue, "standard input is where the lines come from; import a file instead")
        }
        try self.init(standardInput: session.workspace.limits)
    }
}

extension Session {
    /// Reports what was odd about something that was taken in all the same.
    func warn(of warnings: [String], in path: String) throws {
        for warning in warnings { try warn("\(path): \(warning)") }
    }
}

extension Record {
    fileprivate init(_ result: Workspace.Imported, from source: ImportSource, _ path: String) {
        let number = result.document.number
        let taken = result.wasTaken ? result.was.map { " (\($0) was taken)" } ?? "" : ""
        self.init(
            "imported \(source.name) as \(number)\(taken)",
            Record.values(of: result.document) + Record.origin(path, was: result.was))
    }

    /// Where a document came from.
    static func origin(_ path: String, was: Int?) -> [(name: String, value: Value)] {
        [("source", .string(path)), ("was", was.map { .integer(Int64($0)) } ?? .null)]
    }
}
