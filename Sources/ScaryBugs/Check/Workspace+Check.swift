extension Workspace {
    /// What came of ``Workspace/check(_:)``.
    public struct Checked: Sendable {
        /// How many documents there are.
        public internal(set) var documents = 0
        /// How many findings there are about which something is still to be done.
        public internal(set) var open = 0
        /// How many were mended, or moved out of the way.
        public internal(set) var mended = 0
    }

    /// Reads every document, on all processors, and looks for whatever is not as it should be.
    ///
    /// Other sessions may go on meanwhile: what they are about to do is no finding.
    ///
    /// - Parameter report: gets what was found, in the order of the numbers.
    public func check(_ report: (Finding) throws -> Void) throws -> Checked {
        var checked = Checked()
        guard try readable() != nil else { return checked }
        let names = try documentNames()
        checked.documents = names.count
        let check = DocumentCheck(reader: try reader())
        var rest = names[...]
        let work = OrderedWork<[DocumentName], [DocumentCheck.Result]>(gathering: 0) {
            try $0.map(check.look)
        }
        try work.run(
            next: {
                defer { rest = rest.dropFirst(64) }
                return rest.isEmpty ? nil : Array(rest.prefix(64))
            },
            take: { pieces in
                for piece in pieces {
                    for flaw in try piece.get().flatMap(\.flaws) {
                        if flaw.finding.isOpen { checked.open += 1 }
                        try report(flaw.finding)
                    }
                }
            })
        return checked
    }
}
