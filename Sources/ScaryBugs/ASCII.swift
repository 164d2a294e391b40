extension UInt8 {
    /// Whether the byte is one of the ASCII digits 0 to 9.
    var isASCIIDigit: Bool { (0x30...0x39).contains(self) }
}
