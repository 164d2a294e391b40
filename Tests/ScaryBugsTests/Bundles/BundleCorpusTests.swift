import Testing

@testable import ScaryBugs

/// Archives that others made, beside the package where they are there at all.
struct ArchiveSample: CustomTestStringConvertible, Sendable {
    let path: String
    let expectation: String

    var testDescription: String { path }

    static let all: [ArchiveSample] = {
        guard let file = try? File.open(path: root + "INDEX.tsv"),
            let bytes = try? file.contents(limit: 4 << 20)
        else { return [] }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
            let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard let path = columns.first, path.hasPrefix("archives/"), columns.count == 4 else {
                return nil
            }
            return ArchiveSample(path: String(path), expectation: String(columns[3]))
        }
    }()

    /// Four levels up from this file is the package.
    private static let root: String = {
        let parts = #filePath.split(separator: "/").dropLast(4)
        return "/" + parts.joined(separator: "/") + "/../shared/corpus/"
    }()

    /// Serialized file wrappers of macOS, none of which holds a document.
    static let wrappers: [ArchiveSample] = {
        let names = try? Directory.open(path: root + "rtfd").names()
        return (names ?? []).filter { $0.hasSuffix(".bin") }.sorted()
            .map { ArchiveSample(path: "rtfd/" + $0, expectation: "reject") }
    }()

    func file() throws -> File { try File.open(path: Self.root + path) }

    func contents() throws -> Bundle.Contents {
        try Bundle.read(file(), limits: Limits(), into: nil)
    }

    /// Whether it is of a format that a bundle may be.
    var isOurs: Bool {
        [".zip", ".zipx", ".jar", ".poz", ".tar", ".tar.gz", ".txz", ".tar.zst"]
            .contains { path.hasSuffix($0) }
    }
}

@Suite(
    "Bundles: archives of others",
    .enabled(if: !ArchiveSample.all.isEmpty, "there is no corpus beside the package"))
struct BundleCorpusTests {
    @Test("is refused", arguments: ArchiveSample.all.filter { $0.expectation == "reject" })
    func reject(_ sample: ArchiveSample) throws {
        #expect(throws: ScaryBugsError.self) { try sample.contents() }
    }

    /// Each can be read by a program that takes any archive; as bundles most have no data file.
    @Test("is read to its end", arguments: ArchiveSample.all.filter { $0.expectation == "accept" })
    func accept(_ sample: ArchiveSample) throws {
        do { _ = try sample.contents() } catch let error as ScaryBugsError {
            #expect(error.code == .refused)
            let reasons =
                sample.isOurs
                ? ["no data file", "more than one document", "beside it", "deeper", "not UTF-8"]
                : ["packed with", "is a "]
            #expect(reasons.contains { error.message.contains($0) }, "\(error.message)")
        }
    }

    @Test(
        "does no harm", arguments: ArchiveSample.all.filter { $0.expectation.hasPrefix("either") })
    func either(_ sample: ArchiveSample) throws {
        do { _ = try sample.contents() } catch let error as ScaryBugsError {
            #expect(!error.message.isEmpty)
        }
    }

    @Test("is understood", arguments: ArchiveSample.wrappers)
    func wrapper(_ sample: ArchiveSample) throws {
        let wrapper = try SerializedWrapper(sample.file(), limits: Limits())
        #expect(wrapper.entries.map(\.name.parts) == [["TXT.rtf"]])
        let error = #expect(throws: ScaryBugsError.self) { try sample.contents() }
        #expect(error?.message.contains("no data file") == true, "\(error?.message ?? "")")
    }
}
