import KeyedArchive

/// The contents of an archive in the order of a complete traversal. Objects are renumbered in that
/// order, because each archive numbers them differently.
struct Walk: Equatable {
    private enum Step: Equatable {
        case key(String)
        case value(ArchivedValue)
        /// The bits of a floating-point number, because a NaN doesn't equal itself.
        case bits(UInt64)
        case collection(count: Int)
        case object(Int, className: String?)
        case failure(KeyedArchiveError.Code)
    }

    /// The most work for one input. A few bytes may expand to a lot of values, so the walk ends at
    /// this limit.
    private static let mostWork = 1 << 18

    private let archive: KeyedArchive
    private var steps: [Step] = []
    private var work = 0
    private var numbers: [KeyedArchive.Reference: Int] = [:]
    private var pending: [KeyedArchive.Reference] = []

    /// Records one value without following its references.
    init(over value: ArchivedValue?, in archive: KeyedArchive) {
        self.archive = archive
        if let value { record(value) }
    }

    /// Traverses all objects reachable from the given roots.
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
            walk.record(try walk.archive.value(of: object))
        }
        attempt { (walk) throws(KeyedArchiveError) in
            for element in try walk.archive.elements(of: object) ?? [] { walk.record(element) }
        }
        for key in (try? archive.values(of: object).keys) ?? [] where work < Self.mostWork {
            add(.key(key))
            attempt { (walk) throws(KeyedArchiveError) in
                if let value = try walk.archive.value(forKey: key, of: object) {
                    walk.record(value)
                }
            }
        }
    }

    private mutating func attempt(_ body: (inout Walk) throws(KeyedArchiveError) -> Void) {
        do throws(KeyedArchiveError) { try body(&self) } catch {
            add(.failure(error.code))
            // The refusal alone took the work of the largest allowed value.
            if error.code == .limitExceeded { work += 1 << 16 }
        }
    }

    private mutating func add(_ step: Step) {
        steps.append(step)
        work += 1
    }

    private mutating func record(_ element: KeyedArchive.Element) {
        switch element {
        case .object(let object): meet(object)
        case .value(let value): record(value)
        }
    }

    private mutating func record(_ value: ArchivedValue) {
        switch value {
        case .real(let value), .date(let value): add(.bits(value.bitPattern))
        case .float(let value): add(.bits(UInt64(value.bitPattern)))
        case .array(let values), .set(let values), .orderedSet(let values):
            add(.collection(count: values.count))
            for value in values { record(value) }
        case .dictionary(let entries):
            add(.collection(count: entries.count))
            for entry in entries {
                record(entry.key)
                record(entry.value)
            }
        case .object(_, let object): meet(object)
        default: add(.value(value))
        }
    }

    /// Numbers an object. Class descriptions get no number, because equal ones may be merged.
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
