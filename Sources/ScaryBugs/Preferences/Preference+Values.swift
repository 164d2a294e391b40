internal import KeyedArchive

extension Preference {
    /// The values that a preference can have.
    public enum ValueType: Hashable, Sendable {
        /// One of some names.
        case choice([String])
        /// A whole number.
        case count(ClosedRange<Int64>)
        /// A whole number of bytes.
        case bytes(ClosedRange<Int64>)
    }

    /// The value of a preference.
    public enum Value: Hashable, Sendable {
        /// One of the names.
        case text(String)
        /// A number, of bytes where the preference is a size.
        case integer(Int64)
    }

    /// Reads a value as it stands in a line.
    ///
    /// - Throws: ``ScaryBugsError/Code/invalidValue`` that names the preference and what it takes.
    public func value(_ text: String) throws -> Value {
        if let value = type.stored(text.trimmed).flatMap(type.value) { return value }
        throw ScaryBugsError(.invalidValue, "\(name) '\(text)' is not \(type.summary)")
    }

    /// A value of this preference as people read it, and as it can be read back.
    public func text(of value: Value) -> String {
        switch (type, value) {
        case (_, .text(let text)): text
        case (.bytes, .integer(let number)): ByteCount(number).description
        case (_, .integer(let number)): String(number)
        }
    }
}

extension Preference.ValueType {
    /// What the values are, as it follows "is not".
    var summary: String {
        switch self {
        case .choice(let names): "one of \(names.joined(separator: ", "))"
        case .count(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .bytes(let range):
            "a size from \(ByteCount(range.lowerBound)) to \(ByteCount(range.upperBound))"
        }
    }

    /// A word as the file would have it, whatever it stands for; nil if it has not even the form.
    fileprivate func stored(_ text: String) -> ArchivedValue? {
        switch self {
        case .choice: .string(text)
        case .count: Int64(text).map { .integer(Int128($0)) }
        case .bytes: ByteCount(text).map { .integer(Int128($0.count)) }
        }
    }

    /// A value of the file; nil if it is of another type or out of range.
    func value(_ stored: ArchivedValue) -> Preference.Value? {
        switch (self, stored) {
        case (.choice(let names), .string(let name)):
            return names.contains(name) ? .text(name) : nil
        case (.count(let range), .integer(let number)), (.bytes(let range), .integer(let number)):
            guard let number = Int64(exactly: number), range.contains(number) else { return nil }
            return .integer(number)
        default: return nil
        }
    }
}

extension Preference.Value {
    /// What the file holds for it.
    var stored: ArchivedValue {
        switch self {
        case .text(let text): .string(text)
        case .integer(let number): .integer(Int128(number))
        }
    }
}
