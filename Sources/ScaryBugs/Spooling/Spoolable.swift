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

    /// Forgets all bytes but the first ones.
    mutating func removeBytes(after count: Int) {
        bytes.removeLast(max(0, bytes.count - count))
    }

    mutating func write(_ number: Int) {
        withUnsafeBytes(of: number) { bytes.append(contentsOf: $0) }
    }

    mutating func write(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

    mutating func write(_ other: [UInt8]) {
        write(other.count)
        bytes += other
    }

    mutating func write(_ text: String) {
        write(text.utf8.count)
        bytes += text.utf8
    }

    mutating func write<Value>(_ value: Value?, _ body: (Value, inout SpoolWriter) -> Void) {
        write(value != nil)
        if let value { body(value, &self) }
    }

    mutating func write<Value>(_ values: [Value], _ body: (Value, inout SpoolWriter) -> Void) {
        write(values.count)
        for value in values { body(value, &self) }
    }

    mutating func write(_ number: Int?) { write(number) { $1.write($0) } }

    mutating func write(_ kind: DocumentKind) {
        // Each document with custom fields has an object of its own.
        let place = kinds.firstIndex(of: kind)
        if place == nil { kinds.append(kind) }
        write(place ?? kinds.count - 1)
    }

    fileprivate mutating func write(_ error: any Error) {
        write(errors.count)
        errors.append(error)
    }
}

/// Reads what a ``SpoolWriter`` wrote.
struct SpoolReader {
    private let kinds: [DocumentKind]
    private let errors: [any Error]
    private var rest: ArraySlice<UInt8>

    static let damage = ScaryBugsError(.damaged, "a temporary file has changed")

    /// - Parameter bytes: the bytes of one element.
    init(_ writer: SpoolWriter, _ bytes: ArraySlice<UInt8>) {
        (kinds, errors, rest) = (writer.kinds, writer.errors, bytes)
    }

    private mutating func next(_ count: Int) throws -> ArraySlice<UInt8> {
        guard (0...rest.count).contains(count) else { throw Self.damage }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    mutating func number() throws -> Int {
        try next(MemoryLayout<Int>.size).withUnsafeBytes { $0.loadUnaligned(as: Int.self) }
    }

    mutating func flag() throws -> Bool { try next(1).first == 1 }

    mutating func bytes() throws -> [UInt8] { try Array(next(number())) }

    mutating func text() throws -> String { try String(decoding: next(number()), as: UTF8.self) }

    mutating func optional<Value>(_ body: (inout SpoolReader) throws -> Value) throws -> Value? {
        try flag() ? body(&self) : nil
    }

    mutating func list<Value>(_ body: (inout SpoolReader) throws -> Value) throws -> [Value] {
        let count = try number()
        // An element has at least one byte.
        guard (0...rest.count).contains(count) else { throw Self.damage }
        return try (0..<count).map { _ in try body(&self) }
    }

    mutating func optionalNumber() throws -> Int? { try optional { try $0.number() } }

    mutating func kind() throws -> DocumentKind { try Self.element(number(), of: kinds) }

    fileprivate mutating func error() throws -> any Error { try Self.element(number(), of: errors) }

    private static func element<Element>(_ index: Int, of elements: [Element]) throws -> Element {
        guard elements.indices.contains(index) else { throw damage }
        return elements[index]
    }
}

extension Result: Spoolable where Success: Spoolable, Failure == any Error {
    init(from reader: inout SpoolReader) throws {
        self = try reader.flag() ? .success(Success(from: &reader)) : .failure(reader.error())
    }

    func write(to writer: inout SpoolWriter) {
        switch self {
        case .success(let value):
            writer.write(true)
            value.write(to: &writer)
        case .failure(let error):
            writer.write(false)
            writer.write(error)
        }
    }
}
