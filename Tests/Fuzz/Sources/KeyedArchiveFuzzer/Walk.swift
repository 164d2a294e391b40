import KeyedArchive

/// What somebody comes across who reads an archive throughout, in order. Objects are numbered as
/// they are met, since each archive numbers them in its own way.
struct Walk: Equatable {
    private enum Step: Equatable {
        case key(String)
        case value(ArchivedValue)
        /// Those of a real, which equals nothing where it is no number.
        case bits(UInt64)
        case collection(count: Int)
        case object(Int, className: String?)
        case failure(KeyedArchiveError.Code)
    }

    /// A few bytes may stand for much: where this is used up, the walk ends.
    private static let mostWork = 1 << 18

    private let archive: KeyedArchive
    private var steps: [Step] = []
    private var work = 0
    private var numbers: [KeyedArchive.Reference: Int] = [:]
    private var pending: [KeyedArchive.Reference] = []

    /// Notes one value, without following what it refers to.
    init(over value: ArchivedValue?, in archive: KeyedArchive) {
        self.archive = archive
        if let value { note(value) }
    }

    /// Walks over all that some roots lead to.
    init(over archive: KeyedArchive, from keys: [String]) {
        self.archive = archive
        for key in keys {
            add(.key(key))
            attempt { (walk) throws(KeyedArchiveError) in
                if let root = try archive.root(key) { walk.meet(root) }
            }
        }
        var next = 0
        while next < pending.count, work < Self.mostWork {
            visit(pending[next])
            next += 1
        }
    }

    static func == (left: Walk, right: Walk) -> Bool { left.steps == right.steps }

    private mutating func visit(_ object: KeyedArchive.Reference) {
        attempt { (walk) throws(KeyedArchiveError) in
            walk.note(try walk.archive.value(of: object))
        }
        attempt { (walk) throws(KeyedArchiveError) in
            for element in try walk.archive.elements(of: object) ?? [] { walk.note(element) }
        }
        for key in (try? archive.keys(of: object)) ?? [] where work < Self.mostWork {
            add(.key(key))
            attempt { (walk) throws(KeyedArchiveError) in
                if let value = try walk.archive.value(forKey: key, of: object) { walk.note(value) }
            }
        }
    }

    private mutating func attempt(_ body: (inout Walk) throws(KeyedArchiveError) -> Void) {
        do throws(KeyedArchiveError) { try body(&self) } catch {
            add(.failure(error.code))
            // It took as much work as a value may take to find out.
            if error.code == .limitExceeded { work += 1 << 16 }
        }
    }

    private mutating func add(_ step: Step) {
        steps.append(step)
        work += 1
    }

    private mutating func note(_ element: KeyedArchive.Element) {
        switch element {
        case .object(let object): meet(object)
        case .value(let value): note(value)
        }
    }

    private mutating func note(_ value: ArchivedValue) {
        switch value {
        case .real(let value), .date(let value): add(.bits(value.bitPattern))
        case .float(let value): add(.bits(UInt64(value.bitPattern)))
        case .array(let values), .set(let values), .orderedSet(let values):
            add(.collection(count: values.count))
            for value in values { note(value) }
        case .dictionary(let entries):
            add(.collection(count: entries.count))
            for entry in entries {
                note(entry.key)
                note(entry.value)
            }
        case .object(_, let object): meet(object)
        default: add(.value(value))
        }
    }

    /// Numbers an object, but not what describes a class: equal descriptions may become one.
    private mutating func meet(_ object: KeyedArchive.Reference) {
        attempt { (walk) throws(KeyedArchiveError) in
            let className = try walk.archive.className(of: object)
            let number = walk.numbers[object] ?? walk.pending.count
            if number == walk.pending.count { walk.pending.append(object) }
            walk.numbers[object] = number
            walk.add(.object(number, className: className))
        }
    }
}
