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
