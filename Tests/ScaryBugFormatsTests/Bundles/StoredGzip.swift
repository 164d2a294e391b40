import Containers

/// A gzip file that stores bytes uncompressed.
enum StoredGzip {
    static func bytes(_ bytes: [UInt8]) -> [UInt8] {
        var file: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
        let longest = Int(UInt16.max)
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(longest)
            rest = rest.dropFirst(longest)
            file += [rest.isEmpty ? 1 : 0] + RawZip.bytes(UInt16(block.count))
            file += RawZip.bytes(~UInt16(block.count)) + block
        } while !rest.isEmpty
        return file + RawZip.bytes(CRC32.of(bytes)) + RawZip.bytes(UInt32(bytes.count))
    }
}
