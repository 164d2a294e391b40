import Testing

@testable import Containers
@testable import ScaryBugFormats

@Suite struct LitterTests {
    @Test(arguments: [
        ".DS_Store", "._data.plist", "Icon\r", "Icon\u{F00D}", "__MACOSX", ".fseventsd",
        ".Spotlight-V100", ".Trashes", ".AppleDouble", ".TemporaryItems", ".data.plist.icloud",
        "Thumbs.db", "THUMBS.DB", "desktop.ini", "ehthumbs.db", "$RECYCLE.BIN",
        "data.plist:Zone.Identifier", "@eaDir", "#recycle", "fullImage.jpg@SynoEAStream",
        "data.plist@SynoResource", "data_NAS_May-01-101112-2026_Conflict.plist", "@Recycle",
        "data (Bob's conflicted copy 2026-05-01).plist", "data (Case Conflict).plist",
        "data (In Konflikt stehende Kopie von Bob 2026-05-01).plist", ".dropbox", ".dropbox.attr",
        ".dropbox.cache", ".stfolder", ".stfolder.removed-20260501-101112", ".stversions",
        ".stignore", "data.sync-conflict-20260501-101112-ABCDEFG.plist",
        ".syncthing.data.plist.tmp", "~syncthing~data.plist.tmp",
        "data (conflicted copy 2026-05-01 101112).plist", "data_conflict-20260501-101112.plist",
        "._sync_0a1b2c.db-wal", ".sync_0a1b2c.db", ".nextcloudsync.log", ".owncloudsync.log",
        ".data.plist.~4f2a", "data (SFConflict bob@example.org 2026-05-01-10-11-12).plist",
        ".directory", ".Trash-1000", ".nfs000000000123abc00000001", ".fuse_hidden0000123",
        "data.plist~", ".data.plist.swp", "#data.plist#", ".#data.plist", "~$table.xlsx",
        ".~lock.table.ods#", "data 2.plist", "data (1).plist", "data-DESKTOP.plist",
    ])
    func `is left behind`(name: String) { #expect(Litter.isNamed(name)) }

    @Test(arguments: [
        "data.plist", "Data.plist", "fullImage.jpg", "thumbImage.jpg", "notes.txt", "Icon",
        "Icon.png", "directory", "sync-conflict.txt", "conflicted copy.txt", "Käfer (1).jpg",
        "desktop.png", "#1.txt", "#", "~a", ".notes", "Bob_conflict.txt", "a_Conflict.jpg",
        "database.plist", "Icon\r2", "recycle", "1.scarybug",
    ])
    func `is a file of the user`(name: String) { #expect(!Litter.isNamed(name)) }

    /// The directory of such a copy may be the only one around the files of a bundle.
    @Test(arguments: ["1 (conflicted copy).scarybug", "Beetle~", "Icon\r2", "1.scarybug"])
    func `is a directory of the user`(name: String) {
        #expect(!Litter.isDirectory(named: name))
    }
}
