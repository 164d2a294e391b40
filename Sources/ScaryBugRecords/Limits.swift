package import Containers

/// Limits on the size of input, each with its reason.
///
/// Most of them can be changed as preferences. Other limits follow from a format or the system, and
/// are defined where they apply:
///
/// - 256 levels of a property list, 128 levels of the values in an archive and 64 levels of a JSON
///   row, because of the stack;
/// - 255 bytes of a file's name;
/// - 64 bytes of the name of a field or a query.
public struct Limits: Hashable, Sendable {
    /// Entries of a bundle. A document has three files; other programs may add some.
    public var bundleEntries = 1_000

    /// Bytes of a bundle's unpacked files, and therefore of a picture: a few of the largest
    /// photographs of today's cameras.
    public var bundleBytes: Int64 = 256 << 20

    /// Bytes of a data file, which is read into memory: a thousand pages of notes are 4 MB.
    public var dataFileBytes = 8 << 20

    /// Bytes of an archive of many documents, which is read into memory: a hundred thousand books
    /// are 40 MB.
    public var archiveBytes = 40 << 20

    /// Bytes of memory for the values of an archive or a data file. A small file can refer to one value
    /// many times.
    public var archiveMemory = 64 << 20

    /// Documents of one source, such as a table, an archive or a directory. All of them are on the
    /// disk before the first one appears. Each reference to a shared object of an archive is one.
    public var importDocuments = 100_000

    /// Bytes of the files of one source's documents. A table's rows can all name one picture.
    public var importBytes: Int64 = 8 << 30

    /// Bytes of the texts of one source's documents, a shared text once for each use: a hundred
    /// thousand documents with half a page each.
    public var importTextBytes = 256 << 20

    /// Names in an imported directory, which are read into memory: more documents than anybody has.
    public var directoryEntries = 1_000_000

    /// Bytes of a text field or of all values of a list, of a text file that becomes one, and of
    /// one row of a table. All are read into memory. A long book has 1 MiB.
    public var textFileBytes = 1 << 20

    /// Bytes of a title, which every list shows: more than anybody reads on one line.
    package var titleBytes = 4 << 10

    /// Values of a list: more tags than anybody gives to one document.
    package var listValues = 10_000

    /// Messages and parts of a message that are inside each other: more than a mail program makes.
    package var mailDepth = 64

    /// Parts of a message, each of which may need a file: more than a mail program makes.
    package var mailParts = 10_000

    /// Bytes of the fields at the beginning of a message or of a part. Each field is parsed in memory.
    package var mailHeaderBytes = 256 << 10

    /// Bytes of a message, and of the messages in it: more than mail servers take.
    package var mailBytes: Int64 = 64 << 20

    /// Columns of a table: as many as the usual spreadsheets allow.
    public var tableColumns = 16_384

    /// Custom fields. Each is a column of every table, and every document is searched for each.
    public var customFields = 100

    /// Saved queries of a user. The preferences are written as a whole when one is added.
    public var savedQueries = 1_000

    /// Words of a query, including the words of saved queries in it. A chain of saved queries, each
    /// naming the next one twice, would otherwise grow exponentially.
    public var queryWords = 1_000

    /// Bytes of a query. Every document is searched for each of its words.
    public var queryBytes = 64 << 10

    /// Nested scripts: deeper than anybody writes, and safe for the stack.
    package var sourceDepth = 16

    /// Bytes of one line of a script. A line is read into memory before it is parsed, and before
    /// the user whose preferences apply is known.
    package var lineBytes = 1 << 20

    /// Directories and names in them that the wildcards of a line look at. Links to a parent make
    /// each `*/` a multiple of the work.
    package var wildcardEntries = 1_000_000

    /// Bytes of the paths that the wildcards of a line match, which are read into memory: a hundred
    /// thousand paths of 160 bytes.
    package var wildcardBytes = 16 << 20

    /// Bytes of the preferences, which contain the other limits. This program and its successors
    /// write a few hundred.
    public var preferencesBytes = 1 << 20

    /// Bytes of a document's texts in UTF-8 by which queries find it. The rest isn't searched.
    static let searchedBytes = 1 << 20

    /// The words of a phrase in a query.
    static let phraseWords = 100

    /// The room for what all containers of a message unpack to; nil outside of mail.
    package var room: UnpackingRoom?

    /// The default limits.
    public init() {}
}

extension Limits {
    /// The names of the limits, which are also the names of the preferences that raise them.
    public enum Name: String, CaseIterable, Sendable {
        case bundleEntries, bundleBytes, dataFileBytes, archiveBytes
        case archiveMemory, importDocuments, importBytes, importTextBytes, directoryEntries
        case textFileBytes, titleBytes, listValues, tableColumns, customFields
        case mailDepth, mailParts, mailHeaderBytes, mailBytes
        case savedQueries, queryWords, queryBytes
        case sourceDepth, lineBytes, wildcardEntries, wildcardBytes, preferencesBytes

        /// The limits that no preference raises.
        package static let fixed: Set<Self> = [
            .titleBytes, .listValues, .mailDepth, .mailParts, .mailHeaderBytes, .mailBytes,
            .lineBytes, .wildcardEntries, .wildcardBytes, .preferencesBytes,
        ]

        /// The end of a message: the command that raises the limit or, for a fixed one, its name.
        package var remedy: String {
            Self.fixed.contains(self)
                ? " (the limit \(rawValue))" : "; 'config \(rawValue)=N' raises the limit"
        }
    }
}

extension Limits {
    /// The limits for a source that a thread reads beside others. A source above one of them is read
    /// alone; see ``NeedsMemory``.
    package var shared: Limits {
        var limits = self
        limits.dataFileBytes = min(dataFileBytes, 64 << 10)
        limits.archiveBytes = min(archiveBytes, 64 << 10)
        limits.archiveMemory = min(archiveMemory, 4 << 20)
        limits.textFileBytes = min(textFileBytes, 64 << 10)
        limits.importDocuments = min(importDocuments, 1_000)
        limits.importTextBytes = min(importTextBytes, 512 << 10)
        return limits
    }
}

extension Limit {
    /// A limit whose message names it.
    package init(_ value: some BinaryInteger, _ name: Limits.Name) {
        self.init(Int64(value)) { name.remedy }
    }
}

extension ScaryBugsError {
    /// An error for input that exceeds a limit.
    ///
    /// - Parameters:
    ///   - limit: the limit.
    ///   - what: the beginning of the message: the object, and how it exceeds the limit.
    package static func over(_ limit: Limits.Name, _ what: String) -> ScaryBugsError {
        ScaryBugsError(.limitExceeded, what + limit.remedy)
    }
}
