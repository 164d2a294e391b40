/// The places of all objects of a small binary property list with references of one byte.
///
/// Every object is one that ``BinaryReader`` accepts, apart from its references, which only lead to
/// objects. Together the objects fit in the file, as it demands of the objects that it reads.
struct BinaryObjectTable {
    var objects: [BinaryObject]
    let topObject: Int

    /// Returns nil for any other property list, such as a damaged one, or one with a set.
    init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard bytes.count <= UInt16.max, let trailer = try? BinaryTrailer(of: bytes),
            trailer.referenceSize == 1
        else { return nil }
        let region = ByteRegion(bytes: bytes, end: trailer.tableOffset)
        guard region.word(at: 0) == Self.signature else { return nil }
        topObject = trailer.topObject
        objects = []
        // Swift specializes this call, but not the initializer with a capacity.
        objects.append(addingCapacity: trailer.objectCount) { objects in
            objects.withUnsafeMutableBufferPointer { objects, count in
                if region.read(objects, trailer) { count = trailer.objectCount }
            }
        }
        guard !objects.isEmpty else { return nil }
    }

    /// The text "bplist00".
    private static let signature: UInt64 = 0x6270_6C69_7374_3030
}

extension ByteRegion {
    /// Reads all objects of the region. Returns false if there is another one than the table can have.
    fileprivate func read(
        _ objects: UnsafeMutableBufferPointer<BinaryObject>, _ trailer: BinaryTrailer
    ) -> Bool {
        let shift = UInt64(truncatingIfNeeded: 64 &- 8 &* trailer.offsetSize)
        var (entry, size) = (trailer.tableOffset, 0)
        for index in 0..<trailer.objectCount {
            // The 32 bytes of the trailer follow the table, so the file has eight bytes there.
            let offset = Int(truncatingIfNeeded: word(at: entry) &>> shift)
            guard offset >= 8, offset < end else { return false }
            let object = object(at: offset, trailer.objectCount, &size)
            guard object.isOrdinary else { return false }
            objects.initializeElement(at: index, to: object)
            entry &+= trailer.offsetSize
        }
        return size <= end
    }

    /// The object at an offset of the region, which adds its bytes to `size`.
    @inline(__always)
    private func object(
        at offset: Int, _ objectCount: Int, _ size: inout Int
    ) -> BinaryObject {
        let marker = bytes[offset]
        let type = marker &>> 4
        var (count, payload) = (Int(marker & 0xF), offset &+ 1)
        if count == 0xF {
            guard let header = try? BinaryHeader(at: offset, in: self) else { return .refused }
            (count, payload) = (header.count, header.payload)
        }
        var payloadSize = count
        switch type {
        case BinaryObject.ascii, BinaryObject.array: break
        case BinaryObject.reference where count == 0: payloadSize = 1
        case BinaryObject.dictionary: payloadSize = 2 &* count
        // Numbers of up to eight bytes.
        case 0x1 where count <= 3, 0x2 where count == 2 || count == 3, 0x3 where count == 3:
            payloadSize = 1 &<< count
        case ..<0x7:
            guard let known = self.size(ofScalarAt: offset) else { return .refused }
            payloadSize = known
        default: return .refused
        }
        guard payload &+ payloadSize <= end else { return .refused }
        var mark: UInt64 = 0
        if type == BinaryObject.ascii {
            guard let known = self.mark(ofASCIIAt: payload, count: count) else { return .refused }
            mark = known
        } else if type > BinaryObject.reference {
            for place in payload..<(payload &+ payloadSize) where bytes[place] >= objectCount {
                return .refused
            }
        }
        size &+= payload &+ payloadSize &- offset
        return BinaryObject(
            payload: UInt16(truncatingIfNeeded: payload), count: UInt16(truncatingIfNeeded: count),
            type: type, mark: mark)
    }

    /// The size of a scalar's payload; nil unless ``BinaryScalarReader`` accepts the scalar.
    @inline(never)
    private func size(ofScalarAt offset: Int) -> Int? {
        guard let header = try? BinaryHeader(at: offset, in: self),
            (try? BinaryScalarReader(region: self).value(header)) != nil
        else { return nil }
        return header.payloadSize
    }
}
