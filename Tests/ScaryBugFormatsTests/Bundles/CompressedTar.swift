/// A tar file of one document, `3.scarybug/data.plist` with the text `data`, compressed by gzip.
enum CompressedTar {
    static let bytes: [UInt8] = {
        let digits =
            """
            1f8b0800000000000203edd1b10e40400c80e13eca3d01aaa5cf5324223188bb1bbcbd231261778b
            7e4b9b2e1d7e2a7cafebd6c5b184af5449cb7ccee43dcf1d496a61bcee220d816b2083e883aee925
            fc13ddfd070d5a2cf3e443f6fefcec8f28d482abacffe78ee8608c31e67776ced4520c000a0000
            """.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count, by: 2).map {
            UInt8(digits[$0] * 16 + digits[$0 + 1])
        }
    }()
}
