import KeyedArchive
import TestSupport
import Testing

@testable import ScaryBugRecords
@testable import ScaryBugStore
@testable import ScaryBugs

/// Documents with custom fields.
@Suite struct CustomFieldTests {
    let bench: Bench
    let alice: Workspace

    init() throws {
        bench = try Bench()
        alice = try bench.workspace()
    }

    private func add(_ name: String, _ type: Field.ValueType) throws -> Field {
        let field = try Field(custom: name, type)
        _ = try alice.add(field)
        return field
    }

    /// The value of a key in a document's data file.
    private func stored(_ key: String, in document: String = "1.scarybug") throws -> ArchivedValue?
    {
        let bytes = try bench.directory.bytes(of: bench.documentPath("\(document)/data.plist"))
        let archive = try KeyedArchive(bytes: bytes)
        let object = try #require(try archive.root("Data"))
        return try archive.value(forKey: key, of: object)
    }

    private static let values: [(Field.ValueType, FieldValue, ArchivedValue)] = [
        (.text, .text("under stones"), .string("under stones")),
        (.number, .number(-2.5), .real(-2.5)),
        (.date, .date(EDTFDate(Bench.now)), .date(Bench.now.secondsSince2001)),
        (.boolean, .boolean(false), .boolean(false)),
        (.list, .list(["a", "b,c"]), .array([.string("a"), .string("b,c")])),
    ]

    @Test(arguments: values)
    func `a value is stored under the field's name, read, taken along, and cleared`(
        type: Field.ValueType, value: FieldValue, archived: ArchivedValue
    ) throws {
        let field = try add("mine", type)
        try alice.add("Ant")
        try alice.edit(1, [.set(field, FieldValue(value.text, for: field))])
        #expect(try stored("mine") == archived)
        for workspace in [alice, try bench.workspace()] {
            let data = try workspace.document(1).data
            #expect(data[field] == value)
            #expect(data.unknown.isEmpty)
            #expect(data.warnings.isEmpty)
        }

        // A user without the field keeps its values, also through an edit.
        let export = try Export(
            from: alice, to: bench.directory.path("a.scarybug"), count: 1, replacing: false)
        let written = try export.write([alice.documentName(1)])
        #expect(written.map(\.lost) == [[]])
        let bob = try bench.workspace(of: "bob")
        let taken = try bob.importDocument(bench.directory.path("a.scarybug"))
        #expect(taken.warnings == [])
        #expect(taken.document.data[field] == nil)
        try bob.edit(1, [.set(.rating, .rating(3))])
        let unknown = try bob.document(1).data.unknown
        #expect(unknown.map(\.key) == ["mine"] + (type == .date ? ["mineText"] : []))
        #expect(unknown.first?.value == archived)
        _ = try bob.add(field)
        #expect(try bob.document(1).data[field] == value)

        try alice.edit(1, [.clear(field)])
        #expect(try stored("mine") == nil)
    }

    @Test(arguments: DocumentKind.all)
    func `documents of all kinds have it`(kind: DocumentKind) throws {
        let field = try add("habitat", .text)
        var data = try DocumentData(new: alice.kind(kind), now: Bench.now)
        try data.set(.text("a"), for: .title)
        try data.set(.text("wood"), for: field)
        let document = try alice.add(data, picture: nil)
        #expect(document.kind.field(named: "habitat") == field)
        #expect(try alice.document(1).data[field] == .text("wood"))
    }

    @Test(arguments: values.map(\.0))
    func `a value of another type stays, with a warning, until it is set`(
        type: Field.ValueType
    ) throws {
        try alice.add("Ant")
        let date = try add("mine", .date)
        try alice.edit(1, [.set(date, .date(EDTFDate(Bench.now)))])
        try alice.removeField(named: "mine")
        #expect(try alice.document(1).data.unknown.map(\.key).first == "mine")
        let field = try add("mine", type)
        let data = try alice.document(1).data
        #expect(
            data.warnings == (type == .date ? [] : ["the value of mine is not understood"]))
        try alice.edit(1, [.set(.rating, .rating(1))])
        #expect(try stored("mine") == .date(Bench.now.secondsSince2001))
        let value = try #require(Self.values.first { $0.0 == type })
        try alice.edit(1, [.set(field, value.1)])
        #expect(try stored("mine") == value.2)
        #expect(try alice.document(1).data.warnings == [])
    }

    @Test(arguments: [
        (ArchivedValue.integer(-7), -7.0), (.integer(1 << 64), 0x1p64),
        (.float(0.5), 0.5),
        (.real(1e300), 1e300), (.string("7.5"), 7.5),
    ])
    func `a number is read in any form`(value: ArchivedValue, number: Double) throws {
        let field = try Field(custom: "weight", .number)
        var archive = KeyedArchive()
        let object = archive.addObject(className: "ScaryBugData")
        archive.setRoot("Data", to: object)
        try archive.setValue(value, forKey: "weight", of: object)
        let data = try DocumentData(
            archive.encoded(), kind: nil, customFields: [field], modified: Bench.now)
        #expect(data[field] == .number(number))
        #expect(data.warnings == [])
    }

    @Test(arguments: [
        ArchivedValue.real(.nan), .float(.infinity), .string("x"), .boolean(true),
        .integer(9_007_199_254_740_993),
    ])
    func `what is not a number is refused`(value: ArchivedValue) throws {
        let field = try Field(custom: "weight", .number)
        var data = try DocumentData(new: DocumentKind.bug.adding([field]), now: Bench.now)
        try data.set(.text("Ant"), for: .title)
        var archive = try KeyedArchive(bytes: data.encoded())
        let object = try #require(try archive.root("Data"))
        try archive.setValue(value, forKey: "weight", of: object)
        let read = try DocumentData(
            archive.encoded(), kind: .bug, customFields: [field], modified: Bench.now)
        #expect(read[field] == nil)
        #expect(read.warnings == ["the value of weight is not understood"])
    }

    // MARK: Sessions

    @Test func `two sessions that add different fields both win`() throws {
        let other = try bench.workspace()
        #expect(other.customFields == [])
        _ = try add("habitat", .text)
        _ = try other.add(Field(custom: "weight", .number))
        #expect(other.customFields.map(\.name) == ["habitat", "weight"])
        #expect(alice.customFields.map(\.name) == ["habitat"])
        #expect(alice.readPreferences().customFields == other.customFields)
        #expect(
            message { _ = try alice.add(Field(custom: "weight", .text)) }
                == "you have a field 'weight' already, of the type number; "
                + "'field remove weight' removes it")
    }

    @Test func `only adding a field or query creates a workspace`() throws {
        #expect(alice.customFields == [])
        #expect(
            message { try alice.removeField(named: "x") }
                == "there is no custom field 'x'; there are none yet")
        let error = "there is no saved query 'x'; there are none yet"
        #expect(message { try alice.removeQuery(named: "x") } == error)
        #expect(message { _ = try alice.savedQuery(named: "x") } == error)
        #expect(!bench.directory.exists("home/users/alice"))
        _ = try alice.save(SavedQuery(name: "scary", words: ["rating:5"]))
        #expect(try bench.workspace().savedQuery(named: "scary") == ["rating:5"])
    }

    @Test func `another session's query is found at once`() throws {
        _ = try alice.save(SavedQuery(name: "a", words: ["all"]))
        let other = try bench.workspace()
        #expect(try other.save(SavedQuery(name: "b", words: ["1-5"])) == nil)
        #expect(try alice.savedQuery(named: "b") == ["1-5"])
        #expect(try other.save(SavedQuery(name: "a", words: ["2"]))?.words == ["all"])
    }

    @Test func `preferences that could not be read again are not written`() throws {
        let words = [String(repeating: "x", count: 1 << 20)]
        _ = try add("habitat", .text)
        #expect(
            message { _ = try alice.save(SavedQuery(name: "long", words: words)) }
                == "the preferences would be longer than 1 MiB; remove a saved query "
                + "(the limit preferencesBytes)")
        #expect(try bench.workspace().customFields.map(\.name) == ["habitat"])
        #expect(alice.removeWarnings() == [])
    }

    // MARK: Imports and exports

    @Test(arguments: [
        (
            "t.csv", "title;Weight;habitat\nAnt;-2,5;wood\n",
            ": columns 2, 3: there are no fields 'Weight', 'habitat'; 'field add Weight number',"
        ),
        (
            "t.csv", "title,mass,habitat\nAnt,-2.5,wood\n",
            ": column 2: --map 'mass=weight': there is no field 'weight'"
        ),
        (
            "t.jsonl", #"{"title":"Ant","weight":-2.5,"habitat":"wood"}"#,
            ": there are no fields 'weight', 'habitat'; 'field add weight number',"
        ),
    ])
    func `tables have columns for it`(name: String, text: String, refusal: String) throws {
        let fields = [try add("weight", .number), try add("habitat", .text)]
        var options = ImportOptions(now: Bench.now)
        if text.contains("mass") { options.fieldNames = ["mass": "weight"] }
        _ = try alice.importAll(bench.directory.write(text, to: name), options: options)
        let data = try alice.document(1).data
        #expect(fields.map { data[$0] } == [.number(-2.5), .text("wood")])
        let path = bench.directory.path(name)
        let bob = try bench.workspace(of: "bob")
        let text = message { _ = try bob.importAll(path, options: options) }
        #expect(text?.hasPrefix(path + refusal) == true)
    }

    @Test(arguments: [
        (ExportFormat.directory, []), (.creature, []), (.bookArchive, ["rating"]),
        (.booksOwned, ["rating", "habitat"]),
    ])
    func `an export in an app's format includes it, unless the format has no keys`(
        format: ExportFormat, lost: [String]
    ) throws {
        let field = try add("habitat", .text)
        try alice.add("Ant")
        try alice.edit(1, [.set(field, .text("wood")), .set(.rating, .rating(3))])
        let path = try bench.directory.makeDirectory("out")
        let export = try Export(from: alice, to: path, as: format, count: 1, replacing: false)
        let name = try alice.documentName(1)
        let written =
            try format.holdsMany ? export.writeAll([name]) : export.write([name])
        #expect(written.map(\.lost) == [lost])
        let taken = try alice.importDocument(try #require(written.first?.path)).document
        #expect(taken.data[field] == (lost.contains("habitat") ? nil : .text("wood")))
    }
}

/// The index depends on the custom fields, and sessions may know different ones.
@Suite struct CustomFieldIndexTests {
    let bench: Bench

    init() throws {
        bench = try Bench()
    }

    private func session() throws -> Workspace {
        Workspace(
            home: bench.home, user: try UserName("alice"),
            cachePath: bench.directory.path("cache"))
    }

    /// The numbers of documents whose rows have a value of a field.
    private func numbers(with field: String, in workspace: Workspace) throws -> [Int]? {
        try workspace.withIndex { index in
            var numbers: [Int] = []
            let statement = try index.database.statement(
                "SELECT id FROM facts WHERE json ->> ? NOT NULL"
            )
            try statement.forEachRow([.text(field)]) { row in
                numbers.append(DocumentName(indexID: row.integer(0)).number)
            }
            return numbers
        }
    }

    @Test func `a field that is added is in the rows of documents that have it`() throws {
        let workspace = try session()
        let habitat = try Field(custom: "habitat", .text)
        _ = try workspace.add(habitat)
        try workspace.add("a")
        try workspace.edit(1, [.set(habitat, .text("wood"))])
        try workspace.add("b")
        #expect(try numbers(with: "habitat", in: workspace) == [1])
        try workspace.removeField(named: "habitat")
        #expect(try numbers(with: "habitat", in: workspace) == [])
        _ = try workspace.add(habitat)
        for workspace in [workspace, try session()] {
            #expect(try numbers(with: "habitat", in: workspace) == [1])
        }
    }

    @Test func `a session without the field does no harm to the index`() throws {
        let old = try session()
        try old.add("a")
        #expect(try old.documentCount() == 1)
        let new = try session()
        let habitat = try Field(custom: "habitat", .text)
        _ = try new.add(habitat)
        try new.edit(1, [.set(habitat, .text("wood"))])
        #expect(try numbers(with: "habitat", in: new) == [1])

        try old.edit(1, [.set(.rating, .rating(3))])
        try old.add("b")
        #expect(try old.documentCount() == 2)
        #expect(try numbers(with: "habitat", in: new) == [1])
        #expect(try new.documentCount() == 2)
        // The session has noticed the change by now.
        try old.add("c")
        #expect(try numbers(with: "habitat", in: old) == [1])
        #expect(old.customFields == [habitat])
    }
}
