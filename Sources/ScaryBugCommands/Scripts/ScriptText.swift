/// The lines of a text, such as the value of `-c`.
final class ScriptText: LineSource {
    let name: String?
    private var lines: ArraySlice<ArraySlice<UInt8>>

    init(_ text: String, name: String) {
        self.name = name
        lines =
            Array(text.utf8).split(
                separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)[...]
    }

    func next(isContinuation: Bool) -> SourceLine {
        guard var line = lines.popFirst() else { return .end }
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        return .line(Array(line))
    }
}
