/// The four bytes `data`, or a tar file of one document, compressed with the usual programs.
enum Packed {
    static let xz = bytes(
        """
        fd377a585a000004e6d6b4460200210116000000742fe5a301000364617461007f6f469d929f29c3
        00011c046f2c9cc11fb6f37d010000000004595a
        """)
    static let zstd = bytes("28b52ffd045821000064617461a31d2d55")

    // MARK: Large memory demands

    /// `xz --lzma2=dict=512MiB`
    static let hungryXZ = bytes(
        """
        fd377a585a000004e6d6b44602002101220000008240acdc01000364617461007f6f469d929f29c3
        00011c046f2c9cc11fb6f37d010000000004595a
        """)
    /// `zstd --long=27`
    static let hungryZstd = bytes("28b52ffd048821000064617461a31d2d55")
    static let hungryXZTar = bytes(
        """
        fd377a585a000004e6d6b44602002101220000008240acdce007ff00585d00198b8ae6999e9b6b7d
        5b5e42ca346d09cf3d0fc7b41a2f20a0607aab15b3348f76703d19d086d3669e3260b1466db734f3
        0a3002c670c327f6a94e44956e7e1d09ad81919585c1f201d2367749bc2e90e0b85816035e2e0000
        0501f6857ecc195c0001748010000000077c19b2b1c467fb020000000004595a
        """)
    static let hungryZstdTar = bytes(
        """
        28b52ffd0488c5020002040e15a0b7c580248d787bd766ffc375cafecd60545ddc01ba8ade92ae5a
        0366f0dc5d1ee1e059fe7fa6f9b755c681145d4541b1862429a10a060a001cc10fb4644311374701
        0032d4411306f1a1b00470ac5cc6a2a00998195661
        """)

    static func bytes(_ hexadecimal: String) -> [UInt8] {
        let digits = hexadecimal.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count, by: 2).map {
            UInt8(digits[$0] * 16 + digits[$0 + 1])
        }
    }
}
