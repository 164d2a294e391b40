import Foundation
import KeyedArchive
import Testing

/// The Python that the tests find, if any.
enum Python {
    static let path: String? = (ProcessInfo.processInfo.environment["PATH"] ?? "")
        .split(separator: ":").map { "\($0)/python3" }
        .first { FileManager.default.isExecutableFile(atPath: $0) }
}

/// Another implementation of the format as the judge of what is written.
@Suite("Python's plistlib", .enabled(if: Python.path != nil, "there is no python3 here"))
struct PlistlibTests {
    static let script = """
        import plistlib, sys
        archive = plistlib.loads(sys.stdin.buffer.read())
        print(list(archive), archive["$version"], archive["$archiver"], archive["$top"])
        for place, value in enumerate(archive["$objects"]):
            print(place, value)
        """

    @Test("reads what is written")
    func reads() throws {
        var archive = try SampleArchive.make()
        let bug = try #require(try archive.root("Data"))
        try archive.setValue(.integer(.max), forKey: "large", of: bug)
        try archive.setValue(.integer(-70_000), forKey: "small", of: bug)
        try archive.setValue(.data([0, 255]), forKey: "data", of: bug)
        #expect(try run(input: archive.encoded()) == Self.expected)
    }

    static let expected = """
        ['$version', '$archiver', '$top', '$objects'] 100000 NSKeyedArchiver {'Data': UID(1)}
        0 $null
        1 {'$class': UID(2), 'Title': UID(3), 'Rating': 4.0, 'Identifier': UID(4), \
        'Created': UID(5), 'Tags': UID(6), 'Version': 1, \
        'large': 170141183460469231731687303715884105727, 'small': -70000, 'data': UID(7)}
        2 {'$classname': 'ScaryBugData', '$classes': ['ScaryBugData', 'NSObject']}
        3 Potato Bug
        4 5C7F3B6E-7D0B-4B6A-9A57-0F6B2C3D4E5F
        5 {'NS.time': 123456789.5, '$class': UID(8)}
        6 {'NS.objects': [UID(10), UID(11)], '$class': UID(9)}
        7 b'\\x00\\xff'
        8 {'$classname': 'NSDate', '$classes': ['NSDate', 'NSObject']}
        9 {'$classname': 'NSArray', '$classes': ['NSArray', 'NSObject']}
        10 garden
        11 é

        """

    private func run(input: [UInt8]) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: try #require(Python.path))
        process.arguments = ["-X", "utf8", "-c", Self.script]
        let (standardInput, standardOutput) = (Pipe(), Pipe())
        process.standardInput = standardInput
        process.standardOutput = standardOutput
        try process.run()
        // a few hundred bytes fit into the pipe, so that writing can't wait for reading
        try standardInput.fileHandleForWriting.write(contentsOf: Data(input))
        try standardInput.fileHandleForWriting.close()
        let output = try standardOutput.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: output, as: UTF8.self)
    }
}
