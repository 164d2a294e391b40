import ScaryBugs

struct SyncCommand: Command {
    static let printsDocuments = true
    private static let folder = Parameter("FOLDER", .path, .optional)
    private static let selection = Parameter("SELECTION", .selection, .any)

    static let declaration = Declaration(
        "sync", "Exchange documents with others by a shared folder.",
        discussion: """
            FOLDER is one of Syncthing, Dropbox or a server, or a USB stick. Bundles in it, and in
            folders in it, are taken in as by 'import --update'. Then each document of SELECTION, or of
            all, that the folder lacks goes into a folder of your own there. So nobody overwrites anybody.
            What you delete, or leave out of SELECTION, leaves your own folder.

            The first time, a terminal asks whether the folder gets positions. The answer stays. Without
            one, as in a script, no position goes there. --without, --blur and --all-fields answer, too.

            A bundle that has not changed is not opened again. So what 'undo' took back waits until its
            bundle changes, or 'import FILE --update' names it. Nothing can call back what others have read.

            'sync' alone uses the last folder and its selection, which 'config sync=' has. Another
            answer for that folder keeps its selection, too.
            """,
        parameters: [folder, selection], options: SharingOptions.all,
        topics: [.bundles, .selections],
        example: """
            alice> sync Share --all-fields
            wrote 3
            alice> sync
            nothing new
            """)

    private let folder: LineWord?
    private let selection: [String]
    private let sharing: SharingOptions

    init(arguments: Arguments) throws {
        folder = try arguments.path(Self.folder)
        selection = arguments[Self.selection]
        sharing = try SharingOptions(arguments)
    }

    func run(in session: Session) throws {
        try session.checkNotInGroup("sync")
        if try session.workspace.isGroupOpen() {
            throw ScaryBugsError(
                .busy, "another session is between 'begin' and 'commit'; sync again after that")
        }
        let (path, selection) = try place(in: session)
        let folder = try locating(self.folder) { try SharedFolder(at: path, of: session.workspace) }
        let rules = try begin(with: folder, selection, in: session)
        let printer = ImportPrinter(
            .imported, isUpdate: true, tellsSkipped: true, isDryRun: false, in: session)
        (printer.isOfSync, printer.wayBack) = (true, "by 'import FILE --copies'")
        defer { session.lastPrinted = printer.documents }
        try take(from: folder, printer, in: session)
        var wroteCount = 0
        let failure = Result {
            try write(selection, under: rules, to: folder, in: session) { wroteCount += 1 }
        }
        try session.output.endRows()
        let taken = printer.taken
        let (new, changed) = (taken.new.count, taken.changed.count)
        let isIdle = new + changed + wroteCount + folder.leavingCount == 0
        if isIdle { try failure.get() }
        for refusal in folder.refusals { try session.fail(refusal) }
        if isIdle, !folder.refusals.isEmpty, session.output.format == .table { return }
        let conflicts = try conflictCount(in: printer.documents, of: session)
        try session.output.print(
            Record(new, changed, conflicts, wroteCount, folder.leavingCount))
        try failure.get()
    }

    /// The number of conflicts in documents that came in.
    private func conflictCount(in taken: [DocumentName], of session: Session) throws -> Int {
        if taken.isEmpty { return 0 }
        let torn = try session.workspace.documentNames(in: session.selection(["has:conflict"]))
        return try Set(taken).intersection(torn).reduce(0) {
            try $0 + session.workspace.document($1, looksAtPicture: false).data.conflicts.count
        }
    }

    /// The folder and the selection, of this line or of the last one. Another answer about the last folder
    /// keeps its selection.
    private func place(in session: Session) throws -> (path: String, selection: [String]) {
        var last: (path: String, selection: [String])?
        if case .text(let line) = session.workspace.preferences[.sync],
            let words = LineLexer.words(of: line.utf8), let path = words.first
        {
            last = (path, words.count > 1 ? Array(words.dropFirst()) : ["all"])
        }
        if let folder {
            let isAnswer = selection.isEmpty && (sharing.hasAllFields || !sharing.isEmpty)
            let place =
                try isAnswer ? SharedFolder.place(of: folder.text, for: session.workspace) : ""
            let all = place == last?.path ? last?.selection ?? ["all"] : ["all"]
            return (folder.text, selection.isEmpty ? all : selection)
        }
        guard let last else { throw Self.declaration.misuse("needs a FOLDER the first time") }
        return last
    }

    /// Asks what the folder gets, and then remembers the folder. So an interruption leaves no folder without an
    /// answer, and a wrong selection is not remembered.
    ///
    /// - Returns: what the folder doesn't get.
    private func begin(
        with folder: SharedFolder, _ selection: [String], in session: Session
    ) throws -> String {
        let chosen = try session.selection(selection)
        try session.askForAuthor(of: session.workspace.documentNames(in: chosen))
        let words = [folder.path] + (selection == ["all"] ? [] : selection)
        let value = try Preference.sync.value(LineLexer.line(of: words))
        let isNew = session.workspace.preferences[.sync] != value
        if isNew {
            let selected = try session.workspace.documentNames(in: chosen)
            try folder.check(selected: selected)
            if selected.isEmpty, selection != ["all"] {
                try session.reportNoDocuments(selectedBy: selection, for: Self.declaration)
            }
        }
        let rules = try rules(of: folder, in: session)
        if isNew { try session.keep(value, for: .sync, during: ["sync"] + words) }
        return rules
    }

    // MARK: Taking in

    private func take(
        from folder: SharedFolder, _ printer: ImportPrinter, in session: Session
    ) throws {
        // In one line if it is much.
        for line in folder.skipped.prefix(3) { try session.notice("skipped \(line)") }
        let more = folder.skipped.count - 3
        if more > 0 { try session.notice("skipped \(more.grouped) more") }
        let report = ImportReport(
            isRepeatable: true, isDryRun: false, sourceCount: folder.changedCount, in: session)
        var options = ImportOptions(now: session.now)
        (options.known, options.keepsGoing, options.folder) = (.updated, true, folder.path)
        defer { try? folder.rememberTaken() }
        try report.run(ifInterrupted: "what was taken in stays") {
            guard folder.changedCount > 0 else { return }
            try session.workspace.importEach(folder.sources(), options) { outcome in
                try folder.didTake(outcome)
                try report.take(outcome, printer.print)
            }
            try printer.printHidden()
            try printer.reportConflicts()
        }
    }

    // MARK: Writing

    private func write(
        _ selection: [String], under rules: String, to folder: SharedFolder, in session: Session,
        _ didWrite: () -> Void
    ) throws {
        let chosen = try session.selection(selection)
        // The documents of a remembered selection may be deleted.
        let selected = try session.workspace.documentNames(
            in: self.selection.isEmpty ? chosen.ofPresent : chosen)
        let names = try folder.lacking(of: selected)
        if folder.copyCount > 0 {
            let count = folder.copyCount
            try session.notice(
                "\(count.counting("document")) with the identifier of another one "
                    + "\(count == 1 ? "stays" : "stay") here; 'duplicates' lists "
                    + (count == 1 ? "it" : "them"))
        }
        try tellLost(folder.lost, in: session)
        let outgoing = try outgoing(names, rules, to: folder, in: session)
        try session.interruptible("what was written stays") {
            try folder.write(names, telling: outgoing) { written in
                didWrite()
                try session.tellDoubtful(written.doubtful, of: written.name)
                for remark in written.remarks + written.excesses { try session.warn(remark) }
            }
        }
        if !names.isEmpty { try session.tellOfAuthors(takesBare: false) }
    }

    /// Names the bundles of documents that are neither here nor deleted, since they may be the last copies.
    private func tellLost(_ paths: [String], in session: Session) throws {
        for path in paths.sorted().prefix(3) {
            try session.warn(
                "\(path) has a document that is not here any more, and was not deleted; "
                    + "'import --update \(LineLexer.line(of: [path]))' brings it back")
        }
        let more = paths.count - 3
        if more > 0 { try session.warn("\(more.counting("more bundle")) of such documents") }
    }

    private func outgoing(
        _ names: [DocumentName], _ rules: String, to folder: SharedFolder, in session: Session
    ) throws -> Outgoing {
        let words = try Withholding.words(of: rules == Self.all ? "" : rules)
        let withholding = try session.workspace.withholding(
            of: words.fields.isEmpty ? [] : [words.fields.joined(separator: ",")],
            blur: words.blur, from: names, usesPreference: rules != Self.all)
        if withholding?.hidesLocation == true {
            try sharing.tellPlaces(
                of: names, as: .scarybug, without: withholding, in: session)
        }
        let outgoing = try session.workspace.recalling(
            Outgoing(
                to: [folder.path], without: withholding, all: rules == Self.all, at: session.now),
            of: names)
        try session.tellRecalled(outgoing, of: names)
        try session.tellBlurred(outgoing.sensitive.count, among: names.count)
        if rules == Self.all, !sharing.hasAllFields {
            let exact = try session.workspace.sensitive(among: names).count
            if exact > 0 {
                try session.notice(
                    "\(exact.counting("document")) of sensitive species \(exact == 1 ? "goes" : "go") to "
                        + "\(folder.path) exactly, since it gets all fields; --without or --blur ends that"
                )
            }
        }
        return outgoing
    }

    /// The answer that lets all fields out.
    private static let all = "all"

    /// What the folder doesn't get. An answer of now or of an earlier time counts; without one, no
    /// position goes out.
    private func rules(of folder: SharedFolder, in session: Session) throws -> String {
        let answer = sharing.hasAllFields ? Self.all : try answer(of: folder, in: session)
        let rules = answer ?? Self.withoutPlace
        try folder.setRules(answer: answer, rules)
        if folder.hasOtherPolicy || !sharing.isEmpty { try tell(rules, of: folder, in: session) }
        return rules
    }

    /// Says what the folder doesn't get, also by the preference `share`.
    private func tell(_ rules: String, of folder: SharedFolder, in session: Session) throws {
        var share: (fields: [String], blur: String?) = ([], nil)
        if case .text(let text) = session.workspace.preferences[.share] {
            share = try Withholding.words(of: text)
        }
        if rules == Self.all {
            if share.fields.isEmpty, share.blur == nil { return }
            return try session.notice(
                "documents go to \(folder.path) with all fields, whatever 'config share' says; --without or "
                    + "--blur ends that")
        }
        let own = try Withholding.words(of: rules)
        let all = try Withholding(of: own.fields + share.fields, blur: own.blur ?? share.blur).text
        if all.isEmpty { return }
        try session.notice(
            "documents go to \(folder.path) \(all); 'sync \(LineLexer.line(of: [folder.path])) "
                + "--all-fields' tells all")
    }

    /// The answer of now or of an earlier time, and what the options leave out, too.
    private func answer(of folder: SharedFolder, in session: Session) throws -> String? {
        let share = try sharing.withholding(from: [], usesPreference: true, in: session)
        var answer = folder.answer
        if answer == nil, share?.hidesLocation != true {
            let mayTell = try Confirmation.answer(
                to: "others who read \(folder.path) get where your finds are? [y/N] ", in: session,
                orElse: "nothing was changed; 'sync' asks again")
            answer = mayTell.map { $0 ? "" : Self.withoutPlace }
        }
        guard let named = try sharing.withholding(from: [], usesPreference: false, in: session)
        else { return answer }
        if answer == Self.all { return named.text }
        let before = try Withholding(answer ?? (named.hidesLocation ? "" : Self.withoutPlace))
        // A distance is the answer where the places are.
        return named.joined(with: sharing.hasBlur ? before.withoutLocation : before).text
    }

    private static let withoutPlace = "without:\(Withholding.location)"
}

extension Record {
    /// What a `sync` did.
    fileprivate init(
        _ new: Int, _ changed: Int, _ conflicts: Int, _ wrote: Int, _ removed: Int
    ) {
        let took = [(new, "new"), (changed, "changed")].filter { $0.0 > 0 }
            .map { "\($0.0.grouped) \($0.1)" }.joined(separator: ", ")
        let parts = [
            took.isEmpty ? nil : "took \(took)",
            conflicts == 0 ? nil : "\(conflicts.counting("conflict")): list has:conflict",
            wrote == 0 ? nil : "wrote \(wrote.grouped)",
            removed == 0 ? nil : "removed \(removed.grouped)",
        ].compactMap(\.self)
        self.init(
            parts.isEmpty ? "nothing new" : parts.joined(separator: "; "),
            [
                ("new", .integer(new)), ("changed", .integer(changed)),
                ("conflicts", .integer(conflicts)), ("wrote", .integer(wrote)),
                ("removed", .integer(removed)),
            ])
    }
}
