import Containers
import Glibc
import Synchronization
import TestSupport

@testable import ScaryBugFormats
@testable import ScaryBugRecords

/// A temporary directory for one test of bundles, removed after it.
final class BundleWorkplace {
    let path: String

    private static let count = Atomic(0)

    init() throws {
        let number = Self.count.wrappingAdd(1, ordering: .relaxed).newValue
        let name = "scarybugs-bundles-\(getpid())-\(number)"
        try Directory.open(path: "/tmp").makeDirectory(named: name)
        path = "/tmp/\(name)"
    }

    deinit {
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        try? Directory.open(path: "/tmp").removeDirectory(named: name)
    }

    func directory() throws -> Directory { try Directory.open(path: path) }

    /// A name that isn't in use in the directory.
    private func freshName(_ kind: String) -> String {
        "\(kind)-\(Self.count.wrappingAdd(1, ordering: .relaxed).newValue)"
    }

    /// Makes a document's directory with files that have a fixed modification time.
    func document(
        _ files: [(name: String, bytes: [UInt8])], named name: String = "3.scarybug"
    ) throws -> Directory {
        let document = try directory().directory(creating: name)
        for (index, file) in files.enumerated() {
            let made = try document.createFile(named: file.name)
            try made.write(file.bytes)
            try made.setModified(FileTime(seconds: 1_600_000_000 + Int64(index) * 3_600))
        }
        return document
    }

    /// Packs a document and returns the bundle's bytes.
    func pack(_ document: Directory, as name: String = "3.scarybug") throws -> [UInt8] {
        let output = freshName("packed")
        try ZipWriter.write(to: directory().createFile(named: output)) {
            try Bundle.add(document, directoryName: name, to: $0)
        }
        return try contents(of: output)
    }

    /// Reads a bundle, extracting it if a directory is given.
    func read(
        _ bytes: [UInt8], limits: Limits = Limits(), into destination: Directory? = nil
    ) throws -> Bundle.Contents {
        let name = freshName("bundle")
        try directory().createFile(named: name).write(bytes)
        defer { try? directory().removeFile(named: name) }
        let file = try File.open(path: "\(path)/\(name)")
        return try Bundle.read(file, limits: limits, into: destination)
    }

    func contents(of name: String) throws -> [UInt8] {
        try File.open(path: "\(path)/\(name)").contents(limit: Limit(64 << 20))
    }

    func setTime(of name: String, _ seconds: Int64) throws {
        try File.open(path: "\(path)/\(name)").setModified(FileTime(seconds: seconds))
    }

    static let files: [(name: String, bytes: [UInt8])] = [
        ("data.plist", Array("bplist00 not really, but enough of one".utf8)),
        ("fullImage.jpg", SamplePicture.jpeg(noise(70_000))),
        ("notes.txt", Array(String(repeating: "A spider, ", count: 500).utf8)),
        ("thumbImage.jpg", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + noise(900)),
    ]

    /// Incompressible bytes, the same in every run.
    static func noise(_ count: Int) -> [UInt8] {
        var state: UInt64 = 0x2545_F491_4F6C_DD1D
        return (0..<count).map { _ in
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return UInt8(truncatingIfNeeded: state)
        }
    }
}
