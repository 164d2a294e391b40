/// How much of what comes from outside is read before it is refused, each with its reason.
///
/// What cannot be chosen is a rule of the formats or of the system, and stands where it is kept to:
/// 256 levels of a property list, 128 of the values in an archive, and 64 of a row of JSON, for the
/// stack; 255 bytes of a file's name; 64 of the name of a field or a query.
public struct Limits: Hashable, Sendable {
    /// Entries of a bundle: a document has three files; the rest is room for what others add.
    public var bundleEntries = 1_000

    /// Bytes of a bundle's files when unpacked, and so of a picture: a few of the largest
    /// photographs of today's cameras.
    public var bundleBytes: Int64 = 256 << 20

    /// Bytes of memory that a compression may take while it is undone: what `xz -9` asks for.
    public var unpackingMemory = 66 << 20

    /// Bytes of a data file, which is read into memory: a thousand pages of notes are 4 MB.
    public var dataFileBytes = 16 << 20

    /// Bytes of an archive of many documents, which is read into memory: a hundred thousand books
    /// are 40 MB.
    public var archiveBytes = 64 << 20

    /// Names in a directory that is taken in, which are read into memory: more documents than
    /// anybody has.
    public var directoryEntries = 1_000_000

    /// Bytes of a text file taken as the value of a field, or of one row of a table, for the same
    /// reason as a data file.
    public var textFileBytes = 4 << 20

    /// Columns of a table: what the usual spreadsheets have.
    public var tableColumns = 16_384

    /// Rows of a table, which are documents on the disk before the first of them appears: what the
    /// usual spreadsheets have.
    public var tableRows = 1_048_576

    /// Fields of one's own: each is a column of every table, and looked for in every document.
    public var ownFields = 100

    /// Words of a query, those of saved queries in it included: two of which name the next twice
    /// each would grow without end.
    public var queryWords = 1_000

    /// Bytes of a query, each word of which is looked for in every document.
    public var queryBytes = 64 << 10

    /// Scripts that run one another: deeper than anybody writes, and no danger to the stack.
    public var sourceDepth = 16

    /// Bytes of one line of a script, which is read into memory before it is understood, and before
    /// anybody knows whose preferences count.
    public var lineBytes = 1 << 20

    /// Bytes of the preferences themselves, in which the other limits stand: what this program and
    /// its successors keep has a few hundred.
    public var preferencesBytes = 1 << 20

    public init() {}
}

extension Limits {
    /// The limits by their names, which are those of the preferences that raise them.
    public enum Name: String, CaseIterable, Sendable {
        case bundleEntries, bundleBytes, unpackingMemory, dataFileBytes, archiveBytes
        case directoryEntries
        case textFileBytes, tableColumns, tableRows, ownFields, queryWords, queryBytes
        case sourceDepth, lineBytes, preferencesBytes

        /// What raises the limit, as the end of a message; where nothing does, its name.
        var remedy: String {
            Preference.named(rawValue) == nil
                ? " (the limit \(rawValue))" : "; 'config \(rawValue)=N' raises the limit"
        }
    }
}

extension ScaryBugsError {
    /// A limit was met.
    ///
    /// - Parameters:
    ///   - limit: which one.
    ///   - what: what is too much of what.
    public static func over(_ limit: Limits.Name, _ what: String) -> ScaryBugsError {
        ScaryBugsError(.limitExceeded, what + limit.remedy)
    }
}
