import CLinux
import Glibc
import SystemPackage

extension File {
    /// Copies all of `source`, from its beginning, to the end of this file, without holding it in
    /// memory: shared blocks where the file system has them (`FICLONE`), else within the kernel
    /// (`copy_file_range`), else through a small buffer.
    ///
    /// - Parameters:
    ///   - limit: bytes after which the copy is given up.
    ///   - limitName: of the limit, for the message.
    public func copy(
        from source: borrowing File, limit: Int64, of limitName: Limits.Name? = .bundleBytes
    ) throws {
        if try source.status().size <= limit, clone(source) { return }
        // A pipe has no beginning to go back to, and needs none.
        lseek(source.descriptor.rawValue, 0, SEEK_SET)
        var copied: Int64 = 0
        while let count = try copyRange(of: source), count > 0 {
            copied += Int64(count)
            guard copied <= limit else {
                throw ScaryBugsError.tooLong(source.name, limit, limitName)
            }
            try Interruption.check()
        }
        try copyThroughBuffer(source, copied: copied, limit, limitName)
    }

    private func clone(_ source: borrowing File) -> Bool {
        ioctl(descriptor.rawValue, CLINUX_FICLONE, source.descriptor.rawValue) == 0
    }

    /// Bytes copied in one step; nil where the two files do not allow it.
    private func copyRange(of source: borrowing File) throws -> Int? {
        let count = copy_file_range(
            source.descriptor.rawValue, nil, descriptor.rawValue, nil, 16 << 20, 0)
        if count >= 0 { return count }
        // Across file systems, from pipes and in some containers the call is not there: the buffer
        // then meets and reports whatever is really wrong.
        return nil
    }

    /// The rest of `source`, from where the kernel's copy ended; also where files of no size
    /// (pipes, `/proc`) are read.
    private func copyThroughBuffer(
        _ source: borrowing File, copied: Int64, _ limit: Int64, _ limitName: Limits.Name?
    ) throws {
        var copied = copied
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)
        defer { buffer.deallocate() }
        while true {
            let count = try source.read(into: buffer)
            if count == 0 { return }
            copied += Int64(count)
            guard copied <= limit else {
                throw ScaryBugsError.tooLong(source.name, limit, limitName)
            }
            try write(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            try Interruption.check()
        }
    }
}
