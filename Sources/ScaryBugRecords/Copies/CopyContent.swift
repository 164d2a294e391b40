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

    /// - Parameters:
    ///   - files: the files of the document, with checksums.
    ///   - base: what was known of the document before, which tells its files apart; nil for nothing.
    ///   - author: who attached files that were not known; nil if nobody knows.
    package init(
        _ data: DocumentData, _ files: ContentVersion, since base: CopyState? = nil,
        by author: Author? = nil
    ) {
        let keys = Set(data.keys)
        let uncounted = DocumentData.uncountedKeys.union([DocumentData.imageNameKey])
        for key in data.keys where !uncounted.contains(key) {
            if let (name, _) = Beside.parts(of: key) {
                add(besideUnder: key, name, data)
            } else if !isTextOfDate(key, data, keys) {
                add(key, data)
            }
        }
        add(files, data, base, author)
    }

    /// Whether both have the same values, whoever attached the files.
    func isEqual(to other: CopyContent) -> Bool {
        let checksums = { (values: [Register: [Value]]) in
            Dictionary(
                values.map { register, values in
                    let name = Register(key: register.nameKey, element: register.element)
                    return (name, Set(values.map(\.checksum)))
                }
            ) { $0.union($1) }
        }
        return checksums(shown.mapValues { [$0] }) == checksums(other.shown.mapValues { [$0] })
            && checksums(others) == checksums(other.others)
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

    private mutating func add(
        _ version: ContentVersion, _ data: DocumentData, _ base: CopyState?, _ author: Author?
    ) {
        let files = version.content.files.filter { $0.checksum != nil }
        let photograph = files.map(\.name).first(named: data.kind.photographNames)
        let besides = data.registersBeside
        var further: [ContentVersion.FileVersion] = []
        for file in files {
            if let register = besides[file.name] {
                let isPhotograph = register.key == data.photographKey
                let mark = Beside.parts(ofFile: file.name)?.checksum
                others[register, default: []].append(
                    isPhotograph ? value(ofPhotograph: file, mark, data) : value(file))
            } else if file.name == photograph {
                shown[Register(key: data.photographKey)] = value(ofPhotograph: file, nil, data)
            } else {
                further.append(file)
            }
        }
        guard !further.isEmpty else { return }
        let names = FileNames(base ?? CopyState())
        for (register, file) in names.registers(of: further, by: author) {
            shown[register] = value(file)
        }
    }

    private func value(_ file: ContentVersion.FileVersion) -> Value {
        Value(checksum: file.checksum, source: .file(file.name, nameKey: nil))
    }

    /// - Parameter mark: the checksum in the name of a file that lies beside another.
    private func value(
        ofPhotograph file: ContentVersion.FileVersion, _ mark: UInt32?, _ data: DocumentData
    ) -> Value {
        let nameKey = Beside.key(DocumentData.imageNameKey, mark)
        guard let name = data.stored(nameKey)?.text, let checksum = file.checksum else {
            return value(file)
        }
        return Value(
            checksum: CRC32.of(Array("\(checksum) \(name)".utf8)),
            source: .file(file.name, nameKey: nameKey))
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
        NumberedName.file(name, before: "~\(hex(checksum))")
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

    static func checksum(_ text: Substring) -> UInt32? {
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
            text += "\(register.nameKey) \(register.element ?? 0) "
            text += "\(content.shown[register]?.checksum ?? 0) \(others)\n"
        }
        self.init(of: Digest(of: Array(text.utf8)))
    }
}
