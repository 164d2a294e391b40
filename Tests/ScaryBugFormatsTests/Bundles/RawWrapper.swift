/// A serialized file wrapper built number by number, so that each number can be wrong.
struct RawWrapper {
    struct Entry {
        var name: [UInt8]
        /// The bytes after the type.
        var body: [UInt8]
        /// 1 for a file, 3 for a directory.
        var type: UInt32
        /// The declared size, if it differs from the real size.
        var size: UInt32?
        var nameLength: UInt32?

        fileprivate var bytes: [UInt8] { RawZip.bytes(type) + body }

        func with(_ change: (inout Entry) -> Void) -> Entry {
            var copy = self
            change(&copy)
            return copy
        }
    }

    var entries: [Entry]
    /// The declared count, if it differs from the real count.
    var count: UInt32?

    init(_ entries: [Entry], count: UInt32? = nil) {
        self.entries = entries
        self.count = count
    }

    init(_ entries: Entry...) {
        self.init(entries)
    }

    var bytes: [UInt8] { Array("rtfd".utf8) + [0, 0, 0, 0, 3, 0, 0, 0] + directory }

    private var directory: [UInt8] {
        RawZip.bytes(count ?? UInt32(entries.count))
            + entries.flatMap { RawZip.bytes($0.nameLength ?? UInt32($0.name.count)) + $0.name }
            + entries.flatMap { RawZip.bytes($0.size ?? UInt32($0.bytes.count)) }
            + entries.flatMap(\.bytes)
    }
}

extension RawWrapper.Entry {
    static func file(_ name: String, _ bytes: [UInt8], padding: UInt32? = nil) -> Self {
        let length = RawZip.bytes(UInt32(bytes.count))
        let zeros = padding.map { [UInt8](repeating: 0, count: Int($0)) }
        let head = padding.map { RawZip.bytes(0x8000_0000 as UInt32) + length + RawZip.bytes($0) }
        return Self(
            name: Array(name.utf8), body: (head ?? length) + (zeros ?? []) + bytes, type: 1)
    }

    static func file(_ name: String, _ text: String = "x", padding: UInt32? = nil) -> Self {
        file(name, Array(text.utf8), padding: padding)
    }

    static func directory(_ name: String, _ entries: Self...) -> Self {
        directory(name, RawWrapper(entries))
    }

    static func directory(_ name: String, _ wrapper: RawWrapper) -> Self {
        Self(name: Array(name.utf8), body: Array(wrapper.bytes.dropFirst(12)), type: 3)
    }

    /// The data file that every bundle needs.
    static let dataFile = file("data.plist", "data")
    /// Metadata in the form that macOS writes.
    static let metadata = file(
        ".",
        RawZip.bytes(1 as UInt32) + RawZip.bytes(7 as UInt32) + Array("TXT.rtf".utf8)
            + RawZip.bytes(16 as UInt32) + BundleWorkplace.noise(16))
    static let preferredNames = [
        file("__@PreferredName@__", "Potato Bug"), file("__@UTF8PreferredName@__", "Potato Bug"),
    ]
}
