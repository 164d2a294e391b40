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
        // The call fails across file systems, from pipes and in some containers. If the cause is
        // another error, copying through the buffer reports it.
        while case let count = copy_file_range(
            source.descriptor.rawValue, nil, descriptor.rawValue, nil, 16 << 20, 0), count > 0
        {
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

    /// Reads `count` bytes at an offset without moving the file position.
    ///
    /// - Throws: ``ScaryBugsError/Code/damaged`` if the file is too short.
    package func bytes(at offset: Int64, count: Int) throws -> [UInt8] {
        let bytes = try [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let rest = UnsafeMutableRawBufferPointer(
                    rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
                let got = try read(into: rest, at: offset + Int64(filled))
                if got == 0 { break }
                filled += got
            }
        }
        guard bytes.count == count else {
            throw ScaryBugsError(.damaged, "ends before byte \(offset + Int64(count))")
        }
        return bytes
    }

    /// Writes all the bytes at an offset without moving the file position.
    package func write(_ bytes: [UInt8], at offset: Int64) throws {
        var done = 0
        while done < bytes.count {
            done += try bytes.withUnsafeBytes { buffer in
                let rest = UnsafeRawBufferPointer(rebasing: buffer[done...])
                return try systemCall("cannot write \(name)") {
                    pwrite(descriptor.rawValue, rest.baseAddress, rest.count, Int(offset) + done)
                }
            }
        }
    }

    package func rewind() throws {
        try systemCall("cannot read \(name)") { lseek(descriptor.rawValue, 0, SEEK_SET) }
    }

    /// The place at which the next byte is read. Processes that have the open file share it.
    package func offset() throws -> Int64 {
        Int64(try systemCall("cannot read \(name)") { lseek(descriptor.rawValue, 0, SEEK_CUR) })
    }

    /// Makes an unnamed file for a temporary copy, which disappears with the process.
    ///
    /// It lies in `TMPDIR`, `/var/tmp` or `/tmp`: in the first that works and has room.
    package static func temporary() throws -> File {
        var failure: (any Error)?
        let named = getenv("TMPDIR").map { String(cString: $0) } ?? ""
        for place in [named, "/var/tmp", "/tmp"] where !place.isEmpty {
            do {
                let directory = try Directory.open(path: place)
                if directory.hasRoom() { return try directory.temporaryFile() }
                throw ScaryBugsError.system(.noSpace, "cannot create a temporary file in \(place)")
            } catch let error as ScaryBugsError { failure = failure ?? error }
        }
        throw failure ?? ScaryBugsError.system(.noSpace, "cannot create a temporary file")
    }
}

extension Directory {
    /// Whether another file would fit on the disk.
    package func hasRoom(forBytes size: UInt = 64 << 10) -> Bool {
        var disk = statvfs()
        guard fstatvfs(raw, &disk) == 0 else { return true }
        // File systems without a fixed number of files report 0.
        let hasFiles = disk.f_files == 0 || disk.f_favail > 0
        return hasFiles && disk.f_bavail * disk.f_frsize >= size
    }

    /// Makes an unnamed file, which disappears with the process.
    package func temporaryFile() throws -> File {
        let place = DisplayPath("a temporary file in \(path)")
        do {
            let descriptor = try systemCall("cannot create \(place.path)") {
                openat(raw, ".", CLINUX_O_TMPFILE | O_RDWR | O_CLOEXEC, 0o600)
            }
            return File(descriptor: FileDescriptor(rawValue: descriptor), displayPath: place)
        } catch let error as ScaryBugsError where error.code == .system(.notSupported) {
            // Some file systems, such as FAT, have only files with names.
            return try withExtendedLifetime(PrivateDirectory(in: self)) {
                try $0.directory.createFile(named: "file", calledAs: place, access: .readWrite)
            }
        }
    }
}
