/// A tar file of one document, `3.scarybug/data.plist` with the text `data`, compressed with the
/// usual programs.
enum CompressedTar {
    static let all = [("gzip", gzip), ("bzip2", bzip2), ("xz", xz), ("zstd", zstd)]

    static let gzip = Packed.bytes(
        """
        1f8b0800000000000203edd1b10e40400c80e13eca3d01aaa5cf5324223188bb1bbcbd231261778b
        7e4b9b2e1d7e2a7cafebd6c5b184af5449cb7ccee43dcf1d496a61bcee220d816b2083e883aee925
        fc13ddfd070d5a2cf3e443f6fefcec8f28d482abacffe78ee8608c31e67776ced4520c000a0000
        """)

    static let bzip2 = Packed.bytes(
        """
        425a68393141592653598c44b3e20000455f80c9804001ff80000802007ca45e2008082000740aaa
        68ca346862321ea06f541284869a1a00034093e304cbe4280470cc097dd2302b09c8b9a914114452
        0f3831a165122c66d35989f04ad53565745d36e69733616f3bd26fee9e14352af486cc6b0da3ed49
        228be69210d990fe2ee48a70a121188967c4
        """)

    static let xz = Packed.bytes(
        """
        fd377a585a000004e6d6b446020021011c00000010cf58cce009ff00625d00198b8ae6999e9b6b7d
        5b5e4298af4914fbe3a5ccbc1d5d2a62dc4cb483ec9aaf120a28e36a1bd1e377041d7e461a581fc9
        ab9aec14eaa5f75e8fccd164154b251831fd88f37771d23020ae651080721139f093fc3733e2e1bb
        28d8181a0c9e69000000000041481684766375ec00017e801400000036c8e09cb1c467fb02000000
        0004595a
        """)

    static let zstd = Packed.bytes(
        """
        28b52ffd0468ed020032440e12a0ed603877a8b75585287a62a521a8cc4801efd84ac10fe1dd1221
        6b2e746c75d5bf8e50de8013c3bc850793bdbe94a3174ba2f93ac140020d20602db139f8f9355895
        65e638f58038cc4d1d20125fc7c782043105b09a041d8e584d69
        """)

    /// xz inside gzip.
    static let twice = Packed.bytes(
        """
        1f8b0800000000000203fb6b5e1511c5c0c0f2ecda1637260645461906060681f311671e70fe6748
        8a6590ecee7a3673deececdae838a719eb3d457e3f5e7a668f6cac56d21d9f2dcd6f66ad17e2d278
        9c257df171398b6c9d9b5484fcc9d5b3de88bc5afa3daeffccc514516f5509c3bf1d9fcb0b2f1928
        ac4b15682812b4fc30f98fb9f1a387bb356e4848f1cccb640001470fb196b2e4d2370c8c750d2240
        bed9890773361e49ffcd049264898c02002327feeda4000000
        """)
}
