import Testing

@testable import ScaryBugs

@Suite struct TerminalTextTests {
    @Test func `only texts of printable ASCII are plain, whatever their length`() {
        for size in 1...20 {
            for place in 0..<size {
                for byte: UInt8 in [0, 9, 0x1F, 0x20, 0x41, 0x7E, 0x7F, 0x80, 0x9F, 0xA0, 0xFF] {
                    for others: UInt8 in [0x20, 0x61, 0x7E] {
                        var bytes = [UInt8](repeating: others, count: size)
                        bytes[place] = byte
                        let isPlain = bytes.withUnsafeBytes { TerminalText.isPlain($0) }
                        #expect(isPlain == (0x20...0x7E ~= byte), "\(byte) at \(place) of \(size)")
                    }
                }
            }
        }
        #expect(TerminalText.isPlain(UnsafeRawBufferPointer(start: nil, count: 0)))
    }
}
