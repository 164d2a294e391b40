import ScaryBugs

extension Completer.Part {
    /// The files and directories whose path begins with the text.
    func paths(expanding expander: PathExpander) -> Candidates {
        let slash = text.lastIndex(of: "/").map(text.index(after:)) ?? text.startIndex
        let (parent, beginning) = (String(text[..<slash]), text[slash...])
        // The part that stands for a home directory stays as it was typed.
        let home = parent.prefix { parent.first == "~" && $0 != "/" }
        let rest = parent.dropFirst(home.count)
        let place = ((try? expander.homeDirectory(home)) ?? String(home)) + rest
        guard let directory = try? Directory.open(path: place.isEmpty ? "." : place),
            let names = try? directory.names()
        else { return .none }
        let found = names.filter {
            $0.hasPrefix(beginning) && ($0.hasPrefix(".") == beginning.hasPrefix("."))
        }
        return Candidates(
            found.sorted().map { name in
                let isDirectory = (try? directory.status(of: name))?.kind == .directory
                let end = isDirectory ? "/" : ""
                return Candidate(
                    head + parent + name + end, name: name + end, isFinal: !isDirectory,
                    unquotedLength: head.utf8.count + home.utf8.count)
            })
    }
}
