import Testing

@testable import ScaryBugRecords

@Suite struct ASCIITests {
    @Test(arguments: [
        ("0", 0), ("007", 7), ("9223372036854775807", Int.max), ("9223372036854775808", nil),
        ("", nil), ("-1", nil), ("1 ", nil), ("٣", nil), ("1e3", nil),
    ])
    func `digits are a number`(text: String, number: Int?) {
        #expect(Int(asciiDigits: text.utf8) == number)
    }

    @Test func `numbers have leading zeros`() {
        #expect(String(UInt32(0xAB), radix: 16, width: 8) == "000000ab")
    }
}
