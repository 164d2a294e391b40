/// Checks an entry of a workspace by its status, without opening it.
struct EntryCheck {
    let site: RepairableFinding.Site
    let entry: RawName
    let status: FileStatus

    func flawInKind(shouldBe kind: FileStatus.Kind) -> RepairableFinding? {
        if status.kind == kind { return nil }
        switch status.kind {
        case .symbolicLink:
            return flaw(.link, "is a link; links are not followed here", .setAside)
        case .other:
            return flaw(.special, "is a FIFO, a socket or a device", .setAside)
        case .directory:
            return flaw(.directory, "is a directory, where a file should be", .setAside)
        case .regular:
            return flaw(.stray, "is a file, where a directory should be", .setAside)
        }
    }

    /// A flaw if permissions lock the owner out or let others change the entry; otherwise nil.
    ///
    /// Permission for others to read is allowed. The directory around the entry is closed to
    /// others, and files from the apps have such permissions.
    ///
    /// - Parameter isClosed: whether others must not even have read access.
    func flawInPermissions(isClosed: Bool = false) -> RepairableFinding? {
        let isDirectory = status.kind == .directory
        let needed: UInt32 = isDirectory ? 0o700 : 0o600
        // The bits set-user-ID and set-group-ID are dangerous only on files.
        let forbidden: UInt32 = isClosed ? 0o077 : isDirectory ? 0o022 : 0o6022
        if status.mode & needed != needed {
            return flaw(.permissions, "cannot be read and changed by its owner", .close)
        }
        if status.mode & forbidden != 0 {
            let what = isClosed ? "is open to others" : "can be changed by others"
            let mode = String(status.mode, radix: 8)
            return flaw(.permissions, "\(what) (its mode is 0\(mode))", .close)
        }
        return nil
    }

    func flaw(_ code: Finding.Code, _ message: String, _ remedy: RepairableFinding.Remedy)
        -> RepairableFinding
    {
        RepairableFinding(code, site, entry, message, remedy)
    }
}
