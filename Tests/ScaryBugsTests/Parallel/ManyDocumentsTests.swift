import TestSupport
import Testing

@testable import ScaryBugFormatsTests
@testable import ScaryBugRecords
@testable import ScaryBugStore
@testable import ScaryBugStoreTests
@testable import ScaryBugs

/// Exports and imports of more documents than there are processors.
@Suite struct ManyDocumentsTests {
    let bench: Bench
    let alice: Workspace

    private static let numbers = 1...40

    init() throws {
        bench = try Bench()
        alice = try bench.workspace()
        for number in Self.numbers {
            // The first document takes longest.
            let bytes = Bench.jpeg + BundleWorkplace.noise(100_000 / number)
            let picture = try bench.directory.write(bytes, to: "picture.jpg")
            try alice.add("bug \(number)", picture: picture)
            // Exports make missing thumbnails, which takes long.
            let thumbnail = bench.documentPath("\(number).scarybug/thumbImage.jpg")
            try bench.directory.write(Bench.jpeg, to: thumbnail)
        }
        try bench.directory.makeDirectory("out")
    }

    /// Exports all of alice's documents and returns the outcome for each.
    @discardableResult
    private func export(
        as format: ExportFormat = .scarybug, replacing: Bool = false, stoppingAtError: Bool = false
    ) throws -> [String] {
        let workspace = try bench.workspace()
        let names = try workspace.documentNames()
        let export = try Export(
            from: workspace, to: bench.directory.path("out"), as: format, count: names.count,
            replacing: replacing)
        var said: [String] = []
        try export.write(names) { result in
            let text = message { try said.append(bench.name(of: result.get().path)) }
            if let text { said.append(text) }
            if text != nil, stoppingAtError { throw TestFailure("stopped") }
        }
        return said
    }

    /// Imports the exported bundles and returns the outcome for each path.
    private func importDocument(
        _ names: [String], into workspace: Workspace
    ) throws -> [String] {
        var rest = names.map { bench.directory.path("out/\($0)") }[...]
        var said: [String] = []
        let next = { rest.popFirst().map { path in Result { try ImportSource(path: path) } } }
        try workspace.importEach(next, ImportOptions(now: Bench.now)) { result in
            let text = message {
                let outcome = try result.get()
                let titles = try workspace.titles(of: outcome)
                let numbers = outcome.documents.compactMap(\.document?.number)
                said += zip(numbers, titles).map { "\($0) \($1)" }
                said += outcome.refusals.map { bench.name(of: $0.message) }
            }
            if let text { said.append(text) }
        }
        return said
    }

    @Test(arguments: [false, true])
    func `bundles come in order, each the same as alone`(isReplacing: Bool) throws {
        if isReplacing { try export() }
        let names = Self.numbers.map { "bug \($0).scarybug" }
        #expect(try export(replacing: isReplacing) == names.map { "out/\($0)" })
        #expect(try bench.directory.names(in: "out") == names.sorted())
        for (number, name) in zip(Self.numbers, names) {
            let alone = try Export(
                from: alice, to: bench.directory.path("alone"), count: 1, replacing: true)
            try alone.write([alice.documentName(number)])
            #expect(
                try bench.directory.bytes(of: "out/\(name)") == bench.directory.bytes(of: "alone"),
                "\(name)")
        }
    }

    @Test(arguments: [ExportFormat.scarybug, .directory, .picture])
    func `a document that cannot be exported does not stop the others`(format: ExportFormat) throws
    {
        for number in [1, 20, 40] {
            try bench.directory.write("x", to: bench.documentPath("\(number).scarybug/data.plist"))
        }
        let said = try export(as: format)
        #expect(said.count == Self.numbers.count)
        for (number, text) in zip(Self.numbers, said) {
            #expect(
                text.contains("document \(number) cannot be read")
                    == [1, 20, 40].contains(number))
        }
        #expect(try bench.directory.names(in: "out").count == Self.numbers.count - 3)
    }

    @Test func `an export that stops at the first error leaves no later document`() throws {
        try bench.directory.write("x", to: bench.documentPath("3.scarybug/data.plist"))
        #expect(message { try export(stoppingAtError: true) } == "stopped")
        #expect(try bench.directory.names(in: "out") == ["bug 1.scarybug", "bug 2.scarybug"])
    }

    @Test func `sources come in order, as if one came after another`() throws {
        try export()
        try bench.directory.write("PK no more", to: "out/bad")
        var names = Self.numbers.map { "bug \($0).scarybug" }
        names.insert(contentsOf: ["none", "bug 40.scarybug", "bad"], at: 20)
        let bob = try bench.workspace(of: "bob")
        var expected = Self.numbers.prefix(20).map { "\($0) bug \($0)" }
        let said = try importDocument(names, into: bob)
        #expect(said[20].hasPrefix("cannot open"))
        #expect(said[22].hasPrefix("out/bad: "))
        // The first import keeps the number 40. The second bundle with that number gets another.
        expected += [said[20], "40 bug 40", said[22]]
        expected += (21...39).map { "\($0) bug \($0)" } + ["41 bug 40"]
        #expect(said == expected)
        #expect(try bob.documentNames().count == Self.numbers.count + 1)
        #expect(try bench.directory.names(in: bench.path("Staging", of: "bob")).count == 1)
        for number in Self.numbers {
            let file = "Private Documents/\(number).scarybug/fullImage.jpg"
            #expect(
                try bench.directory.bytes(of: bench.path(file, of: "bob"))
                    == bench.directory.bytes(of: bench.path(file)))
        }
    }

    @Test func `changes made together are committed together`() throws {
        let bob = try bench.workspace(of: "bob")
        for _ in 1...2 {
            try bob.together {
                try bob.add("Weta")
                #expect(bob.hasPendingChanges)
            }
            #expect(!bob.hasPendingChanges)
        }
    }

    @Test func `a fully refused import creates no workspace`() throws {
        for number in 1...5 { try bench.directory.write("PK no more", to: "out/\(number)") }
        let said = try importDocument(
            (1...5).map(String.init), into: bench.workspace(of: "bob"))
        #expect(said.count == 5)
        #expect(!bench.directory.exists(bench.path("", of: "bob")))
    }
}

extension Bench {
    /// A path, or a message that begins with one, without the path of the temporary directory.
    fileprivate func name(of path: String) -> String {
        path.hasPrefix(directory.path + "/")
            ? String(path.dropFirst(directory.path.count + 1)) : path
    }
}
