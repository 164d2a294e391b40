import Foundation
import KeyedArchive
import Testing

@testable import ScaryBugRecords
@testable import ScaryBugStore

@Suite struct PreferencesTests {
    private let depth: Preference
    private let bytes: Preference

    init() throws {
        depth = try #require(Preference.named("sourceDepth"))
        bytes = try #require(Preference.named("bundleBytes"))
    }

    /// A file with a dictionary of these values.
    private func file(_ values: [(String, ArchivedValue)]) throws -> [UInt8] {
        var archive = KeyedArchive()
        let entries = values.map { ArchivedValue.Entry(key: .string($0), value: $1) }
        archive.setRoot("root", to: try archive.add(.dictionary(entries)))
        return try archive.encoded()
    }

    @Test func `a written table reads back the same`() throws {
        var preferences = Preferences()
        preferences.set(.integer(1 << 30), for: bytes)
        preferences.set(.text("book"), for: .kind)
        preferences.set(.integer(3), for: depth)
        preferences.set(nil, for: depth)
        let again = try Preferences(preferences.encoded())
        #expect(again[bytes] == .integer(1 << 30))
        #expect(again.kind == .book)
        #expect(again[depth] == depth.defaultValue)
        #expect(again.limits == preferences.limits)
        #expect(again.limits.bundleBytes == 1 << 30)
    }

    @Test func `Foundation reads what is written, with secure coding required`() throws {
        var preferences = Preferences()
        preferences.set(.integer(1 << 40), for: bytes)
        preferences.set(.text("creature"), for: .kind)
        let read = try NSKeyedUnarchiver.unarchivedObject(
            ofClasses: [NSDictionary.self, NSString.self, NSNumber.self],
            from: Data(preferences.encoded()))
        let expected: NSDictionary = ["bundleBytes": NSNumber(value: 1 << 40), "kind": "creature"]
        #expect(read as? NSDictionary == expected)
    }

    @Test(arguments: [PropertyListSerialization.PropertyListFormat.binary, .xml])
    func `archives that Foundation writes are read`(
        format: PropertyListSerialization.PropertyListFormat
    ) throws {
        let archiver = NSKeyedArchiver(requiringSecureCoding: true)
        archiver.outputFormat = format
        let values: NSDictionary = ["bundleBytes": NSNumber(value: 4096), "kind": "book"]
        archiver.encode(values, forKey: NSKeyedArchiveRootObjectKey)
        archiver.finishEncoding()
        let preferences = try Preferences(Array(archiver.encodedData))
        #expect(preferences.limits.bundleBytes == 4096)
        #expect(preferences.kind == .book)
        #expect(preferences.warnings.isEmpty)
    }

    @Test func `keys of a newer version stay, with their values`() throws {
        var archive = KeyedArchive()
        let object = archive.addObject(className: "Theme")
        try archive.setValue(.string("dark"), forKey: "Name", of: object)
        let entries: [ArchivedValue.Entry] = [
            .init(key: .string("theme"), value: .object(className: "Theme", object)),
            .init(key: .string("order"), value: .array([.string("title"), .null])),
            .init(key: .integer(7), value: .date(1)),
        ]
        archive.setRoot("root", to: try archive.add(.dictionary(entries)))
        var preferences = try Preferences(archive.encoded())
        preferences.set(.integer(2), for: depth)

        let written = try KeyedArchive(bytes: preferences.encoded())
        let root = try #require(try written.root("root"))
        guard case .dictionary(let kept) = try written.value(of: root),
            case .object("Theme", let theme)? = kept.first?.value
        else { return #expect(Bool(false), "the theme is lost") }
        #expect(try written.value(forKey: "Name", of: theme) == .string("dark"))
        #expect(Array(kept.dropFirst().dropLast()) == Array(entries.dropFirst()))
        #expect(kept.last == .init(key: .string("sourceDepth"), value: .integer(2)))
    }

    @Test(arguments: [
        ArchivedValue.string("3"), .integer(0), .integer(-1), .integer(65), .integer(.max),
        .real(3), .boolean(true), .null, .array([.integer(3)]),
    ])
    func `an invalid value is named, and the default is used`(
        value: ArchivedValue
    ) throws {
        let preferences = try Preferences(
            file([("sourceDepth", value), ("kind", .string("book"))]))
        #expect(preferences[depth] == depth.defaultValue)
        #expect(preferences.limits == Limits())
        #expect(preferences.kind == .book)
        #expect(
            preferences.warnings == ["sourceDepth is not a whole number from 1 to 64; 16 is used"])
    }

    @Test func `a value too large for this version stays until it is set again`() throws {
        var preferences = try Preferences(file([("sourceDepth", .integer(1000))]))
        preferences.set(.text("book"), for: .kind)
        #expect(try Preferences(preferences.encoded()).warnings.count == 1)
        preferences.set(.integer(5), for: depth)
        #expect(try Preferences(preferences.encoded()).warnings.isEmpty)
    }
}
