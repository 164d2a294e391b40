import Foundation
import TestSupport
import Testing

@testable import ScaryBugFormats
@testable import ScaryBugRecords
@testable import ScaryBugStore
@testable import ScaryBugs

/// An action of the user that is one step of the history.
enum UndoCommand: CaseIterable {
    case new, newWithPicture, set, setMany, setNothing, replacePicture, removePicture
    case delete, deleteMany, importDocument, importWorkspace, importBundle, importRecords
    case importTable
    case addField, setField, removeField, renameField, saveQuery, removeQuery, config, repair

    /// Files to import, made once.
    static let material = Result { try UndoMaterial() }

    /// The custom fields that the actions add, and into which they rename them.
    static let fields = [Field("my", key: "my", .text, ""), Field("its", key: "its", .text, "")]

    /// Runs the action on some of the documents.
    func run(in session: Workspace, of bench: Bench, with dice: inout Dice) throws {
        let present = try session.documentNames()
        let material = try Self.material.get()
        let title = dice.pick(["Wasp", "Café", "Stag Beetle", "a\nb"]) + " \(dice.roll(100))"
        func picked(_ count: Int) -> [DocumentName] {
            Array(Set((0..<count).compactMap { _ in present.isEmpty ? nil : dice.pick(present) }))
                .sorted()
        }
        func edit(
            _ names: [DocumentName], _ edits: [Edit], _ picture: Workspace.PictureEdit = .keep
        ) throws {
            let now = Timestamp(secondsSince1970: Bench.now.secondsSince1970 + Int64(dice.roll(9)))
            // Documents that another program damaged stay as they are.
            let edit = { (_: DocumentKind) in Workspace.DocumentEdit(edits, picture: picture) }
            let plan = { try session.edit(names, now: now, edit).map { try? $0.get() } }
            let planned = try session.dryRun(plan)
            #expect(
                planned.compactMap { $0?.changes.isEmpty }
                    == planned.compactMap { $0.map { $0.action == .unchanged } })
            #expect(try plan().map { $0?.action } == planned.map { $0?.action })
        }
        switch self {
        case .new: try session.add(title, kind: dice.pick(DocumentKind.all))
        case .newWithPicture:
            try session.add(
                title, kind: dice.pick(DocumentKind.all), picture: dice.pick(material.pictures))
        case .set:
            // A new field would make other stories of the same seeds.
            let fields = Field.common.filter { !$0.givesWay || $0 == .at }
            let field = dice.pick(fields.filter { $0.type != .picture })
            guard let value = RandomDocuments.value(for: field.type, with: &dice) else { return }
            try edit(picked(1), [.set(field, value)])
        case .setMany: try edit(picked(5), [.set(.rating, .rating(Float(dice.roll(11)) / 2))])
        case .setNothing:
            guard let name = picked(1).first, let now = try? session.document(name).data[.modified],
                case .timestamp(let date) = now
            else { return }
            _ = try session.edit([name], now: date) { _ in .init([]) }
        case .replacePicture:
            try edit(picked(1), [], .replace(PictureFile(path: dice.pick(material.pictures))))
        case .removePicture: try edit(picked(2), [], .remove)
        case .delete: _ = try session.delete(picked(1))
        case .deleteMany: _ = try session.delete(picked(6))
        case .importDocument:
            guard let name = picked(1).first else { return }
            let path = bench.documentPath(name.directoryName)
            _ = try session.importDocuments(
                from: ImportSource(path: bench.directory.path(path)), ImportOptions(now: Bench.now))
        case .importWorkspace where present.count < 20:
            guard !present.isEmpty else { return }
            var options = ImportOptions(now: Bench.now)
            options.keepsGoing = true
            _ = try session.importDocuments(
                from: ImportSource(path: bench.directory.path(bench.documentPath(""))), options)
        case .importWorkspace: _ = try session.delete(present)
        case .importBundle: _ = try session.importAll(material.bundle)
        case .importRecords: _ = try session.importAll(material.records)
        case .importTable: _ = try session.importAll(material.table)
        case .addField: _ = try session.add(Field(custom: "my", .text))
        case .setField: try edit(picked(2), [.set(Self.fields[0], .text(title))])
        case .removeField: try? session.removeField(named: "my")
        case .renameField:
            let names = dice.oneIn(2) ? ["my", "its"] : ["its", "my"]
            _ = try? session.renameField(named: names[0], to: names[1])
        case .saveQuery:
            _ = try session.save(SavedQuery(name: dice.pick(["a", "b"]), words: [title]))
        case .removeQuery: try? session.removeQuery(named: "a")
        case .config:
            _ = try session.change([
                (.kind, dice.oneIn(3) ? nil : .text(dice.pick(DocumentKind.all).name))
            ])
        case .repair: _ = try session.check(repairing: true) { _ in }
        }
    }
}

/// Pictures, and documents with pictures and thumbnails as a bundle, as directories and as a table.
struct UndoMaterial: Sendable {
    private let directory: TemporaryDirectory
    let pictures: [String]
    let bundle: String
    let records: String
    let table: String

    init() throws {
        let bench = try Bench()
        directory = bench.directory
        pictures = try [
            directory.write(Bench.jpeg, to: "a.jpg"), directory.write(Bench.png, to: "b.png"),
            directory.write(Bench.jpeg + Bench.png, to: "c.jpg"),
        ]
        let session = try bench.workspace()
        for kind in DocumentKind.all {
            let name = try session.add(kind.name, kind: kind, picture: pictures[0]).name
            try directory.write(
                Bench.jpeg, to: bench.documentPath("\(name.directoryName)/\(kind.thumbnailName)"))
        }
        try session.add("plain")
        bundle = directory.path("one.scarybug")
        try Export(from: session, to: bundle, count: 1, replacing: false)
            .write([session.documentName(1)])
        records = directory.path(bench.documentPath(""))
        table = try directory.write("title,rating\nAnt,1\nBee,2\nCicada,3.5\n", to: "t.csv")
    }
}

/// Files that another program adds to the documents' directory.
enum UndoDamage: CaseIterable {
    case copy, zeros, stray, junk, capitals, open, pipe

    /// Adds a file with a number that was never used.
    func inflict(on bench: Bench, freeNumber number: Int) throws {
        let names = try? bench.directory.names(in: bench.documentPath("")).sorted()
        // A copy of a pipe would wait for a writer.
        let name = names?.first {
            $0.hasSuffix(".scarybug") && !bench.directory.exists(bench.documentPath("\($0)/pipe"))
        }
        guard let name else { return }
        func copy(to copy: String) throws {
            try FileManager.default.copyItem(
                atPath: bench.directory.path(bench.documentPath(name)),
                toPath: bench.directory.path(bench.documentPath(copy)))
        }
        switch self {
        case .copy: try copy(to: "Copy \(number) of \(name).ScaryBug")
        case .zeros: try copy(to: "00\(number).scarybug")
        case .stray: try bench.directory.write("notes", to: bench.documentPath("notes \(number)"))
        case .junk:
            try bench.directory.makeDirectory(bench.documentPath("\(number).scarybug"))
            try bench.directory.write(
                "junk", to: bench.documentPath("\(number).scarybug/data.plist"))
        case .capitals:
            try copy(to: "\(number).scarybug")
            try bench.directory.write(
                "other", to: bench.documentPath("\(number).scarybug/Data.plist"))
        case .open:
            try copy(to: "\(number).scarybug")
            chmod(bench.directory.path(bench.documentPath("\(number).scarybug/data.plist")), 0o666)
        case .pipe:
            try copy(to: "\(number).scarybug")
            mkfifo(bench.directory.path(bench.documentPath("\(number).scarybug/pipe")), 0o600)
        }
    }
}
