import Foundation
import TestSupport
import Testing

/// Common programs must be able to open our bundles.
@Suite("Bundles: other programs")
struct BundleToolsTests {
    @Test("open a bundle", arguments: ["unzip -t", "python3 -m zipfile -t", "bsdtar -tf"])
    func open(_ command: String) throws {
        let words = command.split(separator: " ").map(String.init)
        let program = try #require(words.first)
        guard Tool.isExpected(program) else { try Test.cancel("there is no \(program) here") }
        let place = try BundleWorkplace()
        let bytes = try place.pack(place.document(BundleWorkplace.files))
        try place.directory().createFile(named: "3.zip").write(bytes)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = words + [place.path + "/3.zip"]
        process.standardOutput = FileHandle.nullDevice
        try startingChild(process.run)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }
}
