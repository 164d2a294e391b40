/// A limit as messages give it: in MiB where it is whole ones.
struct ByteCount: CustomStringConvertible {
    private let count: Int64

    init(_ count: some BinaryInteger) {
        self.count = Int64(count)
    }

    var description: String {
        let mebibyte: Int64 = 1 << 20
        return count > 0 && count % mebibyte == 0 ? "\(count / mebibyte) MiB" : "\(count) bytes"
    }
}
