internal import Containers
internal import KeyedArchive

/// The values of a document as copies compare them: by checksums, whatever the form in which an archive
/// stores them.
///
/// All values count, known or not, but the identifier, the dates of creation and modification and the
/// thumbnails. A date and its text are one value, and so are the photograph and the name that its file
/// had.
package struct CopyContent: Sendable {
    package typealias Register = CopyState.Register

    /// Where a document has a value.
    package enum Source: Hashable, Sendable {
        case cleared
        /// A key of the archived object, with the key of a date's text.
        case key(String, textKey: String?)
        case element(String)
        /// A file, with the key that has the name that a photograph's file had.
        case file(String, nameKey: String?)
    }

    package struct Value: Hashable, Sendable {
        /// CRC-32; nil for a cleared value.
        package let checksum: UInt32?
        package let source: Source
    }

    /// The values that everybody shows.
    package private(set) var shown: [Register: Value] = [:]
    /// The other values of conflicts.
    private(set) var others: [Register: [Value]] = [:]
    /// The keys of lists. A value that is no list lies beside one.
    private(set) var lists: Set<String> = []

    /// - Parameter files: the files of the document, with checksums.
    package init(_ data: DocumentData, _ files: ContentVersion) {
        let keys = Set(data.keys)
        let uncounted = DocumentData.uncountedKeys.union([DocumentData.imageNameKey])
        for key in data.keys where !uncounted.contains(key) {
            if let (name, _) = Beside.parts(of: key) {
                add(besideUnder: key, name, data)
            } else if !isTextOfDate(key, data, keys) {
                add(key, data)
            }
        }
        add(files, data)
    }

    /// Whether both have the same values.
    func isEqual(to other: CopyContent) -> Bool {
        let checksums = { (values: [Register: Value]) in values.mapValues(\.checksum) }
        return checksums(shown) == checksums(other.shown)
            && others.mapValues { Set($0.map(\.checksum)) }
                == other.others.mapValues { Set($0.map(\.checksum)) }
    }

    /// The values of a register that is no element, with nil for a cleared one.
    func values(of register: Register) -> Set<UInt32?> {
        counted([shown[register]?.checksum] + (others[register] ?? []).map(\.checksum), register)
    }

    /// The values that count. A cleared value means nothing beside a list.
    func counted(_ values: [UInt32?], _ register: Register) -> Set<UInt32?> {
        guard lists.contains(register.key) else { return Set(values) }
        let present = values.filter { $0 != nil }
        return present.isEmpty ? [nil] : Set(present)
    }

    /// The place of a value.
    func source(of checksum: UInt32?, in register: Register) -> Source? {
        if shown[register]?.checksum == checksum, let value = shown[register] {
            return value.source
        }
        if let value = others[register]?.first(where: { $0.checksum == checksum }) {
            return value.source
        }
        return checksum == nil ? .cleared : nil
    }

    // MARK: Values

    private func isTextOfDate(_ key: String, _ data: DocumentData, _ keys: Set<String>) -> Bool {
        guard key.hasSuffix("Text"), data.stored(key)?.text != nil else { return false }
        let date = String(key.dropLast(4))
        return keys.contains(date) && data.stored(date)?.isDate == true
    }

    private static func textKey(of key: String, _ data: DocumentData) -> String? {
        guard data.stored(key)?.isDate == true else { return nil }
        let textKey =
            Beside.parts(of: key).map { Beside.key($0.key + "Text", $0.checksum) }
            ?? Field.textKey(ofDate: key)
        return data.stored(textKey)?.text == nil ? nil : textKey
    }

    private mutating func add(_ key: String, _ data: DocumentData) {
        guard let value = data.stored(key), !data.isEmpty(value, forKey: key) else { return }
        if let texts = value.texts {
            lists.insert(key)
            for text in texts {
                let register = Register(key: key, element: Self.folded(text))
                let exact = CRC32.of(Array(text.utf8))
                shown[register] = Value(checksum: exact, source: .element(text))
            }
        } else if let value = self.value(under: key, as: key, data) {
            shown[Register(key: key)] = value
        }
    }

    /// The checksum by which an element of a list is found, whatever its case and accents are.
    static func folded(_ element: String) -> UInt32 {
        CRC32.of(Array(Tokenizer.folded(element).utf8))
    }

    /// - Parameter name: the key of the field.
    private func value(under key: String, as name: String, _ data: DocumentData) -> Value? {
        guard var bytes = data.canonicalBytes(forKey: key, as: name) else { return nil }
        let textKey = Self.textKey(of: key, data)
        if let textKey, let text = data.stored(textKey)?.text { bytes += text.utf8 }
        return Value(checksum: CRC32.of(bytes), source: .key(key, textKey: textKey))
    }

    private mutating func add(besideUnder key: String, _ name: String, _ data: DocumentData) {
        if isTextOfDate(beside: key, name, data) { return }
        let register = Self.register(besideUnder: key)
        guard Beside.parts(of: key)?.checksum != nil else {
            return others[register, default: []].append(Value(checksum: nil, source: .cleared))
        }
        // A file's key only tells that the file lies beside another one.
        if name == DocumentData.imageNameKey || name.hasPrefix("/") { return }
        if let value = value(under: key, as: name, data) {
            others[register, default: []].append(value)
        }
    }

    /// The register of a value that lies beside another.
    package static func register(besideUnder key: String) -> Register {
        let name = Beside.parts(of: key)?.key ?? key
        return Register(key: name.hasPrefix("/") ? fileKey(String(name.dropFirst())) : name)
    }

    private func isTextOfDate(beside key: String, _ name: String, _ data: DocumentData) -> Bool {
        guard name.hasSuffix("Text"), let checksum = Beside.parts(of: key)?.checksum else {
            return false
        }
        return data.stored(Beside.key(String(name.dropLast(4)), checksum))?.isDate == true
    }

    // MARK: Files

    /// The key of a file. Case and normal form don't count, since a bundle can't hold two such names.
    package static func fileKey(_ name: String) -> String { "/" + name.collisionKey }

    private mutating func add(_ files: ContentVersion, _ data: DocumentData) {
        let files = files.content.files
        let photograph = files.map(\.name).first(named: data.kind.photographNames)
        for file in files {
            guard let checksum = file.checksum else { continue }
            var beside = Beside.parts(ofFile: file.name)
            if let parts = beside {
                let isPhotograph = data.kind.photographNames.first(named: [parts.key]) != nil
                let key = Self.fileKey(isPhotograph ? data.kind.photographName : parts.key)
                // A user may have given a file such a name.
                if data.stored(Beside.key(key, parts.checksum)) == nil { beside = nil }
            }
            let name = beside?.key ?? file.name
            let isPhotograph =
                beside == nil
                ? file.name == photograph : data.kind.photographNames.first(named: [name]) != nil
            let key = Self.fileKey(isPhotograph ? data.kind.photographName : name)
            guard isPhotograph else {
                add(
                    Value(checksum: checksum, source: .file(file.name, nameKey: nil)), key,
                    beside != nil)
                continue
            }
            let nameKey = Beside.key(DocumentData.imageNameKey, beside?.checksum)
            let imageName = data.stored(nameKey)?.text
            let value = Value(
                checksum: imageName.map { CRC32.of(Array("\(checksum) \($0)".utf8)) } ?? checksum,
                source: .file(file.name, nameKey: imageName == nil ? nil : nameKey))
            add(value, key, beside != nil)
        }
    }

    private mutating func add(_ value: Value, _ key: String, _ isBeside: Bool) {
        let register = Register(key: key)
        if isBeside {
            others[register, default: []].append(value)
        } else {
            shown[register] = value
        }
    }
}

/// Names of values that lie beside the ones that everybody shows, such as `Rating~1b2c3d4e` and
/// `wing~1b2c3d4e.jpg`. `Notes~-` stands for a cleared value. Other programs, and version 0.1.0 of this one,
/// keep them.
package enum Beside {
    package static let mark = Character("~")

    static func key(_ key: String, _ checksum: UInt32?) -> String {
        checksum.map { "\(key)~\(hex($0))" } ?? key
    }

    static func cleared(_ key: String) -> String { key + "~-" }

    static func file(_ name: String, _ checksum: UInt32) -> String {
        // The dot of a hidden file begins no extension.
        let dot = name.dropFirst().lastIndex(of: ".") ?? name.endIndex
        return "\(name[..<dot])~\(hex(checksum))\(name[dot...])"
    }

    private static func hex(_ checksum: UInt32) -> String { String(checksum, radix: 16, width: 8) }

    /// The key of the field, and the checksum, nil for a cleared value; nil for another key.
    package static func parts(of key: String) -> (key: String, checksum: UInt32?)? {
        guard let tilde = key.lastIndex(of: mark), tilde > key.startIndex else { return nil }
        let (name, end) = (String(key[..<tilde]), key[key.index(after: tilde)...])
        // Such a value has no author, so nothing lies beside it.
        guard !DocumentData.uncountedKeys.contains(name) else { return nil }
        if end == "-" { return (name, nil) }
        return checksum(end).map { (name, $0) }
    }

    package static func parts(ofFile name: String) -> (key: String, checksum: UInt32)? {
        guard let tilde = name.lastIndex(of: mark), tilde > name.startIndex else { return nil }
        let end = name[name.index(after: tilde)...]
        let digits = end.prefix { $0 != "." }
        let rest = end[digits.endIndex...]
        guard !rest.dropFirst().contains("."), let checksum = checksum(digits) else { return nil }
        return (String(name[..<tilde] + rest), checksum)
    }

    private static func checksum(_ text: Substring) -> UInt32? {
        guard text.utf8.count == 8,
            text.utf8.allSatisfy({ $0.isASCIIDigit || (0x61...0x66).contains($0) })
        else { return nil }
        return UInt32(text, radix: 16)
    }
}

extension Author {
    /// The author of values that no known author entered.
    init(of content: CopyContent) {
        var text = ""
        for register in Set(content.shown.keys).union(content.others.keys).sorted() {
            let others = (content.others[register] ?? []).map { $0.checksum ?? 0 }.sorted()
            text += "\(register.key) \(register.element ?? 0) "
            text += "\(content.shown[register]?.checksum ?? 0) \(others)\n"
        }
        self.init(of: Digest(of: Array(text.utf8)))
    }
}
