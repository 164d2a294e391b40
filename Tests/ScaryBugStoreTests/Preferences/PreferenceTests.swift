import TestSupport
import Testing

@testable import ScaryBugRecords
@testable import ScaryBugStore

@Suite struct PreferenceTests {
    private func preference(_ name: String) throws -> Preference {
        try #require(Preference.named(name))
    }

    @Test(arguments: Preference.all.map(\.name))
    func `a default is accepted in the form in which it is shown`(
        name: String
    ) throws {
        let preference = try preference(name)
        #expect(Preference.all.count { $0.name == name } == 1)
        #expect(
            try preference.value(preference.text(of: preference.defaultValue))
                == preference.defaultValue)
    }

    @Test(arguments: Preference.all)
    func `no program, name, file or limit ever comes from outside`(preference: Preference) {
        switch preference.type {
        case .choice, .names: break
        case .count, .bytes, .program: #expect(preference.fromOutside == .refused)
        case .text:
            #expect(
                (preference.fromOutside == .refused) == !["share", "sensitive"].contains(
                    preference.name))
        }
    }

    private static let others = ["kind", "wait", "historySteps", "historyBytes"]

    @Test func `the bounds of the history are not limits`() {
        var preferences = Preferences()
        preferences.set(.integer(7), for: .historySteps)
        preferences.set(.integer(8), for: .historyBytes)
        #expect(preferences.historySteps == 7)
        #expect(preferences.historyBytes == 8)
        #expect(preferences.limits == Limits())
    }

    @Test(arguments: Preference.all.map(\.name).filter { !others.contains($0) })
    func `each preference sets its own limit, up to the largest value`(name: String) throws {
        let preference = try preference(name)
        let highest: Int64
        switch preference.type {
        case .count(let range), .bytes(let range): highest = range.upperBound
        case .choice, .names, .text, .program: return
        }
        var preferences = Preferences()
        preferences.set(.integer(highest), for: preference)
        #expect(preferences.limits != Limits())
        let mirror = Mirror(reflecting: preferences.limits).children
        #expect(mirror.first { $0.label == name }.map { "\($0.value)" } == "\(highest)")
    }

    @Test(arguments: [
        ("bundleBytes", "268435456", Preference.Value.integer(268_435_456)),
        ("bundleBytes", "256M", .integer(268_435_456)),
        ("bundleBytes", " 256 MiB ", .integer(268_435_456)),
        ("bundleBytes", "1g", .integer(1 << 30)), ("bundleBytes", "1T", .integer(1 << 40)),
        ("bundleBytes", "3KiB", .integer(3 << 10)), ("bundleBytes", "1 byte", .integer(1)),
        ("sourceDepth", "1", .integer(1)), ("kind", "book", .text("book")),
    ])
    func `values as people write them`(
        name: String, text: String, value: Preference.Value
    ) throws {
        #expect(try preference(name).value(text) == value)
    }

    @Test(arguments: [
        (
            "bundleBytes",
            ["0", "-1", "x", "", "1MB", "1.5G", "M", "2T", "99999999999999999999", "9E"]
        ),
        ("sourceDepth", ["0", "65", "-1", "1K", "1.0", "", "9223372036854775808"]),
        ("kind", ["moth", "Bug", "", "1"]),
    ])
    func `an invalid value is refused with the valid forms`(name: String, texts: [String]) throws {
        let preference = try preference(name)
        let values = [
            "bundleBytes": "a size from 1 byte to 1 TiB",
            "sourceDepth": "a whole number from 1 to 64", "kind": "one of bug, creature, book",
        ]
        for text in texts {
            #expect(
                message { _ = try preference.value(text) }
                    == "\(name) '\(text)' is not \(try #require(values[name]))")
        }
    }

    @Test(arguments: [
        (Int64(1), "1 byte"), (1000, "1000 bytes"), (1024, "1 KiB"), (1025, "1025 bytes"),
        (256 << 20, "256 MiB"), (1536 << 20, "1536 MiB"), (1 << 40, "1 TiB"), (0, "0 bytes"),
        (.max, "9223372036854775807 bytes"),
    ])
    func `sizes in the largest unit that is exact`(count: Int64, text: String) {
        #expect(ByteCount(count).description == text)
        #expect(ByteCount(text)?.count == count)
    }

    @Test func `a limit is raised by a preference, or called fixed`() {
        for name in Limits.Name.allCases {
            let isFixed = Preference.named(name.rawValue) == nil
            #expect(Limits.Name.fixed.contains(name) == isFixed, "\(name)")
        }
    }
}
