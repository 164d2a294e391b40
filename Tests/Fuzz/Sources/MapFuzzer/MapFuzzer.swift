import Fuzzing

@testable import ScaryBugFormats
@testable import ScaryBugRecords
@testable import ScaryBugStore
@testable import ScaryBugs
@testable import SystemFiles

/// A map has points with positions, or errors that tell their lines.
@main
enum MapFuzzer {
    static func main() throws {
        fuzz { bytes in
            let file = try File.temporary()
            try file.write(bytes)
            for format in MapFormat.allCases {
                do { try read(file, format) } catch is ScaryBugsError {}
            }
        }
    }

    private static func read(_ file: borrowing File, _ format: MapFormat) throws {
        let reader = try MapReader(file, format, limits: Limits())
        var count = 0
        while count < 10_000 {
            count += 1
            do {
                guard let row = try reader.next() else { return }
                let names = row.cells.map { $0.column.lowercased() }
                verify(row.line > 0 && !names.isEmpty, "has no line")
            } catch let error as TableError { verify(error.line > 0, "has no line") }
        }
        verify(false, "does not end")
    }
}
