import SystemFiles

/// The state of the documents' directory that tells whether another program has changed it.
struct DirectoryStamp {
    var modified: FileTime
    /// The number of hard links. Most file systems count directories as links, ext4 up to 64,999.
    /// btrfs always gives 1, so entries are counted there.
    private var links: Int

    init(of documents: Directory) throws {
        let status = try documents.status()
        (modified, links) = (status.modified, Int(status.links))
        if links == 1, documents.isOnBtrfs { try documents.forEachEntry { _ in links += 1 } }
    }

    /// The stamp after a change that gives the directory another time and adds documents.
    func changed(at time: FileTime, adding added: Int) -> DirectoryStamp {
        var stamp = self
        stamp.modified = time
        if countsDirectories { stamp.links += added }
        return stamp
    }

    private var countsDirectories: Bool { links > 1 }

    /// Gives the directory this time again, which the program's own renames have changed.
    ///
    /// If another program added or removed a document meanwhile, the time must differ. The number of
    /// links reveals that.
    func restore(in documents: Directory) {
        guard let present = try? DirectoryStamp(of: documents), present.modified != modified,
            hasSameLinks(as: present)
        else { return }
        // This may fail: the directory then has another time, and other sessions notice the changes
        // by that.
        try? documents.setModified(modified)
    }

    /// Gives the directory another time if it has this one, but another program added or removed a
    /// document before it got it.
    func revealOtherChanges(in documents: Directory) {
        guard let present = try? DirectoryStamp(of: documents), present.modified == modified,
            !hasSameLinks(as: present)
        else { return }
        _ = try? documents.setUniqueModified()
    }

    private func hasSameLinks(as other: DirectoryStamp) -> Bool {
        links == other.links || !countsDirectories || !other.countsDirectories
    }
}
