import Glibc
import TestSupport
import Testing

@testable import ScaryBugRecords
@testable import ScaryBugStore
@testable import SystemFiles

/// The small pictures that the index keeps.
@Suite(.enabled(if: Tool.isExpected("vipsthumbnail"))) struct SmallPictureTests {
    private let bench: IndexBench
    private let workspace: Workspace
    private let made: [[UInt8]]

    init() throws {
        bench = try IndexBench()
        let pictures = try PictureBench()
        try pictures.vips("copy base.ppm a.jpg")
        try pictures.vips("invert base.ppm b.jpg")
        workspace = try bench.session()
        for name in ["a.jpg", "b.jpg"] {
            try workspace.add("Ant", picture: pictures.directory.path(name))
        }
        // Another change could still leave the status of a file as it is.
        usleep(50_000)
        made = try Self.pictures(workspace, pixels: 100)
    }

    private static func pictures(_ workspace: Workspace, pixels: Int) throws -> [[UInt8]] {
        let photographs = try [1, 2].compactMap {
            try OpenPhotograph(of: workspace.documentName($0), in: workspace)
        }
        return try workspace.pictures(of: photographs, pixels: pixels).map { try $0.get() }
    }

    private func index<Result>(_ body: (DocumentIndex) throws -> Result) throws -> Result {
        let documents = try #require(try workspace.readable())
        return try #require(try workspace.usingIndex(of: documents, making: false, body))
    }

    private func count() throws -> Int64? {
        try index { try $0.database.prepare("SELECT count(*) FROM pictures").integer() }
    }

    @Test func `each size is kept`() throws {
        #expect(try made.count == 2 && made[0] != made[1] && count() == 2)
        let others = try Self.pictures(workspace, pixels: 50)
        #expect(try others != made && count() == 4)
        #expect(try Self.pictures(workspace, pixels: 100) == made)
    }

    @Test(arguments: [
        "UPDATE pictures SET bytes = (SELECT bytes FROM pictures ORDER BY rowid LIMIT 1)",
        "UPDATE pictures SET bytes = x'FFD8FFD9'", "UPDATE pictures SET pixels = 50",
        "UPDATE pictures SET hash = 0",
    ])
    func `a row that isn't the one of the photograph isn't used`(sql: String) throws {
        try index { try $0.database.execute(sql) }
        for pixels in [100, 50] {
            #expect(
                try Self.pictures(workspace, pixels: pixels)
                    == Self.pictures(bench.session(cache: nil), pixels: pixels))
        }
    }

    @Test func `the oldest make room`() throws {
        let file = PhotographFile(FileStatus(stat()))
        try index { index in
            try index.database.execute(
                "DELETE FROM pictures; INSERT INTO pictures VALUES "
                    + "(1, 1, 0, zeroblob(33000000)), (2, 1, 0, zeroblob(33000000))")
            for (size, kept) in [(1, 3 as Int64), (1 << 21, 2)] {
                try index.keep([(file, Array(repeating: 1, count: size))], pixels: 9)
                let sum = try index.database.prepare("SELECT sum(inode) FROM pictures").integer()
                #expect(sum == kept)
            }
        }
    }
}
