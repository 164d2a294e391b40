import Glibc
import TestSupport
import Testing

@testable import ScaryBugFormats
@testable import ScaryBugFormatsTests
@testable import ScaryBugRecords
@testable import ScaryBugStore

@Suite struct WorkspaceTests {
    let bench: Bench
    let workspace: Workspace

    init() throws {
        bench = try Bench()
        workspace = try bench.workspace()
    }

    @Test func `the first change creates the workspace`() throws {
        #expect(try workspace.titles == [])
        #expect(!bench.directory.exists("home"))
        try workspace.add("Potato Bug")
        #expect(try workspace.titles == ["1 Potato Bug"])
        #expect(try bench.directory.names(in: bench.path("Private Documents")) == ["1.scarybug"])
        #expect(try bench.home.users() == [UserName("alice")])
    }

    @Test func `new files are accessible to the owner only`() throws {
        try workspace.add("Potato Bug", picture: bench.directory.write(Bench.jpeg, to: "a.jpg"))
        let document = try workspace.openDocument(workspace.documentName(1)).directory
        #expect(try document.mode(of: ".") == 0o700)
        #expect(try document.mode(of: "data.plist") == 0o600)
        #expect(try document.mode(of: "fullImage.jpg") == 0o600)
    }

    // MARK: Numbers

    @Test func `a new document gets the highest number plus one`() throws {
        for title in ["a", "b", "c"] { try workspace.add(title) }
        try workspace.delete(2)
        #expect(try workspace.add("d").number == 4)
        try workspace.delete(4)
        #expect(try workspace.add("e").number == 4)
    }

    @Test func `directories that another program adds count for the next number`() throws {
        try workspace.add("a")
        // Within one tick of the kernel's clock, only the directory's own time shows the change.
        for number in [5, 9, 17] {
            try bench.directory.makeDirectory(bench.documentPath("\(number).scarybug"))
            #expect(try workspace.add("next").number == number + 1)
        }
    }

    @Test func `another session's deletion takes effect immediately`() throws {
        let other = try bench.workspace()
        for title in ["a", "b", "c", "d"] { try workspace.add(title) }
        for number in [4, 3, 2] {
            try other.delete(number)
            #expect(try workspace.add("again").number == number)
            try other.delete(number)
        }
    }

    @Test func `another session's documents count at once`() throws {
        let other = try bench.workspace()
        for number in 1...20 {
            #expect(try (number % 2 == 0 ? workspace : other).add("x").number == number)
        }
    }

    @Test func `directories with other names are not documents`() throws {
        try workspace.add("a")
        for name in [
            "007.scarybug", "x.scarybug", "0.scarybug", "3", "3.other", "1000000000.scarybug",
        ] {
            try bench.directory.makeDirectory(bench.documentPath(name))
        }
        #expect(try workspace.documentNames().map(\.number) == [1])
        #expect(try workspace.add("b").number == 2)
    }

    @Test func `there is no number above the last one`() throws {
        try workspace.add("a")
        try bench.directory.makeDirectory(bench.documentPath("999999999.scarybug"))
        #expect(
            message { try workspace.add("b") }
                == "the number 999999999 is in use and there is none above it; "
                + "export that document, delete it and import it again")
        #expect(try bench.directory.names(in: bench.path("Staging")).count == 1)
    }

    // MARK: Editing

    @Test func `an edit keeps what it does not change`() throws {
        let made = try workspace.add("Potato Bug")
        try workspace.edit(1, [.set(.rating, .rating(4))])
        let edited = try workspace.edit(1, [.add(.tags, ["garden", "night"])])
        #expect(edited.title == "Potato Bug")
        #expect(edited.data[.rating] == .rating(4))
        #expect(edited.data[.tags] == .list(["garden", "night"]))
        #expect(edited.data.identifier == made.data.identifier)
    }

    @Test func `sessions that edit different fields both win`() throws {
        let other = try bench.workspace()
        try workspace.add("a")
        _ = try workspace.document(1)
        _ = try other.document(1)
        try workspace.edit(1, [.set(.rating, .rating(2))])
        try other.edit(1, [.set(.title, .text("b"))])
        #expect(try workspace.document(1).data[.rating] == .rating(2))
        #expect(try workspace.document(1).title == "b")
    }

    @Test func `a failed edit changes nothing`() throws {
        try workspace.add("a")
        let before = try bench.directory.bytes(of: bench.documentPath("1.scarybug/data.plist"))
        #expect(message { try workspace.edit(1, [.clear(.title)]) } == "a title must not be blank")
        let after = try bench.directory.bytes(of: bench.documentPath("1.scarybug/data.plist"))
        #expect(before == after)
    }

    @Test func `deletion removes the whole directory`() throws {
        try workspace.add("a")
        try bench.directory.write("x", to: bench.documentPath("1.scarybug/extra.txt"))
        try workspace.delete(1)
        #expect(try bench.directory.names(in: bench.path("Private Documents")) == [])
        #expect(
            message { try workspace.delete(1) }
                == "there is no document 1; 'list' shows all documents")
    }

    // MARK: Pictures

    @Test func `a picture's bytes are kept as they came`() throws {
        let path = try bench.directory.write(Bench.png, to: "a.png")
        let picture = try #require(try workspace.add("a", picture: path).picture)
        #expect(picture == Picture(fileName: "fullImage.jpg", size: 20, type: .png))
        #expect(
            try bench.directory.bytes(of: bench.documentPath("1.scarybug/fullImage.jpg"))
                == Bench.png)
    }

    @Test func `a new picture replaces the old one, its thumbnail and files with similar names`()
        throws
    {
        try workspace.add("a", picture: bench.directory.write(Bench.jpeg, to: "a.jpg"))
        for name in ["thumbImage.jpg", "FullImage.PNG", "notes.txt"] {
            try bench.directory.write("x", to: bench.documentPath("1.scarybug/\(name)"))
        }
        let path = try bench.directory.write(Bench.png, to: "a.png")
        try workspace.edit(1, picture: .replace(PictureFile(path: path)))
        #expect(
            try bench.directory.names(in: bench.documentPath("1.scarybug"))
                == ["data.plist", "fullImage.jpg", "notes.txt"])
        #expect(try workspace.document(1).picture?.type == .png)
        #expect(try workspace.add("b").number == 2)
    }

    @Test func `a new picture replaces a link in its place`() throws {
        try workspace.add("a")
        try bench.directory.link(bench.documentPath("1.scarybug/fullImage.jpg"), to: "/etc/passwd")
        let picture = try PictureFile(path: bench.directory.write(Bench.png, to: "a.png"))
        #expect(try workspace.edit(1, picture: .replace(picture)).picture?.type == .png)
        #expect(try workspace.edit(1, picture: .remove).picture == nil)
    }

    @Test func `several documents can get the same picture`() throws {
        for title in ["a", "b"] { try workspace.add(title) }
        let picture = try PictureFile(path: bench.directory.write(Bench.png, to: "a.png"))
        for number in 1...2 { try workspace.edit(number, picture: .replace(picture)) }
        #expect(try workspace.document(2).picture == workspace.document(1).picture)
        #expect(try workspace.document(2).picture?.size == Int64(Bench.png.count))
    }

    @Test func `a picture can be taken away`() throws {
        try workspace.add("a", picture: bench.directory.write(Bench.jpeg, to: "a.jpg"))
        #expect(try workspace.edit(1, picture: .remove).picture == nil)
        #expect(
            try bench.directory.names(in: bench.documentPath("1.scarybug")) == ["data.plist"])
    }

    @Test func `a file whose name is not UTF-8 stays with its document, and goes with it`() throws {
        try workspace.add("a")
        let directory = try workspace.openDocument(workspace.documentName(1)).directory
        let name: [CChar] = [0x78, CChar(bitPattern: 0xFF), 0]
        close(openat(directory.descriptor.rawValue, name, O_CREAT | O_WRONLY, 0o600))
        let path = try bench.directory.write(Bench.png, to: "a.png")
        try workspace.edit(1, picture: .replace(PictureFile(path: path)))
        let now = try workspace.openDocument(workspace.documentName(1)).directory
        #expect(faccessat(now.descriptor.rawValue, name, F_OK, 0) == 0)
        try workspace.delete(1)
        let staging = try bench.directory.names(in: bench.path("Staging"))
        #expect(staging.count == 1)
        for name in staging {
            // Unsynced staging directories are marked by separate directories.
            let left = try bench.directory.names(in: bench.path("Staging/\(name)"))
            #expect(left.allSatisfy { $0.contains("-") })
        }
    }

    @Test func `an edit refuses a document that contains a directory, and names it`() throws {
        try workspace.add("a")
        try bench.directory.makeDirectory(bench.documentPath("1.scarybug/sub"))
        let path = try bench.directory.write(Bench.png, to: "a.png")
        let text = message { try workspace.edit(1, picture: .replace(PictureFile(path: path))) }
        #expect(text?.hasSuffix("1.scarybug/sub is a directory, which no document has") == true)
        #expect(bench.directory.exists(bench.documentPath("1.scarybug/sub")))
        #expect(try workspace.document(1).picture == nil)
    }

    @Test func `an edit that fails on the picture has changed nothing`() throws {
        try workspace.add("a")
        try bench.directory.link(bench.documentPath("1.scarybug/fullImage.jpg"), to: "/etc/passwd")
        let text = message { try workspace.edit(1, [.set(.rating, .rating(3))]) }
        #expect(text == isLink("1.scarybug/fullImage.jpg"))
        let name = try workspace.documentName(1)
        #expect(try workspace.document(name, looksAtPicture: false).data[.rating] == .rating(0))
    }

    @Test func `an edit of the data leaves a thumbnail that came with the document`() throws {
        try workspace.add("a")
        try bench.directory.write("x", to: bench.documentPath("1.scarybug/thumbImage.jpg"))
        try workspace.edit(1, [.set(.rating, .rating(1))])
        #expect(bench.directory.exists(bench.documentPath("1.scarybug/thumbImage.jpg")))
    }

    @Test func `files that are not pictures are refused`() throws {
        let path = try bench.directory.write("hello", to: "a.jpg")
        #expect(
            message { try workspace.add("a", picture: path) }
                == "\(path): not a supported picture (JPEG, PNG, GIF, WebP, HEIC, TIFF)")
        #expect(try workspace.titles == [])
    }

    // MARK: Damage

    @Test func `names of files are matched without regard to case`() throws {
        try workspace.add("a")
        try bench.directory.rename(
            bench.documentPath("1.scarybug/data.plist"), bench.documentPath("1.scarybug/DATA.plist")
        )
        #expect(try workspace.document(1).title == "a")
        try workspace.edit(1, [.set(.title, .text("b"))])
        #expect(try bench.directory.names(in: bench.documentPath("1.scarybug")) == ["DATA.plist"])
        #expect(try workspace.document(1).title == "b")
    }

    @Test func `a damaged document is reported with its path and can be deleted`() throws {
        try workspace.add("a")
        try bench.directory.write("no plist", to: bench.documentPath("1.scarybug/data.plist"))
        let text = try #require(message { _ = try workspace.document(1) })
        #expect(text.hasPrefix("document 1 cannot be read: "))
        try workspace.delete(1)
        #expect(try workspace.titles == [])
    }

    @Test func `a document without a data file says so`() throws {
        try workspace.add("a")
        try bench.directory.makeDirectory(bench.documentPath("2.scarybug"))
        #expect(
            message { _ = try workspace.document(2) }
                == "document 2 has no data.plist; 'check' tells what can be done")
    }

    @Test func `a link in a document's place is not followed`() throws {
        try workspace.add("a")
        try bench.directory.link(bench.documentPath("2.scarybug"), to: "1.scarybug")
        #expect(message { _ = try workspace.document(2) } == isLink("2.scarybug"))
        try bench.directory.makeDirectory(bench.documentPath("3.scarybug"))
        try bench.directory.link(
            bench.documentPath("3.scarybug/data.plist"), to: "../1.scarybug/data.plist")
        #expect(message { _ = try workspace.document(3) } == isLink("3.scarybug/data.plist"))
    }

    /// The error for a link inside the documents' directory.
    private func isLink(_ name: String) -> String {
        bench.directory.path(bench.documentPath(name)) + " is a link; links are not followed here"
    }
}
