package import SystemFiles
import SystemPackage

extension Container {
    /// Copies all files to another one, so that they can be read in any order. Litter becomes empty.
    ///
    /// - Parameters:
    ///   - file: the container.
    ///   - copy: an empty file.
    /// - Returns: the entries, whose bytes `copy` has.
    package static func copyFiles(
        of file: borrowing File, to copy: borrowing File, limits: ContainerLimits
    ) throws -> [ZipEntry] {
        let copier = EntryCopier(to: copy)
        try read(file, limits: limits, copier.add)
        return copier.entries
    }
}

private final class EntryCopier {
    private(set) var entries: [ZipEntry] = []
    private let descriptor: FileDescriptor
    private let name: String
    private var end: Int64 = 0

    /// - Parameter file: kept open by the caller while this is in use.
    init(to file: borrowing File) {
        (descriptor, name) = (file.descriptor, file.name)
    }

    func add(_ entry: ContainerEntry) throws {
        let start = end
        var sum: UInt32 = 0
        let isLitter = entry.name.isLitter(isDirectory: entry.isDirectory)
        try entry.read { bytes in
            if isLitter { return }
            try descriptor.write(all: bytes, to: name)
            sum = CRC32.of(bytes, after: sum)
            end += Int64(bytes.count)
        }
        entries.append(ZipEntry(entry, checksum: sum, copiedTo: start..<end))
    }
}
