import CArchive
import SystemFiles
import SystemPackage

/// Converts the status of libarchive's last call to ``ScaryBugsError``.
enum ArchiveStatus {
    static var outOfMemory: ScaryBugsError {
        ScaryBugsError.system(.noMemory, "cannot start libarchive")
    }

    /// The last error of an archive: a system error if the system caused it, otherwise damage.
    static func failure(of archive: OpaquePointer, _ what: String) -> ScaryBugsError {
        let reason = Errno(rawValue: archive_errno(archive))
        if [Errno.ioError, .noMemory, .badFileDescriptor].contains(reason) {
            return ScaryBugsError.system(reason, what)
        }
        return ScaryBugsError(.damaged, "\(what): \(text(of: archive))")
    }

    /// libarchive's error text, which may quote a name from the archive.
    private static func text(of archive: OpaquePointer) -> String {
        guard let text = archive_error_string(archive) else { return "libarchive gives no reason" }
        return String(cString: text).split(whereSeparator: \.isNewline).joined(separator: " ")
            .escapingControls
    }
}
