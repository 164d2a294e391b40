import Fuzzing
import Glibc

@testable import ScaryBugFormats
@testable import ScaryBugRecords
@testable import ScaryBugStore
@testable import ScaryBugs
@testable import SystemFiles

/// An import succeeds as a whole or leaves no trace. It adds exactly the reported documents, and
/// each can be read. It changes nothing else, and the staging directory is empty afterwards.
@main
enum ImportFuzzer {
    static func main() throws {
        let place = try Surroundings()
        let workspace = try place.workspace()
        fuzz { bytes in
            // Checksums stop most random changes, so every second input gets correct ones.
            let input = bytes.count.isMultiple(of: 2) ? Repair.checksums(of: bytes) : bytes
            let path = try place.write(input)
            let before = try place.snapshot()
            let source = try ImportSource(path: path)
            let options = ImportOptions(now: Timestamp(secondsSince1970: 1_767_225_600))
            let outcome = try workspace.importDocuments(from: source, options)
            let names = try workspace.documentNames()
            let reported = outcome.documents.compactMap(\.document)
            verify(
                names == reported.sorted(),
                "\(names) appeared where \(reported) are reported")
            verify(names.isEmpty != outcome.refusals.isEmpty, "is both taken and refused")
            if !names.isEmpty {
                try Closure(workspace: workspace, place: place, options: options).verify(names)
            }
            for name in names {
                _ = try workspace.document(name)
                try place.checkFiles(of: name)
                try workspace.delete(name)
            }
            // Otherwise each deletion would stay in the history, which never forgets them.
            if !names.isEmpty { try place.removeHistory() }
            verify(try place.snapshot() == before, "something else changed")
            verify(try place.isStagingEmpty(), "something was left in the staging directory")
        }
    }
}
