import Foundation
import ScaryBugs
import Testing

/// Common programs must be able to open our bundles.
@Suite("Bundles: other programs")
struct BundleToolsTests {
    @Test("open a bundle", arguments: ["unzip -t", "python3 -m zipfile -t", "bsdtar -tf"])
    func open(_ command: String) throws {
        let words = command.split(separator: " ").map(String.init)
        let program = try #require(words.first)
        guard Self.hasProgram(program) else { return }
        let place = try BundleWorkplace()
        let bytes = try place.pack(place.document(BundleWorkplace.files))
        try place.directory().createFile(named: "3.zip").write(bytes)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = words + [place.path + "/3.zip"]
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }

    private static func hasProgram(_ name: String) -> Bool {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return path.split(separator: ":").contains {
            FileManager.default.isExecutableFile(atPath: "\($0)/\(name)")
        }
    }
}
