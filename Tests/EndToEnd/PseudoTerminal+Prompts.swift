import TestSupport

extension PseudoTerminal {
    /// Types each line that begins with a prompt, after that prompt.
    ///
    /// - Parameter end: the last prompt, with what precedes it; by default the one before it again.
    /// - Returns: what the terminal shows, without the last prompt.
    func shown(typing lines: [String], until end: String? = nil) throws -> String {
        var prompt = Substring()
        for line in lines {
            guard let found = line.prefixMatch(of: #/(\$|[a-z]+(/\d+)?\*?>|.*\? \[.+\]) /#) else {
                continue
            }
            try expect((prompt.isEmpty ? "" : "\n") + found.0)
            try type(line[found.range.upperBound...] + "\r")
            prompt = found.0
        }
        let end = end ?? "\n\(prompt)"
        try expect(end)
        return String(seen.replacing("\r\n", with: "\n").dropLast(end.count)) + "\n"
    }
}
