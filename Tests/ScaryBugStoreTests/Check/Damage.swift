import Glibc
import TestSupport
import Testing

@testable import ScaryBugFormatsTests
@testable import ScaryBugRecords

/// Damage to a workspace with three documents. The first document has a picture.
struct Damage: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// The expected findings of `check`, as `CODE PATH`.
    let findings: [String]
    /// The documents after the repair.
    var documents = ["1 a", "2 b", "3 c"]
    /// The contents of Lost and Found after the repair.
    var lost: [String] = []
    let inflict: @Sendable (Bench) throws -> Void

    private init(
        _ description: String, _ findings: [String], documents: [String] = ["1 a", "2 b", "3 c"],
        lost: [String] = [], _ inflict: @escaping @Sendable (Bench) throws -> Void
    ) {
        testDescription = description
        self.findings = findings
        self.documents = documents
        self.lost = lost
        self.inflict = inflict
    }

    static let all = ofData + ofNames + ofKinds + ofPermissions + ofWorkspaces

    private static let ofData = [
        Damage(
            "a data file that is none", ["damaged-data 2.scarybug"], documents: ["1 a", "3 c"],
            lost: ["2.scarybug"]
        ) { try $0.write("junk", "2.scarybug/data.plist") },
        Damage(
            "an empty data file", ["damaged-data 2.scarybug"], documents: ["1 a", "3 c"],
            lost: ["2.scarybug"]
        ) { try $0.write("", "2.scarybug/data.plist") },
        Damage(
            "no data file", ["no-data 2.scarybug"], documents: ["1 a", "3 c"], lost: ["2.scarybug"]
        ) { try $0.remove("2.scarybug/data.plist") },
        Damage("a name that an import accepts", []) { try $0.write("", "2.scarybug/a:notes.txt") },
        Damage(
            "the data of a book in a bug", ["damaged-data 2.scarybug"], documents: ["1 a", "3 c"],
            lost: ["2.scarybug"]
        ) {
            var book = try DocumentData(new: .book, now: Bench.now)
            try book.set(.text("b"), for: .title)
            try $0.directory.write(book.encoded(), to: $0.documentPath("2.scarybug/data.plist"))
        },
    ]

    private static let ofNames = [
        Damage("capitals", ["misnamed 2.scarybug/DATA.PLIST"]) {
            try $0.rename("2.scarybug/data.plist", "2.scarybug/DATA.PLIST")
        },
        Damage("another spelling of a picture", ["misnamed 1.scarybug/FullImage.PNG"]) {
            try $0.rename("1.scarybug/fullImage.jpg", "1.scarybug/FullImage.PNG")
        },
        Damage(
            "two names that differ in case", ["name-clash 2.scarybug/Data.plist"],
            lost: ["2.scarybug Data.plist"]
        ) { try $0.write("other", "2.scarybug/Data.plist") },
        Damage(
            "a name that no bundle may have", ["misnamed 2.scarybug/a\\b"],
            lost: ["2.scarybug a\\b"]
        ) { try $0.write("", "2.scarybug/a\\b") },
        Damage(
            "a name that is not UTF-8", ["misnamed 2.scarybug/\u{FFFD}"],
            lost: ["2.scarybug \u{FFFD}"]
        ) {
            let path = $0.directory.path($0.documentPath("2.scarybug/"))
            creat(path.utf8CString.dropLast() + [-1, 0], 0o600)
        },
        Damage("a number with zeros", ["misnamed 002.scarybug"]) {
            try $0.rename("2.scarybug", "002.scarybug")
        },
        Damage(
            "a number with zeros that is taken", ["misnamed 003.scarybug"],
            documents: ["1 a", "3 c", "4 b"]
        ) { try $0.rename("2.scarybug", "003.scarybug") },
        Damage(
            "no number", ["misnamed Copy of 2.ScaryBug"], documents: ["1 a", "3 c", "4 b"]
        ) { try $0.rename("2.scarybug", "Copy of 2.ScaryBug") },
        Damage(
            "a number that two have", ["duplicate-number 2.scarybug"],
            documents: ["1 a", "2 book", "3 c", "4 b"]
        ) {
            let other = try $0.workspace(of: "bob").add("book", kind: .book)
            try $0.directory.rename(
                $0.path("Private Documents/\(other.name.directoryName)", of: "bob"),
                $0.documentPath("2.book"))
        },
    ]

    private static let ofKinds = [
        Damage(
            "a link in a document", ["link 2.scarybug/fullImage.jpg"],
            lost: ["2.scarybug fullImage.jpg"]
        ) { try $0.link("2.scarybug/fullImage.jpg", to: "/etc/passwd") },
        Damage(
            "a link as the data file", ["link 2.scarybug/data.plist"], documents: ["1 a", "3 c"],
            lost: ["2.scarybug", "2.scarybug data.plist"]
        ) {
            try $0.remove("2.scarybug/data.plist")
            try $0.link("2.scarybug/data.plist", to: "../1.scarybug/data.plist")
        },
        Damage("a FIFO", ["special 2.scarybug/pipe"], lost: ["2.scarybug pipe"]) {
            mkfifo($0.directory.path($0.documentPath("2.scarybug/pipe")), 0o600)
        },
        Damage(
            "a FIFO as the data file", ["special 2.scarybug/data.plist"],
            documents: ["1 a", "3 c"], lost: ["2.scarybug", "2.scarybug data.plist"]
        ) {
            try $0.remove("2.scarybug/data.plist")
            mkfifo($0.directory.path($0.documentPath("2.scarybug/data.plist")), 0o600)
        },
        Damage(
            "a directory in a document", ["directory 2.scarybug/more"], lost: ["2.scarybug more"]
        ) { try $0.directory.makeDirectory($0.documentPath("2.scarybug/more")) },
        Damage(
            "a link as a document", ["link 4.scarybug"], lost: ["4.scarybug"]
        ) { try $0.link("4.scarybug", to: "1.scarybug") },
        Damage("a file as a document", ["stray 4.scarybug"], lost: ["4.scarybug"]) {
            try $0.write("a bundle", "4.scarybug")
        },
        Damage("a file among documents", ["stray notes.txt"], lost: ["notes.txt"]) {
            try $0.write("notes", "notes.txt")
        },
    ]

    private static let ofPermissions: [Damage] = [
        ("a document that others may change", 0o770, "2.scarybug"),
        ("a document closed to its owner", 0o000, "2.scarybug"),
        ("a data file that others may change", 0o606, "2.scarybug/data.plist"),
        ("a data file closed to its owner", 0o000, "2.scarybug/data.plist"),
    ].map { description, mode, name in
        Damage(description, ["permissions \(name)"]) {
            chmod($0.directory.path($0.documentPath(name)), mode)
        }
    }

    private static let ofWorkspaces = [
        Damage("a user's directory that others may look into", ["permissions ."]) {
            chmod($0.directory.path($0.path("")), 0o755)
        },
        Damage("a file beside the documents", ["stray old"], lost: ["old"]) {
            try $0.directory.write("old", to: $0.path("old"))
        },
        Damage(
            "a FIFO as the preferences", ["damaged-preferences preferences.damaged.plist"],
            lost: ["preferences.damaged.plist"]
        ) { mkfifo($0.directory.path($0.path("preferences.plist")), 0o600) },
        Damage(
            "preferences that are none", ["damaged-preferences preferences.damaged.plist"],
            lost: ["preferences.damaged.plist"]
        ) { try $0.directory.write("none", to: $0.path("preferences.plist")) },
        Damage("a file in the staging directory", ["staging Staging/half"], lost: ["half"]) {
            try $0.directory.makeDirectory($0.path("Staging"))
            try $0.directory.write("half", to: $0.path("Staging/half"))
        },
        Damage(
            "directories of others in the staging directory",
            ["staging Staging/photos", "staging Staging/photos.trash"],
            lost: ["photos", "photos.trash"]
        ) {
            for name in ["photos", "photos.trash"] {
                try $0.directory.makeDirectory($0.path("Staging/\(name)"))
                try $0.directory.write("ant", to: $0.path("Staging/\(name)/ant.jpg"))
            }
        },
        Damage(
            "a link as the documents' directory", ["link Private Documents"], documents: [],
            lost: ["Private Documents"]
        ) {
            try $0.directory.rename($0.path("Private Documents"), "elsewhere")
            try $0.directory.link($0.path("Private Documents"), to: "../../../elsewhere")
        },
    ]
}

extension Bench {
    fileprivate func write(_ text: String, _ name: String) throws {
        try directory.write(text, to: documentPath(name))
    }

    fileprivate func remove(_ name: String) throws {
        guard unlink(directory.path(documentPath(name))) == 0 else {
            throw TestFailure("cannot remove \(name)")
        }
    }

    fileprivate func rename(_ name: String, _ newName: String) throws {
        try directory.rename(documentPath(name), documentPath(newName))
    }

    fileprivate func link(_ name: String, to target: String) throws {
        try directory.link(documentPath(name), to: target)
    }
}
