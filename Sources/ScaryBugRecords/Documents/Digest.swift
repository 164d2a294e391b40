package import Containers
package import KeyedArchive

/// Identifies a photograph or the content of a document.
///
/// It is the first half of a SHA-256 hash, so two contents have the same one only if somebody
/// computed them to.
package struct Digest: Hashable, Sendable {
    /// The halves of the digest, as the index stores them.
    package let high: Int64
    package let low: Int64

    package init(high: Int64, low: Int64) { (self.high, self.low) = (high, low) }

    package init(_ hash: inout SHA256) {
        let bytes = hash.finish()
        high = Self.integer(bytes[..<8])
        low = Self.integer(bytes[8..<16])
    }

    package init(of bytes: [UInt8]) {
        var hash = SHA256()
        bytes.withUnsafeBytes { hash.add($0) }
        self.init(&hash)
    }

    private static func integer(_ bytes: ArraySlice<UInt8>) -> Int64 {
        Int64(bitPattern: bytes.reduce(0) { $0 << 8 | UInt64($1) })
    }
}

// MARK: The content of a document

extension Digest {
    /// Makes the digest of a document's kind, its values, the names of its files and the size of its
    /// photograph. The index notices changes of all these.
    ///
    /// All values count, known or not, except the identifier, the dates of creation and
    /// modification and the version of the format. The form in which the archive stores a value
    /// doesn't count, and neither do the custom fields of a workspace. So two workspaces give equal
    /// documents the same digest.
    package init(
        _ data: DocumentData, _ files: ContentFiles = ContentFiles()
    ) throws {
        var bytes = try data.canonicalBytes()
        for name in files.names.sorted() { bytes.append(counted: name.utf8) }
        bytes.append(bits: UInt64(bitPattern: files.picture?.size ?? 0))
        self.init(of: bytes)
    }
}

extension DocumentData {
    /// Keys whose values don't count where contents are compared.
    static let uncountedKeys: Set = [
        Field.identifier.key, Field.created.key, Field.modified.key, versionKey, CopyState.key,
        RowRecord.key,
    ]

    /// The kind and the values in a form that depends on nothing else.
    fileprivate func canonicalBytes() throws -> [UInt8] {
        try translatingErrors {
            var values = CanonicalValues(archive)
            values.bytes.append(counted: kind.name.utf8)
            do {
                try values.add(
                    object, except: Self.uncountedKeys,
                    rating: kind.field(named: Field.rating.name)?.key)
                return values.bytes
            } catch {
                // A value can't be resolved, or stands for too much.
                return try archive.extracting(object, as: kind)
            }
        }
    }
}

extension DocumentData {
    /// One value in a form that doesn't depend on how the archive stores it; nil if it can't be resolved.
    ///
    /// - Parameter name: the key of the field, if the value is another one of a conflict.
    func canonicalBytes(forKey key: String, as name: String) -> [UInt8]? {
        var values = CanonicalValues(archive)
        let isRating = name == kind.field(named: Field.rating.name)?.key
        guard (try? values.add(key, of: object, isRating: isRating)) != nil else { return nil }
        return values.bytes
    }

    /// Whether a value counts as none.
    func isEmpty(_ value: ArchivedValue, forKey key: String) -> Bool {
        if value == .null || value.text == "" || value.elements?.isEmpty == true { return true }
        return key == kind.field(named: Field.rating.name)?.key
            && FieldValue(value, as: .rating) == .rating(0)
    }
}

/// Writes the values of an archive's objects, each with its type and its size.
private struct CanonicalValues {
    var bytes: [UInt8] = []
    private let archive: KeyedArchive
    /// Objects of unknown classes, in the order in which values refer to them.
    private var objects: [KeyedArchive.Reference] = []
    private var places: [KeyedArchive.Reference: Int] = [:]

    /// The most bytes. Values that share others can stand for much more than the archive has.
    private static let mostBytes = 4 << 20

    init(_ archive: KeyedArchive) {
        self.archive = archive
        bytes.reserveCapacity(512)
    }

    /// - Parameter rating: the key of the rating, which the apps store with either precision.
    mutating func add(
        _ root: KeyedArchive.Reference, except keys: Set<String>, rating: String?
    ) throws {
        _ = place(of: root)
        try addValues(of: root, except: keys, rating: rating)
        try addObjects(after: 1)
    }

    /// Adds one value with the objects to which it refers.
    mutating func add(
        _ key: String, of object: KeyedArchive.Reference, isRating: Bool
    ) throws {
        guard let value = try archive.values(of: object).value(forKey: key) else { return }
        try add(isRating ? Self.asRating(value) : value)
        try addObjects(after: 0)
    }

    /// Adds the objects of a queue, since objects may refer to each other in long chains and in circles.
    private mutating func addObjects(after count: Int) throws {
        var next = count
        while next < objects.count {
            bytes.append(counted: (try archive.className(of: objects[next]) ?? "").utf8)
            try addValues(of: objects[next])
            next += 1
        }
    }

    /// A number with the precision that ratings have.
    private static func asRating(_ value: ArchivedValue) -> ArchivedValue {
        if case .real(let number) = value { .float(Float(number)) } else { value }
    }

    private mutating func addValues(
        of object: KeyedArchive.Reference, except uncounted: Set<String> = [], rating: String? = nil
    ) throws {
        let values = try archive.values(of: object)
        for key in values.keys.sorted() where !uncounted.contains(key) {
            guard let value = try values.value(forKey: key) else { continue }
            if case .null = value { continue }
            bytes.append(counted: key.utf8)
            try add(key == rating ? Self.asRating(value) : value)
        }
        bytes.append(0)
    }

    private mutating func place(of object: KeyedArchive.Reference) -> Int {
        if let place = places[object] { return place }
        places[object] = objects.count
        objects.append(object)
        return objects.count - 1
    }

    /// A list is the same in an array and in a set, and a number in every form.
    private mutating func add(_ value: ArchivedValue) throws {
        guard bytes.count <= Self.mostBytes else {
            throw ScaryBugsError(.limitExceeded, "its values stand for too much")
        }
        switch value {
        case .null: tag("0")
        case .boolean(let value): add(Int128(value ? 1 : 0))
        case .integer(let number): add(number)
        case .real(let number): add(number)
        case .float(let number): add(Double(number))
        case .date(let seconds): tag("d", seconds.bits)
        case .string(let text):
            tag("s")
            bytes.append(counted: text.utf8)
        case .utf16(let units): tag("w", of: units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] })
        case .data(let data): tag("b", of: data)
        case .uuid(let uuid): tag("u", of: uuid)
        case .array(let values), .set(let values), .orderedSet(let values):
            tag("a", UInt64(values.count))
            for value in values { try add(value) }
        case .dictionary(let entries): try add(entries)
        case .url(let base, let relative):
            tag("l")
            bytes.append(counted: relative.utf8)
            try add(base ?? .null)
        case .object(_, let reference): tag("o", UInt64(place(of: reference)))
        }
    }

    private mutating func add(_ number: Int128) {
        if let small = Int64(exactly: number) {
            tag("i", UInt64(bitPattern: small))
        } else if let real = Double(exactly: number) {
            tag("r", real.bits)
        } else {
            tag("I", UInt64(truncatingIfNeeded: number >> 64))
            bytes.append(bits: UInt64(truncatingIfNeeded: number))
        }
    }

    private mutating func add(_ number: Double) {
        if let whole = Int64(exactly: number) { add(Int128(whole)) } else { tag("r", number.bits) }
    }

    /// Adds the entries of a dictionary, which have no order.
    private mutating func add(_ entries: [ArchivedValue.Entry]) throws {
        tag("m", UInt64(entries.count))
        let start = bytes.count
        let parts = try entries.map { entry in
            try add(entry.key)
            try add(entry.value)
            defer { bytes.removeSubrange(start...) }
            return Array(bytes[start...])
        }
        for part in parts.sorted(by: { $0.lexicographicallyPrecedes($1) }) { bytes += part }
    }

    private mutating func tag(_ type: Unicode.Scalar, _ bits: UInt64? = nil) {
        bytes.append(UInt8(ascii: type))
        if let bits { bytes.append(bits: bits) }
    }

    private mutating func tag(_ type: Unicode.Scalar, of data: [UInt8]) {
        tag(type)
        bytes.append(counted: data)
    }
}

extension Double {
    /// The bits, the same for every value that is not a number.
    fileprivate var bits: UInt64 { isNaN ? Double.nan.bitPattern : bitPattern }
}

extension [UInt8] {
    fileprivate mutating func append(bits: UInt64) {
        Swift.withUnsafeBytes(of: bits.littleEndian) { append(contentsOf: $0) }
    }

    /// Appends bytes after their number.
    fileprivate mutating func append(counted bytes: some Collection<UInt8>) {
        append(bits: UInt64(bytes.count))
        append(contentsOf: bytes)
    }
}

extension KeyedArchive {
    /// Encodes one of the objects as an archive of its own, in the format of a kind.
    package func extracting(
        _ object: Reference, as kind: DocumentKind
    ) throws(KeyedArchiveError) -> [UInt8] {
        var archive = KeyedArchive()
        archive.setRoot(kind.rootKey, to: try archive.add(copyOf: object, from: self))
        return try archive.encoded()
    }
}
