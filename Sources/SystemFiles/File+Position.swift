import Glibc
import SystemPackage

extension File {
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
}
