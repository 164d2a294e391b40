/// A value that a ``SpooledList`` can keep in a file.
protocol Spoolable {
    /// Reads the values in the order in which ``write(to:)`` wrote them.
    init(from reader: inout SpoolReader) throws

    func write(to writer: inout SpoolWriter)
}

/// Writes values one after the other. Objects and errors stay in memory, and a number stands for each.
struct SpoolWriter {
    fileprivate(set) var bytes: [UInt8] = []
    fileprivate var kinds: [DocumentKind] = []
    fileprivate var errors: [any Error] = []

    /// Forgets the bytes, which have been copied. Objects and errors stay.
    ///
    /// - Parameter room: the bytes whose memory may stay reserved, twice.
    mutating func removeBytes(keepingRoomFor room: Int) {
        bytes.removeAll(keepingCapacity: bytes.capacity <= 2 * room)
    }

    mutating func removeBytes(after count: Int) {
        bytes.removeLast(max(0, bytes.count - count))
    }

    /// Writes values of different types. Optional values and lists are faster alone, since the compiler
    /// knows their types then.
    mutating func write<each Value: Spoolable>(_ values: repeat each Value) {
        repeat (each values).write(to: &self)
    }

    mutating func write(bytes other: [UInt8]) {
        write(other.count)
        bytes += other
    }

    mutating func write(kind: DocumentKind) {
        // Each document with custom fields has an object of its own.
        let place = kinds.firstIndex(of: kind)
        if place == nil { kinds.append(kind) }
        write(place ?? kinds.count - 1)
    }

    fileprivate mutating func write(error: any Error) {
        write(errors.count)
        errors.append(error)
    }
}

struct SpoolReader {
    private let kinds: [DocumentKind]
    private let errors: [any Error]
    private var rest: ArraySlice<UInt8>

    static let damage = ScaryBugsError(.damaged, "a temporary file has changed")

    /// - Parameter bytes: the bytes of one element.
    init(_ writer: SpoolWriter, _ bytes: ArraySlice<UInt8>) {
        (kinds, errors, rest) = (writer.kinds, writer.errors, bytes)
    }

    /// Reads values like ``SpoolWriter/write(_:)``.
    mutating func read<each Value: Spoolable>() throws -> (repeat each Value) {
        (repeat try (each Value)(from: &self))
    }

    mutating func bytes() throws -> [UInt8] { try Array(next(Int(from: &self))) }
    mutating func kind() throws -> DocumentKind { try element(of: kinds) }
    fileprivate mutating func error() throws -> any Error { try element(of: errors) }

    fileprivate mutating func next(_ count: Int) throws -> ArraySlice<UInt8> {
        try check(count: count)
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    /// Checks a number of bytes, or of elements with at least one byte.
    fileprivate func check(count: Int) throws {
        guard (0...rest.count).contains(count) else { throw Self.damage }
    }

    private mutating func element<Element>(of elements: [Element]) throws -> Element {
        let index = try Int(from: &self)
        guard elements.indices.contains(index) else { throw Self.damage }
        return elements[index]
    }
}

extension Result: Spoolable where Success: Spoolable, Failure == any Error {
    init(from reader: inout SpoolReader) throws {
        self = try Bool(from: &reader) ? .success(Success(from: &reader)) : .failure(reader.error())
    }

    func write(to writer: inout SpoolWriter) {
        switch self {
        case .success(let value): writer.write(true, value)
        case .failure(let error):
            writer.write(false)
            writer.write(error: error)
        }
    }
}

// MARK: Values

extension Int: Spoolable {
    init(from reader: inout SpoolReader) throws {
        self = try reader.next(MemoryLayout<Int>.size).withUnsafeBytes {
            $0.loadUnaligned(as: Int.self)
        }
    }

    func write(to writer: inout SpoolWriter) {
        withUnsafeBytes(of: self) { writer.bytes.append(contentsOf: $0) }
    }
}

extension Spoolable where Self: FixedWidthInteger {
    init(from reader: inout SpoolReader) throws {
        self.init(truncatingIfNeeded: try Int(from: &reader))
    }

    func write(to writer: inout SpoolWriter) {
        Int(truncatingIfNeeded: self).write(to: &writer)
    }
}

extension Int64: Spoolable {}
extension UInt32: Spoolable {}

extension Double: Spoolable {
    init(from reader: inout SpoolReader) throws {
        self.init(bitPattern: UInt64(bitPattern: try Int64(from: &reader)))
    }

    func write(to writer: inout SpoolWriter) { writer.write(Int64(bitPattern: bitPattern)) }
}

extension Bool: Spoolable {
    init(from reader: inout SpoolReader) throws { self = try reader.next(1).first == 1 }

    func write(to writer: inout SpoolWriter) { writer.bytes.append(self ? 1 : 0) }
}

extension String: Spoolable {
    init(from reader: inout SpoolReader) throws {
        self = try String(decoding: reader.next(Int(from: &reader)), as: UTF8.self)
    }

    func write(to writer: inout SpoolWriter) {
        utf8.count.write(to: &writer)
        writer.bytes += utf8
    }
}

extension Spoolable where Self: RawRepresentable, RawValue: Spoolable {
    init(from reader: inout SpoolReader) throws {
        guard let value = Self(rawValue: try RawValue(from: &reader)) else {
            throw SpoolReader.damage
        }
        self = value
    }

    func write(to writer: inout SpoolWriter) { rawValue.write(to: &writer) }
}

extension Optional: Spoolable where Wrapped: Spoolable {
    init(from reader: inout SpoolReader) throws {
        self = try Bool(from: &reader) ? Wrapped(from: &reader) : nil
    }

    func write(to writer: inout SpoolWriter) {
        (self != nil).write(to: &writer)
        if let self { self.write(to: &writer) }
    }
}

extension Array: Spoolable where Element: Spoolable {
    init(from reader: inout SpoolReader) throws {
        let count = try Int(from: &reader)
        try reader.check(count: count)
        self = try (0..<count).map { _ in try Element(from: &reader) }
    }

    func write(to writer: inout SpoolWriter) {
        count.write(to: &writer)
        for element in self { element.write(to: &writer) }
    }
}
