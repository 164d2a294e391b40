import ScaryBugs

/// The line on the terminal of the messages that shows how far a command has come, once the
/// command has run for half a second.
final class ProgressLine {
    private let output: Output
    private let isShown: Bool
    private let seconds: () -> Double
    /// The last progress of the current command, before anything was taken back; nil if it reported none.
    private(set) var latest: Workspace.Progress?
    private var last: Workspace.Progress?
    private var isActive = false
    /// Whether the interruption of a command says how far it came, if nothing else is to be said. A script
    /// says what becomes of its lines instead.
    var completesInterruptions = false
    /// The time and the count at which the part began.
    private var start = (seconds: 0.0, done: 0)
    /// The time before which nothing is drawn.
    private var nextTime = 0.0

    private static let delay = 0.5
    private static let interval = 0.1

    init(_ output: Output, in environment: Environment) {
        self.output = output
        isShown = output.canAsk && environment.hasSmartTerminal
        seconds = environment.seconds
    }

    /// Runs a command, whose progress is shown until it ends.
    func whileRunning(_ body: () throws -> Void) rethrows {
        let isOutermost = !isActive
        (latest, last, isActive) = (nil, nil, true)
        if isShown { nextTime = seconds() + Self.delay }
        defer {
            isActive = false
            if isShown { output.results.clearProgress() }
        }
        do { try body() } catch let error as Interrupted
            where completesInterruptions && isOutermost && error.details.isEmpty
        {
            throw Interrupted(latest.map { " after \($0.part.rawValue) \($0.counts)" } ?? "")
        }
    }

    /// Draws the progress, unless that happened a moment ago.
    func update(_ progress: Workspace.Progress) {
        guard isActive else { return }
        let continues = last?.part == progress.part && progress.done >= last?.done ?? 0
        last = progress
        if progress.part != .takingBack { latest = progress }
        guard isShown else { return }
        let now = seconds()
        if !continues { start = (now, progress.done) }
        guard now >= nextTime else { return }
        nextTime = now + Self.interval
        let rate =
            now > start.seconds ? Double(progress.done - start.done) / (now - start.seconds) : 0
        output.show(progress: progress.line(perSecond: rate))
    }
}

extension Workspace.Progress {
    /// `1,234 of 5,000 documents`
    var counts: String {
        let noun = (total ?? done) == 1 ? String(unit.rawValue.dropLast()) : unit.rawValue
        return (total.map { "\(done.grouped) of \($0.grouped)" } ?? done.grouped) + " \(noun)"
    }

    /// `packing 1,234 of 5,000 documents, 512/s, 0:07 left`
    ///
    /// - Parameter rate: the units that are done in a second.
    func line(perSecond rate: Double) -> String {
        guard rate >= 0.1 else { return "\(part.rawValue) \(counts)" }
        let speed = rate < 10 ? ((rate * 10).rounded() / 10).shortest : Int(rate.rounded()).grouped
        let left = total.map { ", \(Self.time(Double(max(0, $0 - done)) / rate)) left" } ?? ""
        return "\(part.rawValue) \(counts), \(speed)/s\(left)"
    }

    /// `0:07`, or `1:02:03` for an hour and more.
    private static func time(_ seconds: Double) -> String {
        let total = Int(min(seconds.rounded(.up), 359_999))
        let parts = total < 3600 ? [total / 60] : [total / 3600, total / 60 % 60]
        return (parts + [total % 60]).enumerated().map { index, part in
            index > 0 && part < 10 ? "0\(part)" : "\(part)"
        }.joined(separator: ":")
    }
}
