/// Memory for bytes, given back when it is let go of, also by an `init` that throws.
final class ByteBuffer {
    let bytes: UnsafeMutableRawBufferPointer

    init(count: Int) {
        bytes = .allocate(byteCount: count, alignment: 16)
    }

    deinit {
        bytes.deallocate()
    }
}
