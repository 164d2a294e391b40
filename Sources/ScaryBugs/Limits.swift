/// How much of what comes from outside is read before it is refused, each with its reason.
public struct Limits: Hashable, Sendable {
    /// Entries of a bundle: a document has three files; the rest is room for what others add.
    public var bundleEntries = 1_000

    /// Bytes of a bundle's files when unpacked: a few of the largest photographs of today's cameras.
    public var bundleBytes: Int64 = 256 << 20

    /// Bytes of memory that a compression may take while it is undone: what `xz -9` asks for.
    public var unpackingMemory = 66 << 20

    /// Bytes of a data file, which is read into memory: a thousand pages of notes are 4 MB.
    public var dataFileBytes = 16 << 20

    /// Bytes of an archive of many documents, which is read into memory: a hundred thousand books
    /// are 40 MB.
    public var archiveBytes = 64 << 20

    /// Bytes of a text file taken as the value of a field, or of one row of a table, for the same
    /// reason as a data file.
    public var textFileBytes = 4 << 20

    /// Columns of a table: what the usual spreadsheets have.
    public var tableColumns = 16_384

    /// Fields of one's own: each is a column of every table, and looked for in every document.
    public var ownFields = 100

    /// Bytes of one line of a script, which is read into memory before it is understood.
    public var lineBytes = 1 << 20

    /// Scripts that run one another: deeper than anybody writes, and no danger to the stack.
    public var sourceDepth = 16

    public init() {}
}
