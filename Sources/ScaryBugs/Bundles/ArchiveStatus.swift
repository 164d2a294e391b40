import CArchive
import Glibc
import SystemPackage

/// What libarchive says of its last call, as an error of ours.
enum ArchiveStatus {
    static var outOfMemory: ScaryBugsError {
        ScaryBugsError.system(.noMemory, "cannot start libarchive")
    }

    /// The last failure of an archive: the system's where it was the system, else damage.
    static func failure(of archive: OpaquePointer, _ what: String) -> ScaryBugsError {
        let reason = Errno(rawValue: archive_errno(archive))
        if [Errno.ioError, .noMemory, .badFileDescriptor].contains(reason) {
            return ScaryBugsError.system(reason, what)
        }
        return ScaryBugsError(.damaged, "\(what): \(text(of: archive))")
    }

    /// libarchive's own words, which may quote a name that the archive has.
    private static func text(of archive: OpaquePointer) -> String {
        guard let text = archive_error_string(archive) else { return "libarchive gives no reason" }
        let words = String(cString: text).split(whereSeparator: \.isNewline).joined(separator: " ")
        return Visible.text(words)
    }
}
