extension File {
    /// Walks the blocks of a GIF up to its trailer. Many programs leave the trailer out, so the end
    /// of a block after a picture will do.
    func hasGIFEnd(_ size: Int64) throws -> Bool {
        var blocks = GIFBlocks(size: size)
        guard let flags = try part(at: 10, count: 1).first, size >= 13 else { return false }
        blocks.offset = 13 + GIFBlocks.colors(flags)
        for _ in 0..<Self.mostParts where blocks.offset < size {
            let head = try part(at: blocks.offset, count: 10)
            switch head.first {
            case 0x3B: return true
            case 0x21: blocks.offset += 2
            case 0x2C where head.count == 10:
                blocks.offset += 11 + GIFBlocks.colors(head[9])
                blocks.hasPicture = true
            // Data after the last block.
            default: return blocks.hasPicture
            }
            guard try skipParts(&blocks) else { return false }
        }
        return blocks.hasPicture
    }

    /// Skips the parts of a block up to the empty one; false if the file ends before.
    private func skipParts(_ blocks: inout GIFBlocks) throws -> Bool {
        var count = 256
        while true {
            let bytes = try part(at: blocks.offset, count: count)
            if bytes.isEmpty { return false }
            count = min(2 * count, 65_536)
            var index = 0
            while index < bytes.count {
                let length = Int(bytes[index])
                index += 1 + length
                if length > 0 { continue }
                blocks.offset += Int64(index)
                return true
            }
            blocks.offset += Int64(index)
        }
    }
}

/// The place in the blocks of a GIF.
private struct GIFBlocks {
    let size: Int64
    var offset: Int64 = 0
    var hasPicture = false

    /// The bytes of a table of colors.
    static func colors(_ flags: UInt8) -> Int64 {
        flags & 0x80 == 0 ? 0 : 3 << (Int64(flags & 7) + 1)
    }
}
