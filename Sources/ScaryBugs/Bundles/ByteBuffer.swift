/// A memory buffer, deallocated with its owner, even if the owner's `init` throws.
final class ByteBuffer {
    let bytes: UnsafeMutableRawBufferPointer

    init(count: Int) {
        bytes = .allocate(byteCount: count, alignment: 16)
    }

    deinit {
        bytes.deallocate()
    }
}
