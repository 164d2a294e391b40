import ScaryBugs

extension Completer {
    /// Completes a path that is a whole word, which must not be an option.
    func pathWords(_ part: Part, _ context: CompletionContext) -> Candidates {
        let found = paths(part)
        if context.optionsEnded { return found }
        return Candidates(found.list.filter { !$0.word.hasPrefix("-") }, areAll: found.areAll)
    }

    func paths(_ part: Part) -> Candidates {
        let text = part.text
        // By bytes, because characters are found slowly from the end of some texts.
        let slash =
            text.utf8.lastIndex(of: UInt8(ascii: "/")).map(text.utf8.index(after:))
            ?? text.startIndex
        let (parent, beginning) = (String(text[..<slash]), text[slash...])
        let home = parent.prefix { parent.first == "~" && $0 != "/" }
        let rest = parent.dropFirst(home.count)
        let place = (session.paths.homeDirectory(home) ?? String(home)) + rest
        let shown = keepsHome ? parent : place
        let unquoted = part.head.utf8.count + (keepsHome ? home.utf8.count : 0)
        guard let directory = try? Directory.open(path: place.isEmpty ? "." : place),
            let found = try? Self.names(in: directory, beginningWith: beginning)
        else { return .none }
        return Candidates(
            found.sorted { $0.name < $1.name }.map { name, isDirectory in
                let isDirectory = isDirectory ?? directory.leadsToDirectory(name)
                let end = isDirectory ? "/" : ""
                return Candidate(
                    part.head + shown + name + end, name: name + end, isFinal: !isDirectory,
                    unquotedLength: unquoted)
            })
    }

    /// The names in a directory, and whether they are directories; nil for links. Hidden names need the
    /// dot.
    private static func names(
        in directory: Directory, beginningWith text: Substring
    ) throws -> [(name: String, isDirectory: Bool?)] {
        var names: [(name: String, isDirectory: Bool?)] = []
        let isHidden = text.utf8.first == UInt8(ascii: ".")
        try directory.forEachEntry { entry in
            guard entry.name.starts(with: text.utf8),
                (entry.name.first == UInt8(ascii: ".")) == isHidden,
                let name = String(validating: entry.name, as: UTF8.self)
            else { return }
            names.append((name, entry.isDirectory))
        }
        return names
    }
}
