import Fuzzing
import Glibc

@testable import Containers
@testable import ScaryBugFormats
@testable import ScaryBugRecords
@testable import ScaryBugStore
@testable import ScaryBugs
@testable import SystemFiles

/// A serialized file wrapper is read or refused. Its files are never larger than the input, and
/// they all belong directly in the document.
@main
enum SerializedWrapperFuzzer {
    static func main() throws {
        let file = try File.temporary()
        fuzz { bytes in
            // With another signature the input would go to another reader.
            let input = SerializedWrapper.signature + bytes.dropFirst(12)
            try replaceContents(of: file, with: input)
            do {
                let contents = try Bundle.read(file, limits: Limits(), into: nil)
                let size = contents.files.reduce(0) { $0 + $1.size }
                verify(size <= input.count, "\(size) bytes come out of \(input.count)")
                for file in contents.files {
                    let isPlain = !file.name.utf8.contains { $0 == UInt8(ascii: "/") || $0 < 0x20 }
                    verify(isPlain && ![".", "..", ""].contains(file.name), "a file \(file.name)")
                }
            } catch let error as ScaryBugsError {
                if case .system = error.code { throw error }
            }
        }
    }

    private static func replaceContents(of file: borrowing File, with bytes: [UInt8]) throws {
        guard ftruncate(file.descriptor.rawValue, 0) == 0 else { fatalError("ftruncate") }
        try file.rewind()
        try file.write(bytes)
    }
}
