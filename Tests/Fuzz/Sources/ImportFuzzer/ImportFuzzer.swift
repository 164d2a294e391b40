import Fuzzing
import Glibc

@testable import ScaryBugs

/// Whatever is imported comes in whole or leaves no trace: as many documents appear as are
/// reported, each can be read, and nothing else changes beside the staging directory, which is
/// empty afterwards.
@main
enum ImportFuzzer {
    static func main() throws {
        let place = try Surroundings()
        let workspace = try place.workspace()
        fuzz { bytes in
            // Most of what is changed at random is stopped by its checksums.
            let input = bytes.count.isMultiple(of: 2) ? Repair.checksums(of: bytes) : bytes
            let path = try place.write(input)
            let before = try place.snapshot()
            let source = try ImportSource(path: path)
            let options = ImportOptions(now: Timestamp(secondsSince1970: 1_767_225_600))
            let outcome = try workspace.take(source, options)
            let names = try workspace.documentNames()
            verify(
                names == outcome.documents.map(\.name).sorted(),
                "\(names) appeared where \(outcome.documents.map(\.name)) are reported")
            verify(names.isEmpty != outcome.refusals.isEmpty, "is both taken and refused")
            for name in names {
                _ = try workspace.document(name)
                try place.checkFiles(of: name)
                try workspace.delete(name)
            }
            verify(try place.snapshot() == before, "something else changed")
            verify(try place.isStagingEmpty(), "something was left in the staging directory")
        }
    }
}
