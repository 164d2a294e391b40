import CLinux
import Glibc
import SystemPackage

extension File {
    /// Copies all of `source`, from its beginning, to the end of this file, in constant memory.
    ///
    /// The copy shares blocks if the file system supports it (`FICLONE`). Otherwise the kernel
    /// copies the bytes (`copy_file_range`), or this process does through a small buffer.
    ///
    /// - Parameters:
    ///   - limit: a number of bytes.
    ///   - onProgress: called with the number of bytes so far, if they pass through this process.
    /// - Throws: ``ScaryBugsError/Code/limitExceeded``.
    package func copy(
        from source: borrowing File, limit: Limit, onProgress: (Int64) -> Void = { _ in }
    ) throws {
        if try source.status().size <= limit.value, clone(source) { return }
        // Seeking fails for a pipe, which is fine.
        lseek(source.descriptor.rawValue, 0, SEEK_SET)
        var copied: Int64 = 0
        while let count = try copyRange(of: source), count > 0 {
            copied += Int64(count)
            guard copied <= limit.value else { throw limit.exceeded(byFile: source.name) }
            try Interruption.check()
        }
        try copyThroughBuffer(source, copied: copied, limit, onProgress)
    }

    /// Shares the blocks of `source`. That would replace bytes that the file already has.
    private func clone(_ source: borrowing File) -> Bool {
        guard (try? status())?.size == 0,
            ioctl(descriptor.rawValue, CLINUX_FICLONE, source.descriptor.rawValue) == 0
        else { return false }
        // The next write appends to the copy.
        lseek(descriptor.rawValue, 0, SEEK_END)
        return true
    }

    /// The number of bytes copied in one step; nil if the kernel can't copy between the two files.
    private func copyRange(of source: borrowing File) throws -> Int? {
        let count = copy_file_range(
            source.descriptor.rawValue, nil, descriptor.rawValue, nil, 16 << 20, 0)
        if count >= 0 { return count }
        // The call fails across file systems, from pipes and in some containers. If the cause is
        // another error, copying through the buffer reports it.
        return nil
    }

    /// Copies the rest of `source`, after the bytes that the kernel copied. Also copies files that
    /// report no size, such as pipes and `/proc`.
    private func copyThroughBuffer(
        _ source: borrowing File, copied: Int64, _ limit: Limit, _ onProgress: (Int64) -> Void
    ) throws {
        var copied = copied
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)
        defer { buffer.deallocate() }
        while true {
            let count = try source.read(into: buffer)
            if count == 0 { return }
            copied += Int64(count)
            guard copied <= limit.value else { throw limit.exceeded(byFile: source.name) }
            try write(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            onProgress(copied)
            try Interruption.check()
        }
    }
}
