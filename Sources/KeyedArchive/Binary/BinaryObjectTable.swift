/// The places of all objects of a small binary property list with references of one byte.
///
/// Every object is one that ``BinaryReader`` accepts, apart from its references, which only lead to
/// objects. Together the objects fit in the file, as it demands of the objects that it reads.
struct BinaryObjectTable {
    let objects: [BinaryObject]
    let topObject: Int

    /// Returns nil for any other property list, such as a damaged one, or one with a set.
    init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard bytes.count <= UInt16.max, let trailer = try? BinaryTrailer(of: bytes),
            trailer.referenceSize == 1
        else { return nil }
        topObject = trailer.topObject
        let region = ByteRegion(bytes: bytes, end: trailer.tableOffset)
        let offsets = ByteRegion(bytes: bytes, end: bytes.count - BinaryTrailer.size)
        var size = 0
        objects = Array(unsafeUninitializedCapacity: trailer.objectCount) { objects, count in
            for index in 0..<trailer.objectCount {
                let place = trailer.tableOffset &+ index &* trailer.offsetSize
                let offset = try? offsets.unsigned(at: place, size: trailer.offsetSize)
                guard let offset, offset >= 8, offset < trailer.tableOffset else { return }
                let object = region.object(
                    at: Int(truncatingIfNeeded: offset), trailer.objectCount, &size)
                guard object.isOrdinary else { return }
                objects.initializeElement(at: index, to: object)
                count = index &+ 1
            }
        }
        guard objects.count == trailer.objectCount, size <= region.end else { return nil }
    }
}

extension ByteRegion {
    /// The object at an offset of the region, which adds its bytes to `size`.
    @inline(__always)
    fileprivate func object(
        at offset: Int, _ objectCount: Int, _ size: inout Int
    ) -> BinaryObject {
        let marker = bytes[offset]
        let type = marker &>> 4
        var (count, headerSize) = (Int(marker & 0xF), 1)
        if count == 0xF {
            guard let header = try? BinaryHeader(at: offset, in: self) else { return .refused }
            (count, headerSize) = (header.count, header.size)
        }
        let payload = offset &+ headerSize
        var mark: UInt64 = 0
        var payloadSize = count
        switch type {
        case BinaryObject.ascii:
            guard let known = try? self.mark(ofASCIIAt: payload, count: count) else {
                return .refused
            }
            mark = known
        case BinaryObject.reference where count == 0: payloadSize = 1
        case BinaryObject.array: break
        case BinaryObject.dictionary: payloadSize = 2 &* count
        // Numbers of up to eight bytes.
        case 0x1 where count <= 3, 0x2 where count == 2 || count == 3, 0x3 where count == 3:
            payloadSize = 1 &<< count
        case ..<0x7:
            let header = BinaryHeader(offset: offset, type: type, count: count, size: headerSize)
            guard (try? BinaryScalarReader(region: self).value(header)) != nil else {
                return .refused
            }
            payloadSize = header.payloadSize
        default: return .refused
        }
        guard payload &+ payloadSize <= end else { return .refused }
        if type > BinaryObject.reference {
            for place in payload..<(payload &+ payloadSize) where bytes[place] >= objectCount {
                return .refused
            }
        }
        size &+= headerSize &+ payloadSize
        return BinaryObject(
            payload: UInt16(truncatingIfNeeded: payload), count: UInt16(truncatingIfNeeded: count),
            headerSize: UInt8(truncatingIfNeeded: headerSize), type: type, mark: mark)
    }
}
