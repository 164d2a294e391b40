import Foundation
import KeyedArchive
import TestSupport
import Testing

/// Compares reading and writing with another implementation of the format.
@Suite("Python's plistlib", .enabled(if: Tool.isExpected("python3"), "there is no python3 here"))
struct PlistlibTests {
    @Test("reads an archive")
    func archive() throws {
        var archive = try SampleArchive.make()
        let bug = try #require(try archive.root("Data"))
        try archive.setValue(.integer(.max), forKey: "large", of: bug)
        try archive.setValue(.integer(-70_000), forKey: "small", of: bug)
        try archive.setValue(.data([0, 255]), forKey: "data", of: bug)
        let printed = try Python.run(Self.archiveScript, input: archive.encoded())
        #expect(printed == Self.expected)
    }

    static let archiveScript = """
        import plistlib, sys
        archive = plistlib.loads(sys.stdin.buffer.read())
        print(list(archive), archive["$version"], archive["$archiver"], archive["$top"])
        for place, value in enumerate(archive["$objects"]):
            print(place, value)
        """

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

    /// One process for all values: it prints its reading of our files, then writes files with its
    /// own values.
    @Test("agrees about random values, read and written")
    func randomValues() throws {
        var random = RandomPropertyList(seed: 1)
        let ours = (0..<300).map { _ in random.value() }
        let lines = try ours.map { Data(try $0.binary()).base64EncodedString() + "\n" }
        let printed = try Python.run(PlistlibScript.text, input: Array(lines.joined().utf8))
            .split(separator: "\n")
        #expect(printed.prefix(ours.count).map(String.init) == ours.map(\.canonicalText))
        let theirs = printed.dropFirst(ours.count)
        #expect(theirs.count == 2 * PlistlibScript.count)
        for line in theirs {
            let file = try #require(Data(base64Encoded: String(line.prefix { $0 != " " })))
            let value = try PropertyList(bytes: Array(file))
            #expect(value.canonicalText == line.drop { $0 != " " }.dropFirst())
            #expect(try PropertyList(bytes: value.binary()).canonicalText == value.canonicalText)
        }
    }
}
