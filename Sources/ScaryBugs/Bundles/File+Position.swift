import Glibc
import SystemPackage

extension File {
    /// Bytes at a place in the file; the position is not moved.
    ///
    /// - Throws: ``ScaryBugsError/Code/damaged`` if the file ends before.
    func bytes(at offset: Int64, count: Int) throws -> [UInt8] {
        let bytes = try [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let rest = UnsafeMutableRawBufferPointer(
                    rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
                let got = try systemCall("cannot read \(name)") {
                    pread(descriptor.rawValue, rest.baseAddress, rest.count, Int(offset) + filled)
                }
                if got == 0 { break }
                filled += got
            }
        }
        guard bytes.count == count else {
            throw ScaryBugsError(.damaged, "ends before byte \(offset + Int64(count))")
        }
        return bytes
    }

    /// Goes back to the beginning.
    func rewind() throws {
        try systemCall("cannot read \(name)") { lseek(descriptor.rawValue, 0, SEEK_SET) }
    }
}
