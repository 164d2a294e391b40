internal import Containers

/// The names of further files, as a state tells them.
///
/// The register of a file tells who attached it, such as `/plan.pdf/1b2c3d4e`. So a file that several
/// people replaced is a conflict, and different files that several people attached are not. A register of
/// an earlier version is `/plan.pdf`. The only file of a name has that name. Of several, each is stored as
/// `plan (1b2c3d4e).pdf`. The names depend on nothing but the state, so that they are the same everywhere.
/// A name that is too long for that is the key of the name, cut.
struct FileNames {
    typealias Register = CopyState.Register

    /// A file of one register, or of several with the same only value.
    private struct File {
        /// The values, the shown one first.
        let values: [UInt32?]
        var registers: [Register]
    }

    /// The files by the keys of the names under which people attached them.
    private var files: [String: [File]] = [:]
    /// The registers of files that may be stored with a mark, by the keys of such names.
    private var marked: [String: Register] = [:]

    init(_ state: CopyState) {
        let keys = state.furtherFiles.union(state.standIns.keys.filter(CopyState.isFurtherFile))
        for register in keys.sorted().map({ Register(key: $0) }) {
            let values = state.checksums(of: register)
            let name = String(register.nameKey.dropFirst())
            guard values.contains(where: { $0 != nil }), Self.isFree(name) else { continue }
            var same = files[register.nameKey] ?? []
            if values.count == 1, let index = same.firstIndex(where: { $0.values == values }) {
                same[index].registers.append(register)
            } else {
                same.append(File(values: values, registers: [register]))
            }
            files[register.nameKey] = same
            guard let mark = register.mark else { continue }
            marked[CopyContent.fileKey(Self.name(name, marked: mark))] = register
        }
    }

    // MARK: Names

    /// Whether a document may have a further file of a name. A state may have any name.
    fileprivate static func isFree(_ name: String) -> Bool {
        ContentFiles.isOfContent(name) && !DocumentKind.isPhotographName(name) && name != "."
            && (try? EntryName(bytes: Array(name.utf8))) != nil
    }

    /// The name of a stored file.
    ///
    /// - Parameter attached: the name under which somebody attached it.
    func name(of register: Register, attachedAs attached: String) -> String {
        guard isShared(register), let files = files[register.nameKey],
            let file = files.first(where: { $0.registers.contains(register) }),
            let mark = file.registers.first?.mark
        else { return attached }
        let key = String(register.nameKey.dropFirst())
        let isLong = max(attached.utf8.count, key.utf8.count) > 255 - 11
        return Self.name(isLong ? key : attached, marked: mark)
    }

    /// Whether there are several files of the name, or another one may be stored under it.
    private func isShared(_ register: Register) -> Bool {
        files[register.nameKey, default: []].count > 1 || marked[register.nameKey] != nil
    }

    /// A name such as `plan (1b2c3d4e).pdf`.
    static func name(_ name: String, marked mark: UInt32) -> String {
        NumberedName.file(name, before: " (\(String(mark, radix: 16, width: 8)))")
    }

    /// The parts of such a name; nil for any other one.
    static func parts(of name: String) -> (name: String, mark: UInt32)? {
        let dot = name.dropFirst().lastIndex(of: ".") ?? name.endIndex
        let stem = name[..<dot]
        guard stem.count > 11, stem.hasSuffix(")"), stem.dropLast(9).hasSuffix(" ("),
            let mark = Beside.checksum(stem.dropLast().suffix(8))
        else { return nil }
        return (String(stem.dropLast(11)) + String(name[dot...]), mark)
    }

    // MARK: Registers

    /// The keys of the registers that files have, by the keys of the files' stored names. Other keys stay.
    func registerKeys(of keys: Set<String>) -> Set<String> {
        Set(
            keys.flatMap { key in
                if let register = marked[key] { return [register.key] }
                let registers = files[key, default: []].flatMap(\.registers)
                let plain = registers.filter { !isShared($0) || $0.mark == nil }
                return plain.isEmpty ? [key] : plain.map(\.key)
            })
    }

    /// The register of a stored file that has one in the state, and shares its name with others.
    func namesake(_ name: String) -> Register? {
        let key = CopyContent.fileKey(name)
        if let register = marked[key] { return register }
        let register = Register(key: key)
        let isPlain = files[key]?.contains { $0.registers.contains(register) } == true
        return isPlain && isShared(register) ? register : nil
    }

    /// The registers of stored files. A file that the state doesn't know has a new one.
    ///
    /// - Parameter author: who attached such a file; nil if nobody knows.
    func registers(
        of stored: [ContentVersion.FileVersion], by author: Author?
    ) -> [Register: ContentVersion.FileVersion] {
        var found: [Register: ContentVersion.FileVersion] = [:]
        for file in stored {
            if let register = marked[CopyContent.fileKey(file.name)] { found[register] = file }
        }
        for known in files.values.joined() {
            let file = known.registers.lazy.compactMap { found[$0] }.first
            guard let file, known.values.first == file.checksum else { continue }
            for register in known.registers where found[register] == nil { found[register] = file }
        }
        for file in stored where marked[CopyContent.fileKey(file.name)] == nil {
            let known = known(file, besides: found)
            // An undo brings one of several files back under its mark, as a document without a state has it.
            let marked = known.isEmpty ? Self.marked(file, among: stored) : nil
            let new = marked ?? Self.new(file, besides: found, by: author)
            for register in known.isEmpty ? [new] : known { found[register] = file }
        }
        return found
    }

    /// The registers of a file without a mark, which may have replaced the only one of its name. Whoever
    /// replaces a file of several registers makes one of them.
    private func known(
        _ file: ContentVersion.FileVersion, besides found: [Register: ContentVersion.FileVersion]
    ) -> [Register] {
        let missing = files[CopyContent.fileKey(file.name), default: []].filter {
            ($0.values.first ?? nil) != nil && $0.registers.allSatisfy { found[$0] == nil }
        }
        if let same = missing.first(where: { $0.values.first == file.checksum }) {
            return same.registers
        }
        let other = missing.first { $0.values.contains(file.checksum) || missing.count == 1 }
        return other.map { Array($0.registers.prefix(1)) } ?? []
    }

    /// The register of one of several files that have the marks of one name; nil for any other one.
    private static func marked(
        _ file: ContentVersion.FileVersion, among stored: [ContentVersion.FileVersion]
    ) -> Register? {
        guard let parts = parts(of: file.name), isFree(parts.name) else { return nil }
        let key = CopyContent.fileKey(parts.name)
        let count = stored.count {
            Self.parts(of: $0.name).map { CopyContent.fileKey($0.name) } == key
        }
        return count > 1 ? Register(fileKey: key, mark: parts.mark) : nil
    }

    private static func new(
        _ file: ContentVersion.FileVersion, besides found: [Register: ContentVersion.FileVersion],
        by author: Author?
    ) -> Register {
        let key = CopyContent.fileKey(file.name)
        guard CopyState.isFurtherFile(key) else { return Register(key: key) }
        // The checksum of the file would tell of a value that somebody withholds later.
        var mark = author?.mark ?? CRC32.of(Array("?".utf8))
        while found[Register(fileKey: key, mark: mark)] != nil { mark &+= 1 }
        return Register(fileKey: key, mark: mark)
    }
}

extension Author {
    /// The number for the names of files that the author attaches.
    fileprivate var mark: UInt32 { CRC32.of(Array(place.utf8)) }
}

extension CopyState {
    /// The person who attached a file; nil if nobody knows.
    fileprivate func attacher(of register: Register) -> String? {
        register.mark.flatMap { mark in times.keys.first { $0.mark == mark }?.name }
    }
}

extension CopyState.Register {
    fileprivate init(fileKey: String, mark: UInt32) {
        self.init(key: "\(fileKey)/\(String(mark, radix: 16, width: 8))")
    }

    private var nameEnd: String.Index? { isFile ? key.dropFirst().firstIndex(of: "/") : nil }

    /// The key of the name under which a file was attached; the key of any other register.
    package var nameKey: String { nameEnd.map { String(key[..<$0]) } ?? key }

    /// A checksum of who attached a file; nil for a register of an earlier version, and for any other
    /// one.
    fileprivate var mark: UInt32? {
        nameEnd.flatMap { Beside.checksum(key[key.index(after: $0)...]) }
    }

    /// The name under which somebody attached a file.
    ///
    /// - Parameter stored: the name with which a document has it.
    func attachedName(of stored: String) -> String {
        let shown = Beside.parts(ofFile: stored)?.key ?? stored
        guard CopyState.isFurtherFile(key) else { return shown }
        let names = [stored, shown, FileNames.parts(of: shown)?.name ?? shown]
        // A long name was cut.
        let name =
            names.first { CopyContent.fileKey($0) == nameKey } ?? String(nameKey.dropFirst())
        return FileNames.isFree(name) ? name : stored
    }
}

/// One of several files that people attached under one name.
package struct Namesake: Hashable, Sendable {
    /// The name under which it was attached.
    package let name: String
    /// The person who attached it, or replaced it; nil if nobody knows.
    package let person: String?
    /// The key of the workspace in which it was attached, or replaced.
    package let key: String
    /// The name for people: `plan.pdf (bob)`.
    package fileprivate(set) var text: String
    /// Whether it has a conflict.
    package let isTorn: Bool

    /// The stored names of those that have one text.
    fileprivate static func repeated(in found: [String: Namesake]) -> [String] {
        Dictionary(grouping: found.keys) { found[$0]?.text.collisionKey }.values
            .filter { $0.count > 1 }.flatMap { $0 }
    }

    package func hasName(of file: String) -> Bool { name.collisionKey == file.collisionKey }
}

extension DocumentData {
    /// The files that share their names, by the names with which they are stored.
    package func namesakes(among stored: [String]) -> [String: Namesake] {
        guard stored.contains(where: { FileNames.parts(of: $0) != nil }),
            let state = (try? changes()) ?? nil
        else { return [:] }
        let names = FileNames(state)
        var found: [String: Namesake] = [:]
        for stored in stored {
            guard let register = names.namesake(stored) else { continue }
            let name = register.attachedName(of: stored)
            let author = state.stamps[register]?.max()?.author
            found[stored] = Namesake(
                name: name, person: author?.name, key: author.map { String($0.workspaceKey) } ?? "",
                text: author?.name.map { "\(name) (\($0))" } ?? stored,
                isTorn: state.checksums(of: register).count > 1)
        }
        // Of several files that one person replaced, the people count who attached them.
        for stored in Namesake.repeated(in: found) {
            if let name = found[stored]?.name,
                let person = names.namesake(stored).flatMap(state.attacher)
            {
                found[stored]?.text = "\(name) (\(person))"
            }
        }
        for stored in Namesake.repeated(in: found) { found[stored]?.text = stored }
        return found
    }
}
