import Containers

/// The way in which conflicts of a document end.
package struct ConflictResolution: Sendable {
    package enum Choice: Sendable {
        /// The shown value stays.
        case shown
        /// The other value takes its place.
        case other
        /// The value of a person takes its place.
        case by(String)
        /// Both files stay, the other one under a free name. Notes are joined.
        case both
    }

    private let names: [String]
    fileprivate let choice: Choice

    /// - Parameter names: the fields and files; empty for all.
    package init(of names: [String], _ choice: Choice) {
        (self.names, self.choice) = (names, choice)
    }

    /// Whether it ends conflicts of a document.
    package func applies(to data: DocumentData) -> Bool {
        (try? chosen(among: data.conflicts, of: 0).isEmpty) == false
    }

    /// The conflicts among which the choice has a meaning.
    private func possible(among all: [Conflict]) -> [Conflict] {
        switch choice {
        case .both where names.isEmpty: all.filter { $0.register.isFile || $0.isOfNotes }
        case .by(let person): all.filter { $0.hasValue(of: person) }
        default: all
        }
    }

    /// - Throws: ``ScaryBugsError/Code/notFound`` that lists the conflicts of the document.
    fileprivate func chosen(among all: [Conflict], of document: Int) throws -> [Conflict] {
        guard !all.isEmpty else {
            throw ScaryBugsError(.notFound, "document \(document) has no conflict")
        }
        let possible = possible(among: all)
        let missing = names.first { name in !all.contains { $0.isMeant(by: name) } }
        guard missing == nil else { throw none(in: missing ?? "", among: all, of: document) }
        let chosen = possible.filter { conflict in
            names.isEmpty || names.contains { conflict.isMeant(by: $0) }
        }
        guard !chosen.isEmpty else { throw none(in: "files", among: all, of: document) }
        return chosen
    }

    private func none(
        in name: String, among all: [Conflict], of document: Int
    ) -> ScaryBugsError {
        if case .by(let person) = choice, all.contains(where: { !$0.hasValue(of: person) }) {
            let values = all.map { "\($0.name) is \($0.text)" }.joined(separator: "; ")
            return ScaryBugsError(
                .notFound, "document \(document) has no value of \(person) to choose: \(values)")
        }
        let names = all.map(\.name).joined(separator: ", ")
        return ScaryBugsError(
            .notFound,
            "document \(document) has no conflict in \(name); it has conflicts in \(names)")
    }
}

/// The conflicts that an edit ends.
struct EndedConflicts {
    /// The edit with the changes to files that a resolution takes.
    private(set) var edit: Workspace.DocumentEdit
    /// Files that lay beside others in these conflicts.
    private(set) var removed: [String] = []
    /// The names of all files that lay beside others.
    let besides: Set<String>
    /// The files that share their names.
    let namesakes: [String: Namesake]

    private let document: DocumentDirectory
    private let present: [String]

    /// - Parameter data: the data after the changes to fields.
    init(
        by edit: Workspace.DocumentEdit, of document: DocumentDirectory, in data: inout DocumentData
    ) throws {
        let all = data.conflicts
        (self.edit, self.document) = (edit, document)
        besides = Set(all.flatMap { $0.others.compactMap(\.fileName) })
        let isAboutFiles = !edit.attached.isEmpty || !edit.detached.isEmpty
        present = all.isEmpty && !isAboutFiles ? [] : try document.names()
        let namesakes = data.namesakes(among: present)
        self.namesakes = namesakes
        self.edit.detached = try edit.detached.map {
            try document.storedName(of: $0, among: namesakes) ?? $0
        }
        var ended: [Conflict] = []
        if let resolution = edit.resolution {
            ended = try resolution.chosen(among: all, of: document.name.number)
            for conflict in ended {
                switch resolution.choice {
                case .shown: break
                case .other: try take(Self.other(of: conflict), of: conflict, in: &data)
                case .by(let person):
                    guard let other = conflict.other(by: person) else { break }
                    if conflict.isShown(by: person) {
                        throw ScaryBugsError(
                            .refused,
                            "\(conflict.name) has several values of \(person): \(conflict.text); "
                                + "without --by the shown one stays, "
                                + (conflict.hasSeveralOthers
                                    ? "'set' chooses another one" : "--other takes the other one"))
                    }
                    try take(other, of: conflict, in: &data)
                case .both where conflict.isOfNotes: try data.joinTexts(of: conflict)
                case .both: try keep(conflict, in: data)
                }
            }
        } else {
            let files = edit.attached.map(\.name) + self.edit.detached
            var keys = Set(files.map(CopyContent.fileKey))
            if case .keep = edit.picture {} else { keys.insert(data.photographKey) }
            ended = all.filter { keys.contains($0.nameKey) }
        }
        try data.end(ended)
        removed = ended.flatMap { $0.others.compactMap(\.fileName) }.filter(present.contains)
    }

    private func open(_ name: String) throws -> File {
        guard present.contains(name), let file = try document.file(named: name) else {
            throw ScaryBugsError(
                .damaged, "document \(document.name.number) lacks the file \(name) of its conflict")
        }
        return file
    }

    /// The only other value.
    private static func other(of conflict: Conflict) throws -> Conflict.Value {
        guard let other = conflict.others.first, conflict.others.count == 1 else {
            throw ScaryBugsError(
                .refused,
                "\(conflict.name) has several other values: \(Conflict.text(of: conflict.others)); "
                    + "'set' chooses one\(conflict.areNamed ? ", or --by NAME" : "")")
        }
        return other
    }

    /// Puts another value in the place of the shown one.
    private mutating func take(
        _ other: Conflict.Value, of conflict: Conflict, in data: inout DocumentData
    ) throws {
        guard conflict.register.isFile else { return try data.take(other, of: conflict) }
        let isPhotograph = conflict.register.key == data.photographKey
        switch other.source {
        case .file(let name, let nameKey) where isPhotograph:
            let file = try open(name)
            let path = file.name
            edit.picture = .replace(try PictureFile(file, path))
            try data.setImageName(nameKey.flatMap { data.stored($0)?.text })
        case .file(let name, _):
            edit.attached.append(try AttachedFile(open(name), named: conflict.name))
            edit.detached += present.filter { CopyContent.fileKey($0) == conflict.nameKey }
        default:
            if isPhotograph {
                edit.picture = .remove
                try data.setImageName(nil)
            } else {
                edit.detached.append(conflict.name)
            }
        }
    }

    /// Gives the other files free names.
    private mutating func keep(_ conflict: Conflict, in data: DocumentData) throws {
        guard conflict.register.isFile else {
            throw ScaryBugsError(
                .refused,
                "\(conflict.name) is a field, and --both keeps files and joins notes; --other takes its "
                    + "value")
        }
        guard conflict.others.contains(where: { $0.fileName != nil }) else {
            throw ScaryBugsError(
                .refused,
                "\(conflict.name) was removed on one side, so --both has only one file to keep")
        }
        for value in conflict.others {
            guard case .file(let name, let nameKey) = value.source else { continue }
            let original = nameKey.flatMap { data.stored($0)?.text?.split(separator: "/").last }
                .map(String.init).flatMap { (try? AttachedFile.check($0, $0)) == nil ? nil : $0 }
            let wanted = original ?? Beside.parts(ofFile: name)?.key ?? name
            edit.attached.append(try AttachedFile(open(name), named: freeName(like: wanted)))
        }
    }

    /// A name such as `wing 2.jpg`.
    private func freeName(like name: String) -> String {
        let taken = Set(
            (present + edit.attached.map(\.name) + AttachedFile.reservedNames).map(\.collisionKey))
        return NumberedName.file(like: name) { !taken.contains($0.collisionKey) }
    }
}
