import KeyedArchive
import TestSupport
import Testing

@testable import ScaryBugRecords

extension CopySimulation {
    /// Edits a document, goes back, or deletes it.
    mutating func change(_ document: Int, of user: Int) throws {
        if dice.oneIn(100) { try restore(user) }
        guard let copy = users[user].copies[document] else { return }
        if dice.oneIn(100) {
            try giveUp(document, of: user, for: nil)
            users[user].copies[document] = nil
            users[user].deleted.insert(document)
        } else if dice.oneIn(settings.undo), let version = copy.later.last, dice.oneIn(3) {
            try giveUp(document, of: user, for: version, goingBack: true)
            users[user].copies[document]?.earlier.append((copy.version, copy.records))
            users[user].copies[document]?.later.removeLast()
            show(version, document, of: user)
        } else if dice.oneIn(settings.undo), let (version, _) = copy.earlier.last {
            try giveUp(document, of: user, for: version, goingBack: true)
            users[user].copies[document]?.earlier.removeLast()
            users[user].copies[document]?.later.append(copy.version)
            show(version, document, of: user)
        } else {
            var version = copy.version
            try version.edit(with: &dice)
            try version.data.touch(now: now(of: user))
            version.data = try DocumentData(version.data.encoded(), like: version.data)
            try giveUp(document, of: user, for: version)
            replace(document, of: user, by: version)
        }
    }

    private mutating func show(_ version: Version, _ document: Int, of user: Int) {
        users[user].copies[document]?.version = version
        users[user].copies[document]?.known = nil
    }

    /// Puts old documents in place of the present ones with what was remembered then, or forgets what was
    /// exchanged, as a backup for others does. The workspace is a new author then.
    private mutating func restore(_ user: Int) throws {
        users[user].workspaceKey += "r\(user)"
        users[user].copyCount = 0
        for document in users[user].copies.keys.sorted() {
            guard var copy = users[user].copies[document] else { continue }
            users[user].copyCount += 1
            copy.author = Author(
                name: users[user].name, workspaceKey: users[user].workspaceKey,
                copy: users[user].copyCount)
            if let (version, records) = copy.earlier.first, dice.oneIn(2) {
                try giveUp(document, of: user, for: version, goingBack: true)
                (copy.version, copy.records, copy.earlier, copy.later) = (version, records, [], [])
            }
            if dice.oneIn(3) { copy.records = [:] }
            copy.known = nil
            users[user].copies[document] = copy
        }
    }
}

extension CopySimulation.Version {
    private static let tags = ["spider", "Spider", "SPÍDER", "forest", "Forest", "night", "wet"]
    private static let dates = ["2026", "2026-05", "2026-05-01", "2026-05-01T12:00Z", "2025~"]
    private static let fileNames = ["wing.jpg", "Wing.JPG", "notes.txt", ".scan", "a.tar.gz"]

    mutating func edit(with dice: inout Dice) throws {
        switch dice.roll(21) {
        case 0..<8: try set(with: &dice)
        case 8, 9: try clear(with: &dice)
        case 10..<13: try data.apply(.add(.tags, [dice.pick(Self.tags), dice.pick(Self.tags)]))
        case 13, 14: try data.apply(.remove(.tags, [dice.pick(Self.tags)]))
        case 15, 16: try setPhotograph(with: &dice)
        case 17: try setFile(with: &dice)
        case 18: try setStrange(with: &dice)
        default: try resolve(with: &dice)
        }
    }

    private mutating func set(with dice: inout Dice) throws {
        let field = dice.pick(data.kind.fields.filter { $0.isEditable && $0.type != .picture })
        let value: FieldValue? =
            switch field.type {
            case .text, .title: .text("\(field.name) \(dice.roll(dice.oneIn(3) ? 9 : 1_000_000))")
            case .rating: .rating(Float(dice.roll(6)))
            case .count: .count(Int64(dice.roll(9)))
            case .number: .number(Double(dice.roll(9)) / 2)
            case .boolean: .boolean(dice.oneIn(2))
            case .date: EDTFDate(dice.pick(Self.dates)).map(FieldValue.date)
            case .position: .position(try Position("\(dice.roll(90)),\(dice.roll(9))"))
            case .list: .list([dice.pick(Self.tags)])
            case .timestamp, .picture: nil
            }
        guard let value else { return }
        try endConflict(of: field.key)
        try data.set(value, for: field)
    }

    private mutating func clear(with dice: inout Dice) throws {
        let field = dice.pick(
            data.kind.fields.filter { $0.isEditable && $0.type != .title && $0.type != .picture })
        try endConflict(of: field.key)
        try data.set(nil, for: field)
    }

    private mutating func setPhotograph(with dice: inout Dice) throws {
        let name = data.kind.photographName
        try endConflict(ofFile: name)
        guard !dice.oneIn(4) else {
            try data.setImageName(nil)
            return put(nil, name)
        }
        try data.setImageName(dice.oneIn(2) ? "IMG_\(dice.roll(5)).jpg" : nil)
        put(UInt32(dice.roll(40)), name)
    }

    /// Attaches a file, or replaces or removes one of those that have the name.
    private mutating func setFile(with dice: inout Dice) throws {
        var name = dice.pick(Self.fileNames)
        let stored = files.files.map(\.name)
        let namesakes = data.namesakes(among: stored).filter { $0.value.hasName(of: name) }
        if !namesakes.isEmpty, !dice.oneIn(5) { name = dice.pick(namesakes.keys.sorted()) }
        try endConflict(ofFile: name)
        put(dice.oneIn(4) ? nil : UInt32(dice.roll(dice.oneIn(2) ? 4 : 1_000_000)), name)
    }

    /// Puts a file in place of one with the same name, whatever its case is.
    private mutating func put(_ checksum: UInt32?, _ name: String) {
        let others = files.files.filter { $0.name.collisionKey != name.collisionKey }
        let added = checksum.map {
            ContentVersion.FileVersion(name: name, size: Int64($0), checksum: $0)
        }
        files = ContentVersion(others + (added.map { [$0] } ?? []))
    }

    /// Changes values that no field has, in any form in which another program may store them.
    private mutating func setStrange(with dice: inout Dice) throws {
        let number = dice.roll(5)
        let value: ArchivedValue? = dice.pick([
            nil, .integer(Int128(number)), .real(Double(number)), .float(Float(number)),
            .string("strange \(number)"), .date(Double(number)), .data([UInt8(number)]),
            .array([.string("strange \(number)")]), .set([.string("strange 1"), .string("2")]),
            .array([.integer(Int128(number)), .string("mixed")]),
            .dictionary([.init(key: .string("legs"), value: .integer(Int128(number)))]),
        ])
        let key = dice.pick(["strange", "stranger"])
        try endConflict(of: key)
        try data.store(value, forKey: key)
        let isDate = value?.isDate == true
        try data.store(
            isDate && dice.oneIn(2) ? .string("day \(number)") : nil, forKey: key + "Text")
    }

    // MARK: Conflicts

    /// Keeps what is shown of one conflict.
    private mutating func resolve(with dice: inout Dice) throws {
        let conflicts = data.conflicts
        guard !conflicts.isEmpty else { return try set(with: &dice) }
        try end(dice.pick(conflicts))
    }

    mutating func endConflicts() throws {
        for conflict in data.conflicts { try end(conflict) }
    }

    private mutating func end(_ conflict: Conflict) throws {
        if conflict.register.isFile {
            try endConflict(ofFile: String(conflict.nameKey.dropFirst()))
        } else {
            try endConflict(of: conflict.register.key)
        }
    }

    private mutating func endConflict(of key: String) throws {
        for other in data.keys {
            if let name = Beside.parts(of: other)?.key, name == key || name == key + "Text" {
                try data.store(nil, forKey: other)
            }
        }
    }

    private mutating func endConflict(ofFile name: String) throws {
        let ended = data.conflicts.filter { $0.nameKey == CopyContent.fileKey(name) }
        let besides = ended.flatMap { $0.others.compactMap(\.fileName) }
        try data.end(ended)
        files = ContentVersion(files.files.filter { !besides.contains($0.name) })
    }

    /// Removes all values of a key, as a sender does who withholds it.
    mutating func remove(_ key: String) throws {
        guard key.hasPrefix("/") else {
            try endConflict(of: key)
            try data.store(nil, forKey: key)
            return try data.store(nil, forKey: key + "Text")
        }
        let name = String(key.dropFirst())
        try endConflict(ofFile: name)
        put(nil, name)
        if name.collisionKey == data.kind.photographName.collisionKey {
            try data.store(nil, forKey: DocumentData.imageNameKey)
        }
    }
}
