import SystemPackage
import Testing

@testable import Containers
@testable import ScaryBugFormats
@testable import ScaryBugRecords

/// An archive made by another program, from the corpus beside the package if that exists.
struct ArchiveSample: CustomTestStringConvertible, Sendable {
    let path: String
    let expectation: String

    var testDescription: String { path }

    static let all: [ArchiveSample] = {
        guard let file = try? File.open(path: root + "INDEX.tsv"),
            let bytes = try? file.contents(limit: Limit(4 << 20))
        else { return [] }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
            let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard let path = columns.first, path.hasPrefix("archives/"), columns.count == 4 else {
                return nil
            }
            return ArchiveSample(path: String(path), expectation: String(columns[3]))
        }
    }()

    /// The package is four levels above this file.
    private static let root: String = {
        let parts = #filePath.split(separator: "/").dropLast(4)
        return "/" + parts.joined(separator: "/") + "/../shared/corpus/"
    }()

    /// Serialized file wrappers of macOS. None contains a document.
    static let wrappers: [ArchiveSample] = {
        let names = try? Directory.open(path: root + "rtfd").names()
        return (names ?? []).filter { $0.hasSuffix(".bin") }.sorted()
            .map { ArchiveSample(path: "rtfd/" + $0, expectation: "reject") }
    }()

    func file() throws -> File { try File.open(path: Self.root + path) }

    func contents() throws -> Bundle.Contents {
        try Bundle.read(file(), limits: Limits(), into: nil)
    }

    /// Whether bundles may have this format.
    var isOurs: Bool {
        [".zip", ".jar", ".poz", ".tar", ".tar.gz"].contains { path.hasSuffix($0) }
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

    /// libarchive can read each of them. Most have no data file and so aren't bundles.
    @Test("is read to its end", arguments: ArchiveSample.all.filter { $0.expectation == "accept" })
    func accept(_ sample: ArchiveSample) throws {
        do { _ = try sample.contents() } catch let error as ScaryBugsError {
            // One of them has two names for a file, for programs that know other encodings.
            let hasTwoNames = error.message.contains("another name in its own header")
            #expect(error.code == (hasTwoNames ? .damaged : .refused))
            if hasTwoNames { return }
            let reasons =
                sample.isOurs
                ? ["no data file", "more than one document", "beside it", "deeper", "not UTF-8"]
                : ["which is not read", "'help bundles'", "a ZIP or tar file"]
            #expect(reasons.contains { error.message.contains($0) }, "\(error.message)")
        }
    }

    @Test(
        "does no harm", arguments: ArchiveSample.all.filter { $0.expectation.hasPrefix("either") })
    func either(_ sample: ArchiveSample) throws {
        do { _ = try sample.contents() } catch let error as ScaryBugsError {
            // libarchive may report a name that it can't convert as a lack of memory.
            let codes: [ScaryBugsError.Code] = [
                .refused, .damaged, .limitExceeded, .system(.noMemory),
            ]
            #expect(codes.contains(error.code), "\(error)")
        }
    }

    @Test("is understood", arguments: ArchiveSample.wrappers)
    func wrapper(_ sample: ArchiveSample) throws {
        let wrapper = try SerializedWrapper(sample.file(), limits: Limits().container)
        #expect(wrapper.entries.map(\.name.parts) == [["TXT.rtf"]])
        let error = #expect(throws: ScaryBugsError.self) { try sample.contents() }
        #expect(error?.message.contains("no data file") == true, "\(error?.message ?? "")")
    }
}
