import Fuzzing
import Glibc

@testable import ScaryBugFormats
@testable import ScaryBugRecords
@testable import ScaryBugStore
@testable import ScaryBugs
@testable import SystemFiles

/// Any file with a picture's signature tells facts that can be true, or none, without an error, and has
/// a digest.
@main
enum PhotographFactsFuzzer {
    static func main() throws {
        let file = try File.temporary()
        fuzz { bytes in
            guard let type = PictureType(signature: bytes) else { return }
            guard ftruncate(file.descriptor.rawValue, 0) == 0 else { fatalError("ftruncate") }
            try file.rewind()
            try file.write(bytes)
            check(try PhotographFacts(of: file, as: type))
            _ = try Digest(of: file, as: type)
        }
    }

    private static func check(_ facts: PhotographFacts) {
        if let seen = facts.seen {
            verify(EDTFDate(seen)?.text == seen, "a time '\(seen)'")
            verify(!seen.utf8.contains(UInt8(ascii: "/")), "an interval '\(seen)'")
        }
        verify((facts.latitude == nil) == (facts.longitude == nil), "half a position")
        verify(abs(facts.latitude ?? 0) <= 90, "too far north or south")
        verify(abs(facts.longitude ?? 0) <= 180, "too far east or west")
        verify(facts.uncertainty ?? 1 > 0, "an uncertainty of nothing")
        for (field, value) in facts.values.values {
            verify(!value.isEmpty, "an empty \(field.name)")
            verify((try? FieldValue(value.text, for: field)) == value, "\(field.name) \(value)")
        }
        verify(facts.width ?? 1 > 0 && facts.height ?? 1 > 0, "a picture without pixels")
    }
}
