import KeyedArchive
import Testing

@testable import ScaryBugRecords

/// A copy of a document in the workspace of a user, with what the workspace remembers of it.
struct SampleCopy {
    typealias Version = CopySimulation.Version

    let author: Author
    var version: Version
    var record: CopyState?
    private(set) var told: [CopyState] = []
    var clock: Int64

    /// A new bug.
    init(of user: String, clock: Int64 = 1_795_000_000) throws {
        author = Self.author(user)
        version = Version(
            data: try DocumentData(new: .bug, now: Timestamp(secondsSince1970: clock)))
        self.clock = clock
        try set(.text("Wolf Spider"), for: .title)
    }

    /// A copy that somebody sent.
    init(of user: String, taking sent: Version, clock: Int64 = 1_795_100_000) {
        author = Self.author(user)
        (version, self.clock) = (sent, clock)
        record = KnownCopy(incoming: sent.data, sent.files, to: nil).state
    }

    static func author(_ user: String, copy: Int = 1) -> Author {
        Author(name: user, workspaceKey: user.replacing(" ", with: ""), copy: copy)
    }

    var known: KnownCopy {
        KnownCopy(version.data, version.files, exchanged: record, author: author)
    }

    var content: CopyContent { known.content }

    /// The register of a file that somebody attached.
    static func register(ofFile name: String, by user: String) -> CopyState.Register {
        let file = ContentVersion.FileVersion(name: name, size: 1, checksum: 1)
        let registers = FileNames(CopyState()).registers(of: [file], by: author(user))
        return registers.keys.first ?? .init(key: CopyContent.fileKey(name))
    }

    func stored(_ key: String) -> ArchivedValue? { version.data.stored(key) }

    mutating func set(_ value: FieldValue?, for field: Field) throws {
        try version.data.set(value, for: field)
        try touch()
    }

    mutating func store(_ value: ArchivedValue?, _ key: String) throws {
        try version.data.store(value, forKey: key)
        try touch()
    }

    mutating func setFile(_ name: String, _ checksum: UInt32?) throws {
        version.files = ContentVersion(version.files.files.filter { $0.name != name })
        if let checksum { version.add(name, checksum) }
        try touch()
    }

    private mutating func touch() throws {
        clock += 60
        try version.data.touch(now: Timestamp(secondsSince1970: clock))
    }

    // MARK: Exchange

    /// The document as a bundle has it.
    ///
    /// - Parameter standIn: the text, or the checksum of a file, in place of what is withheld.
    mutating func send(
        withholding keys: Set<String> = [], showing standIn: UInt32? = nil
    ) throws -> Version {
        let known = known
        record = known.state
        told.append(known.state)
        var sent = SampleCopy(version: version, by: author)
        for key in keys {
            try sent.version.remove(key)
            guard let standIn else { continue }
            if key.hasPrefix("/") {
                let name = version.files.files.map(\.name).first { key == CopyContent.fileKey($0) }
                sent.version.add(name ?? key, standIn)
            } else {
                try sent.version.data.store(.string("\(standIn)"), forKey: key)
            }
        }
        let content = CopyContent(sent.version.data, sent.version.files, since: known.state)
        try sent.version.data.store(
            known.state.withholding(keys, showing: content).showing(content), from: author)
        return sent.version
    }

    private init(version: Version, by author: Author) {
        (self.version, self.author, clock) = (version, author, 0)
    }

    func incoming(_ sent: Version) -> KnownCopy {
        KnownCopy(
            incoming: sent.data, sent.files, to: known,
            ToldChanges(key: String(author.workspaceKey), states: told))
    }

    @discardableResult
    mutating func take(_ sent: Version) throws -> CopyRelation {
        let (present, incoming) = (known, incoming(sent))
        let merge = try CopyMerge(of: present, with: incoming)
        switch merge.relation {
        case .older: break
        case .same: record = record?.join(incoming.state) ?? incoming.state
        case .newer, .parted:
            version = Version(data: merge.data, files: merge.files)
        }
        return merge.relation
    }
}

extension CopySimulation.Version {
    mutating func add(_ name: String, _ checksum: UInt32) {
        files = ContentVersion(
            files.files + [ContentVersion.FileVersion(name: name, size: 1, checksum: checksum)])
    }
}
