import TestSupport
import Testing

@testable import ScaryBugFormatsTests
@testable import ScaryBugRecords
@testable import ScaryBugStore
@testable import ScaryBugStoreTests
@testable import ScaryBugs

/// Darwin Core archives in ZIP and tar files.
@Suite struct ImportDarwinCoreTests {
    private let bench: Bench
    private let bob: Workspace

    private static let meta = """
        <archive xmlns="http://rs.tdwg.org/dwc/text/"><core fieldsTerminatedBy="," \
        rowType="http://rs.tdwg.org/dwc/terms/Occurrence">
        <files><location>o.txt</location></files><id index="0"/>
        <field index="1" term="http://rs.tdwg.org/dwc/terms/scientificName"/></core></archive>
        """
    private static let table = "scientificName,occurrenceID\nApis,a1\n"

    init() throws {
        bench = try Bench()
        bob = try bench.workspace(of: "bob")
    }

    private func take(_ bytes: [UInt8], _ name: String = "a.zip") throws -> [String] {
        let path = try bench.directory.write(bytes, to: name)
        let outcome = try bob.importDocuments(
            from: ImportSource(path: path), ImportOptions(now: Bench.now))
        let titles = try outcome.documents.map { try bob.document($0.name).title }
        return titles + outcome.refusals.map { $0.message.replacing(path, with: name) }
    }

    private static func zip(_ files: KeyValuePairs<String, String>) -> [UInt8] {
        RawZip(files.map { RawZip.Entry($0, $1) }).bytes
    }

    @Test(arguments: ["", "records/"])
    func `an archive lies at the top or in a directory`(_ base: String) throws {
        let zip = Self.zip([
            base + "meta.xml": Self.meta, base + "o.txt": "1,Apis\n2,Vespa\n",
            "__MACOSX/._meta.xml": "x", base + "more/o.txt": "no table of it",
        ])
        #expect(try take(zip) == ["Apis", "Vespa"])
    }

    @Test func `rows of all tables count against one limit`() throws {
        let media = """
            <extension fieldsTerminatedBy="," rowType="http://rs.gbif.org/terms/1.0/Multimedia">
            <files><location>m.txt</location></files><coreid index="0"/>
            <field index="1" term="http://purl.org/dc/terms/identifier"/></extension></archive>
            """
        let zip = { (rows: Int) in
            Self.zip([
                "meta.xml": Self.meta.replacing("</archive>", with: media), "o.txt": "1,Apis\n",
                "m.txt": String(repeating: "1,http://example.org/a.jpg\n", count: rows),
            ])
        }
        let limit = try #require(Preference.named("importDocuments"))
        try bob.changePreferences { $0.set(.integer(10), for: limit) }
        #expect(
            try take(zip(10)) == [
                "a.zip: more than 10 rows in it, with its extensions; 'config importDocuments=N' raises "
                    + "the limit"
            ])
        #expect(try take(zip(8)) == ["Apis"])
    }

    @Test func `a tar file holds an archive, too`() throws {
        let entries = [("./meta.xml", Self.meta), ("./o.txt", "1,Apis\n")].map { name, text in
            var entry = RawTar.Entry(name)
            entry.data = Array(text.utf8)
            return entry
        }
        #expect(try take(RawTar(entries).bytes, "a.tar") == ["Apis"])
    }

    @Test func `without a description, one table is read`() throws {
        #expect(try take(Self.zip(["a/o.csv": Self.table, "readme.txt": "x"])) == ["Apis"])
        #expect(try take(Self.zip(["o.txt": Self.table])) == ["Apis"])
        #expect(try take(Self.zip(["own.csv": "title\nWasp\n"])) == ["Wasp"])
    }

    @Test func `without a description, several tables are too many`() throws {
        #expect(
            try take(Self.zip(["a.txt": Self.table, "b.txt": Self.table])) == [
                "a.zip: holds 2 tables, such as \"a.txt\", and no meta.xml at its top; unpack it, and "
                    + "import one of them"
            ])
        #expect(
            try take(Self.zip(["read.txt": "hello"])) == [
                "a.zip: holds read.txt, which is no table; unpack it, and look at it"
            ])
    }

    @Test func `an archive that was cut anywhere is refused as a whole`() throws {
        let zip = Self.zip(["meta.xml": Self.meta, "o.txt": "1,Apis\n2,Vespa\n"])
        for length in stride(from: 0, to: zip.count, by: 97) {
            let results = try take(Array(zip[..<length]))
            #expect(results.count == 1 && results[0].hasPrefix("a.zip: "), "\(length): \(results)")
        }
        for length in stride(from: 0, to: Self.meta.utf8.count, by: 7) {
            let meta = String(Self.meta.prefix(length))
            let results = try take(Self.zip(["meta.xml": meta, "o.txt": "1,Apis\n"]))
            #expect(results.count == 1 && results[0].hasPrefix("a.zip: meta.xml"), "\(results)")
        }
        #expect(try bob.documentNames().isEmpty)
    }
}
