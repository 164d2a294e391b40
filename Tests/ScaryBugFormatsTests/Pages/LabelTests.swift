import TestSupport
import Testing

@testable import ScaryBugFormats
@testable import ScaryBugRecords
@testable import ScaryBugRecordsTests

/// The lines of a label, and their size.
@Suite struct LabelTests {
    private static let bumblebee: KeyValuePairs<Field, String> = [
        .species: "Bombus terrestris", .place: "Southampton Common", .seen: "2026-05-12",
        .at: "50.9323611,-1.4507778±25", .observer: "A. Smith", .determiner: "B. Jones",
    ]

    private func label(_ values: KeyValuePairs<Field, String>) throws -> Label {
        var data = try DocumentData(new: .bug, now: Timestamp.sample)
        try data.set(.text("Buff-tailed bumblebee"), for: .title)
        for (field, text) in values { try data.set(FieldValue(text, for: field), for: field) }
        return Label(LabelTexts(data, number: "7"))
    }

    private func lines(_ values: KeyValuePairs<Field, String>) throws -> [String] {
        try label(values).lines.map(\.text)
    }

    @Test func `a label has what collections write on it`() throws {
        let label = try label(Self.bumblebee)
        #expect(
            label.lines.map(\.text) == [
                "Bombus terrestris", "Southampton Common", "50.93236°N 1.45078°W",
                "±25m", "12.v.2026 leg. A. Smith", "No. 7 det. B. Jones",
            ])
        let italics = label.lines.map { $0.spans.map(\.isItalic) }
        #expect(italics == [[true], [false], [false], [false], [false], [false]])
        #expect(label.cuts.isEmpty)
    }

    @Test func `the title stands for a species, and what is missing takes no line`() throws {
        #expect(try lines([:]) == ["Buff-tailed bumblebee", "No. 7"])
        #expect(
            try lines([.observer: "Alice"]) == ["Buff-tailed bumblebee", "leg. Alice", "No. 7"])
    }

    @Test(arguments: [(3, 500), (4, 450), (7, 400)])
    func `text is as large as the label allows`(words: Int, size: Int) throws {
        let place = Array(repeating: "Nationalpark", count: words).joined(separator: " ")
        let label = try label([.species: "Apis", .place: place])
        #expect(label.fontSize == size)
        #expect(label.cuts.isEmpty)
    }

    @Test func `smaller type comes before a cut, and the license only where there is room`() throws
    {
        let place = "Nationalpark Bayerischer Wald, Großer Arber, Südhang"
        let small = try label([.species: "Apis", .place: place, .license: "CC0-1.0", .credit: "Bo"])
        #expect(small.lines.last?.text == "CC0-1.0 Bo")
        let full = try label([
            .species: "Carabus auratus (Linnaeus, 1761)", .place: place, .seen: "2026-05-12",
            .at: "50.9323611,-1.4507778±25", .license: "CC0-1.0",
        ])
        #expect(full.fontSize == 400)
        #expect(full.lines.last?.text == "No. 7")
        #expect(full.cuts.map(\.field) == ["license"] && full.cuts.map(\.text) == [nil])
    }

    @Test(arguments: [
        ("Bombus terrestris", "[Bombus terrestris]"),
        (
            "Bombus (Bombus) terrestris (Linnaeus, 1758)",
            "[Bombus (Bombus) terrestris] (Linnaeus, 1758)"
        ),
        ("Bombus cf. terrestris", "[Bombus] cf. [terrestris]"),
        ("Bombus (Bombus) sp.", "[Bombus (Bombus)] sp."),
        ("Carabus aff. auratus L.", "[Carabus] aff. [auratus] L."),
        ("Lasioglossum sp. nov.", "[Lasioglossum] sp. nov."),
        ("Rosa canina L. subsp. vosagiaca", "[Rosa canina] L. subsp. [vosagiaca]"),
        ("Vanessa (Linnaeus, 1758)", "[Vanessa] (Linnaeus, 1758)"),
        ("Apis mellifera de Geer", "[Apis mellifera] de Geer"),
    ])
    func `only genus and epithets are in italics`(species: String, marked: String) throws {
        let spans = try label([.species: species]).lines.filter { $0.text != "No. 7" }
            .flatMap(\.spans)
        let texts = spans.map { $0.isItalic ? "[\($0.text)]" : $0.text }
        // A long name takes two lines.
        let text = texts.joined(separator: " ").replacing("] [", with: " ").replacing(
            "  ", with: " ")
        #expect(text == marked)
    }

    @Test func `a cut has a mark, and spares the position, the date and the number`() throws {
        let words = Array(repeating: "Wherever", count: 1_000).joined(separator: " ")
        let label = try label([
            .species: words, .place: words, .seen: "2026-05-12/2026-06-03",
            .at: "-33.86882,151.20931",
            .observer: words, .determiner: words,
        ])
        #expect(
            label.lines.map(\.text) == [
                "Wherever Wherever Wherever", "Wherever Wherever Wherever…",
                "Wherever Wherever Wherever",
                "Wherever Wherever Wherever…", "33.86882°S 151.20931°E",
                "12.v–3.vi.2026 leg. Wherever W…",
                "No. 7 det. Wherever Wherever…",
            ])
        #expect(label.cuts.map(\.field) == ["species", "place", "observer", "determiner"])
        #expect(label.cuts.last?.text == "No. 7 det. Wherever Wherever…")
    }

    @Test func `a long date stays whole beside a cut`() throws {
        let words = Array(repeating: "Wherever", count: 20).joined(separator: " ")
        let label = try label([
            .place: words, .seen: "2025-12-30%/2026-12-30%", .observer: words, .determiner: words,
        ])
        #expect(label.lines.contains { $0.text.hasPrefix("c. 30.xii.2025?–c. 30.xii.2026?") })
    }

    @Test func `words of other scripts break where they must`() throws {
        let label = try label([.place: String(repeating: "公園", count: 20)])
        #expect(label.lines.count > 4)
        #expect(label.lines.map(\.text).joined().contains(String(repeating: "公園", count: 20)))
    }

    @Test func `hidden characters are left out`() throws {
        #expect(try lines([.place: "a\u{202E}b \u{200B}\n\n c"])[1] == "ab c")
    }
}

/// The forms of dates and positions on labels.
@Suite struct LabelFormTests {
    @Test(arguments: [
        ("1906", "1906"), ("2026-05", "v.2026"), ("2026-05-12", "12.v.2026"),
        ("2026-12-01T22:30", "1.xii.2026"), ("2026-12-01T22:30-04:00", "1.xii.2026"),
        ("1906?", "1906?"), ("1906~", "c. 1906"), ("2026-05%", "c. v.2026?"),
        ("2026-05-12/2026-05-15", "12–15.v.2026"), ("2026-05-12/2026-06-03", "12.v–3.vi.2026"),
        ("2025-12-30/2026-01-02", "30.xii.2025–2.i.2026"), ("2026-05/2026-06", "v–vi.2026"),
        ("1906/1910", "1906–1910"), ("2025-05-12/2026-05-12", "12.v.2025–12.v.2026"),
        ("2026-05-12/2026-06", "12.v.2026–vi.2026"), ("1906?/1910~", "1906?–c. 1910"),
        ("2026-05-12T22:00/2026-05-12T23:30", "12.v.2026"), ("2026-05-12/..", "from 12.v.2026"),
        ("../1906~", "until c. 1906"),
    ])
    func `a date has a Roman month`(date: String, text: String) throws {
        #expect(try #require(EDTFDate(date)).labelText == text)
    }

    @Test(arguments: [
        ("50.9323611,-1.4507778±25", "50.93236°N 1.45078°W ±25m"), ("-33.5,151", "33.5°S 151°E"),
        ("0,0±0.5", "0°N 0°E ±0.5m"), ("50.9323611,-1.4507778±123.4", "50.9324°N 1.4508°W ±124m"),
        ("90,-180±10km", "90°N 180°W ±10000m"),
    ])
    func `a position has as many decimals as it is certain`(position: String, text: String) throws {
        #expect(try Position(position).labelText == text)
    }
}
