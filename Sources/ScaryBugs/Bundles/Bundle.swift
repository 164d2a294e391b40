public enum Bundle {
    public static func write(_ document: Directory, directoryName: String, to file: borrowing File) throws -> Int64 { 0 }
    public static func read(_ file: borrowing File, limits: Limits, into destination: Directory?) throws -> Contents { throw ScaryBugsError(.refused, "no") }
    public struct Entry: Sendable { public let name: String; public let size: Int64; public let signature: [UInt8]; public let modified: FileTime? }
    public struct Contents: Sendable {
        public let directoryName: String?
        public let dataFileName: String
        public let dataFile: [UInt8]
        public let files: [Entry]
        public let passedOver: [String]
    }
}
struct EntryName { static func isLitter(_ s: String) -> Bool { false } }
