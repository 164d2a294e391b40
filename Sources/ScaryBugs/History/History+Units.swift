/// The units that `undo` and `redo` revert.
extension History {
    /// Transactions that one undo or redo reverts together.
    struct Unit {
        /// The step, or the line of a running script.
        let step: JournalRecord.Step
        let command: String
        let transactions: [Int]
        /// The numbers of the lines that made, undid or redid the transactions last, the newest
        /// first.
        let makers: [Int]
    }

    /// Lines of a unit that one transaction reverts.
    struct Piece {
        let unit: Unit
        fileprivate private(set) var range: Range<Int>
        private(set) var changeCount: Int

        fileprivate init(unit: Unit, start: Int) {
            (self.unit, range, changeCount) = (unit, start..<start, 0)
        }

        /// Adds the next line of the unit.
        fileprivate mutating func addLine(of count: Int) {
            range = range.lowerBound..<(range.upperBound + 1)
            changeCount += count
        }
    }

    /// Divides units into pieces, so that none holds the lock for long. The newest lines come first,
    /// also where the lines of several units alternate.
    ///
    /// - Parameter count: the most changes of a piece, unless a single line has more.
    func pieces(of units: [Unit], ofAtMost count: Int) -> [Piece] {
        let makers = units.indices.flatMap { unit in units[unit].makers.map { (unit, $0) } }
        var done = units.map { _ in 0 }
        var pieces: [Piece] = []
        var last: Int?
        for (unit, maker) in makers.sorted(by: { $0.1 > $1.1 }) {
            let changeCount = line(numbered: maker)?.changeCount ?? 0
            if unit != last || (pieces.last?.changeCount ?? 0) + changeCount > count {
                pieces.append(Piece(unit: units[unit], start: done[unit]))
            }
            done[unit] += 1
            pieces[pieces.count - 1].addLine(of: changeCount)
            last = unit
        }
        return pieces
    }

    func lines(of piece: Piece) -> [JournalLine] {
        piece.unit.makers[piece.range].compactMap(line)
    }

    /// Calls `body` with the changes that revert a piece, and the places of the reverted ones.
    func forEachReversed(
        in piece: Piece, _ body: (JournalChange, JournalFile.Place) throws -> Void
    ) throws {
        try file.forEachReversed(of: lines(of: piece), body)
    }

    /// The newest units that `undo` can revert, the newest first.
    ///
    /// - Parameters:
    ///   - count: the most units.
    ///   - scope: the running lines of a script, within which each line is undone separately; nil
    ///     outside a script.
    func undoable(_ count: Int, in scope: JournalRecord.Step?) throws -> [Unit] {
        try units(count, of: appliedMakers.numbers) { try appliedMembers(like: $0, in: scope) }
    }

    /// The units that `redo` can revert, the last undone one first.
    ///
    /// - Parameter count: the most units.
    func redoable(_ count: Int) throws -> [Unit] {
        let newest = transactions.last { !$0.isRolledBack }?.number ?? 0
        let makers = undoneMakers.numbers
        let start = makers.firstIndex(after: newest, by: \.self)
        return try units(count, of: makers[start...]) { position in
            guard let step = reversions[transactions[position].maker]?.step else {
                return (nil, [position])
            }
            let positions = undoneMakers.numbers(of: step).filter { $0 > newest }
                .flatMap { positionsMade(by: $0) }
            return (step, positions.sorted())
        }
    }

    /// Makes units from the newest lines.
    ///
    /// - Parameter members: returns the step of a transaction's unit, and the positions of all its
    ///   transactions.
    private func units(
        _ count: Int, of makers: some BidirectionalCollection<Int>,
        _ members: (Int) throws -> (JournalRecord.Step?, [Int])
    ) throws -> [Unit] {
        var units: [Unit] = []
        var known: Set<Int> = []
        for maker in makers.reversed() where units.count < count {
            for position in positionsMade(by: maker)
            where units.count < count && !known.contains(position) {
                let (step, positions) = try members(position)
                units.append(try unit(step, positions))
                if units.count < count { known.formUnion(positions) }
            }
        }
        return units
    }

    private func unit(_ step: JournalRecord.Step?, _ positions: [Int]) throws -> Unit {
        let sorted = positions.map { transactions[$0].maker }.sorted(by: >)
        var makers: [Int] = []
        makers.reserveCapacity(sorted.count)
        for maker in sorted where maker != makers.last { makers.append(maker) }
        let first = try positions.first.flatMap { try record(numbered: transactions[$0].number) }
        return Unit(
            step: step ?? .init(number: 0), command: first?.shownCommand ?? "",
            transactions: positions.map { transactions[$0].number },
            makers: makers)
    }

    /// The positions of the transactions that the line made, undid or redid last.
    private func positionsMade(by number: Int) -> [Int] {
        positionsTouched(by: number).filter {
            !transactions[$0].isRolledBack && transactions[$0].maker == number
        }
    }

    private func appliedMembers(
        like position: Int, in scope: JournalRecord.Step?
    ) throws -> (JournalRecord.Step?, [Int]) {
        let key = try undoStep(of: position, in: scope)
        let all = positionsOfSteps[key?.number ?? 0] ?? []
        var range = all.indices
        if key?.number == scope?.number, let key {
            // The transactions of one line stand together, since the lines of a script run one
            // after the other.
            let own = all.firstIndex(after: position - 1, by: \.self)
            let isOther = { (index: Int) in try self.undoStep(of: all[index], in: scope) != key }
            let first = try all.indices[..<own].last(where: isOther).map { $0 + 1 } ?? 0
            range = first..<(try all.indices[own...].first(where: isOther) ?? all.endIndex)
        }
        return (key, all[range].filter { transactions[$0].isApplied })
    }

    /// The step, or within the running lines of a script the outermost line that differs from them.
    private func undoStep(
        of position: Int, in scope: JournalRecord.Step?
    ) throws -> JournalRecord.Step? {
        guard let line = line(numbered: transactions[position].number), let step = line.step
        else { return nil }
        guard let scope, step == scope.number else { return .init(number: step) }
        let first = line.group.flatMap { self.line(numbered: $0) } ?? line
        let lines = try file.record(of: first).step?.lines ?? []
        let shared = zip(lines, scope.lines).prefix { $0 == $1 }.count
        return .init(number: step, lines: Array(lines.prefix(shared + 1)))
    }

    /// The writer of a unit whose script is still running or whose group is open, or who is undoing or
    /// redoing another part of its step; nil if the unit has ended.
    func openWriter(of unit: Unit) -> String? {
        if openGroups.isEmpty, openScripts.isEmpty { return nil }
        let others = (positionsOfSteps[unit.step.number] ?? []).map { transactions[$0].maker }
        return (unit.makers + others).lazy.compactMap(line).compactMap {
            [openGroups, openScripts] line in
            line.group.flatMap { openGroups[$0] } ?? line.step.flatMap { openScripts[$0] }
        }.first
    }

    /// Whether a line still is the last that made, undid or redid its transactions.
    func isCurrent(_ line: JournalLine) -> Bool {
        positionsTouched(by: line.number).allSatisfy { transactions[$0].maker == line.number }
    }

    /// The documents that other steps have changed later, too, by their numbers, or the preferences by the
    /// name of their file. Each has the unit's line and the newest other line.
    ///
    /// - Parameter makers: the lines of the changes that could be reverted like the units.
    func laterChanges(
        than units: some Collection<Unit>, among makers: [Int]
    ) throws -> [String: (own: Int, later: Int)] {
        let own = units.flatMap(\.makers).sorted(by: >)
        guard let oldest = own.last else { return [:] }
        var rest = own[...]
        var others: [Int] = []
        for maker in makers[makers.firstIndex(after: oldest, by: \.self)...].reversed() {
            while let first = rest.first, first > maker { rest.removeFirst() }
            if rest.first != maker { others.append(maker) }
        }
        guard let newest = others.first else { return [:] }
        var changed: [String: Int] = [:]
        for number in others {
            for subject in try subjects(ofLine: number) where changed[subject] == nil {
                changed[subject] = number
            }
        }
        var later: [String: (own: Int, later: Int)] = [:]
        for number in own where number < newest {
            for subject in try subjects(ofLine: number) {
                if let other = changed[subject], other > number { later[subject] = (number, other) }
            }
        }
        return later
    }

    private func subjects(ofLine number: Int) throws -> [String] {
        try line(numbered: number).map { try file.changes(of: $0).flatMap(\.subjects) } ?? []
    }
}
