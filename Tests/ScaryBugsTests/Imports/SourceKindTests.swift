import TestSupport
import Testing

@testable import ScaryBugFormatsTests
@testable import ScaryBugRecords
@testable import ScaryBugStore
@testable import ScaryBugStoreTests
@testable import ScaryBugs

/// Files that no import takes are named as what they are.
@Suite struct SourceKindTests {
    let bench: Bench
    let bob: Workspace

    init() throws {
        bench = try Bench()
        bob = try bench.workspace(of: "bob")
    }

    /// The messages about a file of an import and of a preview, without its path.
    private func messages(_ bytes: [UInt8], named name: String) throws -> Set<String> {
        let path = try bench.directory.write(bytes, to: name)
        let options = ImportOptions(now: Bench.now)
        let imported = try bob.importDocuments(from: ImportSource(path: path), options).refusals
        let previewed = try bob.preview(ImportSource(path: path)).refusals
        return Set((imported + previewed).map { $0.message.replacing(path + ": ", with: "") })
    }

    private static let spreadsheet = "a spreadsheet; save the table as CSV (UTF-8)"
    private static let page =
        "a web page, which can't be imported; import the file that it offers, or ask who made it "
        + "for bundles"
    private static let help = "'help bundles' lists what can be imported"
    private static let office = "a document of an office program; \(help)"

    @Test(arguments: [
        ("a.html", "<!DOCTYPE html>\n<html>", page), ("a.csv", "<html><body>", page),
        ("a.htm", "\u{FEFF}<!-- saved from url=x -->\n<HTML lang=en>", page),
        ("a.xhtml", "<?xml version=\"1.0\"?>\n<!DOCTYPE html>\n<html>", page),
        ("a.mhtml", "From: <Saved by Blink>\nSnapshot-Content-Location: x\n", page),
        (
            "a.tcx", "<?xml version=\"1.0\"?><TrainingCenterDatabase>",
            "a TCX file with tracks, not documents; \(help)"
        ),
        ("a.xml", "<?xml version=\"1.0\"?><ss:Workbook>", spreadsheet),
        ("a.xml", "<note>", "an XML file (<note>); \(help)"),
        (
            "a.eml", "Return-Path: <a@b>\r\nReceived: x\r\n y\r\nFrom: a@b\r\n\r\nhi",
            "no bundle in it, only text"
        ),
        (
            "a.mbox", "From a@b Thu Jan  1 00:00:00 2026\nFrom: a@b\nTo: c@d\n",
            "no bundle in it, only text"
        ),
        ("a.db", "SQLite format 3\u{0}", "an SQLite database; save its table as CSV (UTF-8)"),
        ("a.pdf", "%PDF-1.7", "a PDF file; \(help)"),
        (
            "a.rar", "Rar!\u{1A}\u{7}",
            "a RAR archive, which is not read: unpack it first, then import what it holds"
        ),
        ("a.rtf", "{\\rtf1", "a text with formats (RTF); \(help)"),
        (
            "note.txt", "Dear John\n",
            "a text, neither a bundle (a ZIP or tar file) nor a table with a column 'title'; \(help)"
        ),
        ("a.avif", "\u{0}\u{0}\u{0} ftypavif", "an AVIF picture; save it as JPEG or PNG"),
    ])
    func `a file is named`(name: String, text: String, message: String) throws {
        #expect(try messages(Array(text.utf8), named: name) == [message])
    }

    @Test(arguments: [
        ("a.xls", spreadsheet), ("locked.xlsx", spreadsheet),
        ("a.doc", "a file of an office program; save a table in it as CSV (UTF-8)"),
    ])
    func `an old office file is named`(name: String, message: String) throws {
        let bytes: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]
        #expect(try messages(bytes, named: name) == [message])
    }

    @Test(arguments: [
        ("a.xlsx", ["[Content_Types].xml", "_rels/.rels", "xl/workbook.xml"], spreadsheet),
        ("a.docx", ["_rels/.rels", "word/document.xml"], office),
        ("a.numbers", ["Index/Document.iwa", "preview.jpg"], spreadsheet),
        ("a.pages", ["Index/Document.iwa"], office),
        // Packed anew, so that no media type comes first.
        ("a.ods", ["META-INF/manifest.xml", "content.xml", "meta.xml"], spreadsheet),
        ("a.odt", ["content.xml", "meta.xml", "META-INF/manifest.xml"], office),
        ("a.xlsx", ["xl/workbook.xml", "meta.xml"], spreadsheet),
        ("a.docx", ["word/document.xml", "in/meta.xml"], office),
        ("a.numbers", ["Index/Document.iwa", "meta.xml"], spreadsheet),
        (
            "a.kmz", ["doc.kml"],
            "a KMZ file, which packs a map in KML; unpack it, and import the .kml file in it"
        ),
        (
            "a.zip", ["in/data.csv", "b.csv"],
            "holds 2 tables, such as \"in/data.csv\", and no meta.xml at its top; unpack it, and import "
                + "one of them"
        ),
        ("a.zip", ["b.zip"], "holds the archive \"b.zip\"; unpack it, and import that"),
        (
            "a.zip", ["1.jpg", "2.jpg"],
            "holds photographs without a document; unpack it, and import the directory"
        ),
        ("a.zip", ["x"], "no data file (data.plist), so it holds no document"),
    ])
    func `a ZIP file is named by what it holds`(
        name: String, names: [String], message: String
    ) throws {
        let zip = RawZip(names.map { RawZip.Entry($0) })
        #expect(try messages(zip.bytes, named: name) == [message])
    }

    @Test(arguments: [("spreadsheet", spreadsheet), ("text", office)])
    func `an OpenDocument file is named by its media type`(kind: String, message: String) throws {
        let type = "application/vnd.oasis.opendocument.\(kind)"
        let zip = RawZip(
            RawZip.Entry("mimetype", type), RawZip.Entry("Configurations2/toolpanel/", ""),
            RawZip.Entry("meta.xml"), RawZip.Entry("content.xml"))
        #expect(try messages(zip.bytes, named: "a.od") == [message])
    }

    @Test(arguments: [
        ("BM,title\n1,Ant\n", "a.csv"), ("From,Subject,title\nx,y,Ant\n", "a.csv"),
        ("date: ,title\n,Ant\n", "a.csv"),
    ])
    func `a table is no other file`(text: String, name: String) throws {
        let messages = try messages(Array(text.utf8), named: name)
        #expect(messages.allSatisfy { $0.contains("column") }, "\(messages)")
    }
}
