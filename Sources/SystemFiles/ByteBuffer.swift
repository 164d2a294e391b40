/// A memory buffer, deallocated with its owner, even if the owner's `init` throws.
package final class ByteBuffer {
    package let bytes: UnsafeMutableRawBufferPointer

    package init(count: Int) {
        bytes = .allocate(byteCount: count, alignment: 16)
    }

    deinit {
        bytes.deallocate()
    }
}
