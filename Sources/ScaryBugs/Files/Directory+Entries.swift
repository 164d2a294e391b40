import CLinux
import Glibc
import Synchronization

extension Directory {
    /// The names in the directory, without `.` and `..`, in no order; names that are no UTF-8 are
    /// passed over, since nothing of ours has one.
    ///
    /// - Parameter limit: how many there may be.
    /// - Throws: ``ScaryBugsError/Code/limitExceeded`` where there are more.
    public func names(atMost limit: Int = .max) throws -> [String] {
        var names: [String] = []
        var count = 0
        try forEachEntry { entry in
            count += 1
            guard count <= limit else {
                throw ScaryBugsError.over(.directoryEntries, "has more than \(limit) names in it")
            }
            if let text = String(validating: entry.name, as: UTF8.self) { names.append(text) }
        }
        return names
    }

    /// The names as the file system has them, each with its closing zero.
    func rawNames() throws -> [[CChar]] {
        var names: [[CChar]] = []
        try forEachEntry { names.append($0.name.map { CChar(bitPattern: $0) } + [0]) }
        return names
    }

    /// Nil for a name that is not UTF-8.
    static func text(_ name: [CChar]) -> String? {
        String(validating: name.dropLast().lazy.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Calls `body` with each entry but `.` and `..`, in no order.
    func forEachEntry(_ body: (DirectoryEntries.Entry) throws -> Void) throws {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 32_768, alignment: 8)
        defer { buffer.deallocate() }
        try isRead.withLock { isRead in
            if isRead { try systemCall("cannot read \(path)") { lseek(raw, 0, SEEK_SET) } }
            isRead = true
            while true {
                let count = try systemCallIfPresent("cannot read \(path)") {
                    getdents64(raw, buffer.baseAddress, UInt(buffer.count))
                }
                // One that was removed meanwhile has none.
                guard let count, count > 0 else { return }
                try DirectoryEntries(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
                    .forEach(body)
            }
        }
    }
}
