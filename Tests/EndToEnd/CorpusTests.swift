import Foundation
import TestSupport
import Testing

/// A file made by another program, from the corpus beside the package if that exists.
struct CorpusSample: Sendable {
    let path: String
    /// `accept` means that the bytes can be read. Most of these files contain no document.
    let expectation: String

    /// The package is three levels above this file.
    static let root: String = {
        let parts = #filePath.split(separator: "/").dropLast(3)
        return "/" + parts.joined(separator: "/") + "/../shared/corpus/"
    }()

    static let all: [CorpusSample] = {
        guard let index = try? String(contentsOfFile: root + "INDEX.tsv", encoding: .utf8) else {
            return []
        }
        return index.split(separator: "\n").dropFirst().compactMap { line -> CorpusSample? in
            let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard columns.count == 4 else { return nil }
            return CorpusSample(path: root + columns[0], expectation: String(columns[3]))
        }
    }()
}

@Suite(.enabled(if: !CorpusSample.all.isEmpty, "there is no corpus beside the package"))
struct CorpusTests {
    /// One process imports many files, so a crash or leftover of one file affects the others.
    @Test(arguments: ["archives", "images", "mail", "plists"])
    func `each file is imported or refused`(folder: String) throws {
        let samples = CorpusSample.all.filter {
            $0.path.hasPrefix("\(CorpusSample.root)\(folder)/")
        }
        #expect(!samples.isEmpty)
        let scarybug = try Program(user: "alice")
        let transcript = try scarybug.run(["import"] + samples.map(\.path), within: 20)
        #expect(transcript.status < 2 && !transcript.timedOut, "\(transcript)")
        let lines = transcript.standardError.split(separator: "\n")
        for sample in samples where sample.expectation == "reject" {
            #expect(lines.contains { $0.contains(sample.path) }, "\(sample.path) is not refused")
        }
        for line in lines { #expect(line.hasPrefix("scarybug: "), "\(line)") }
        #expect(!transcript.standardError.contains("gives no reason"))
        let left = try scarybug.shell("find .. -path '*Staging/*' -o -path '*/records/*' -type l")
        #expect(left.standardOutput.isEmpty, "\(left)")
    }
}
