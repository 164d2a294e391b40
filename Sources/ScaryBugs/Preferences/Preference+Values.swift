internal import KeyedArchive

extension Preference {
    package enum ValueType: Hashable, Sendable {
        case choice([String])
        /// Names, separated by commas.
        case names
        case count(ClosedRange<Int64>)
        case bytes(ClosedRange<Int64>)
    }

    package enum Value: Hashable, Sendable {
        /// One of the names of a choice.
        case text(String)
        /// A number; for a size, in bytes.
        case integer(Int64)
    }

    /// Parses a value as the user types it.
    ///
    /// - Throws: ``ScaryBugsError/Code/invalidValue`` that names the preference and the values it
    ///   takes.
    package func value(_ text: String) throws -> Value {
        if let value = type.stored(text.trimmed).flatMap(type.value) { return value }
        throw ScaryBugsError(.invalidValue, "\(name) '\(text)' is not \(type.summary)")
    }

    /// The text of a value, for people to read. ``value(_:)`` parses it again.
    package func text(of value: Value) -> String {
        switch (type, value) {
        case (_, .text(let text)): text
        case (.bytes, .integer(let number)): ByteCount(number).description
        case (_, .integer(let number)): String(number)
        }
    }
}

extension Preference {
    /// Whether it is a number, which limits what input, the history or a wait may cost on this computer.
    var isLimit: Bool {
        switch type {
        case .count, .bytes: true
        case .choice, .names: false
        }
    }
}

extension Preference.ValueType {
    /// A description of the valid values, to follow "is not".
    var summary: String {
        switch self {
        case .choice(let names): "one of \(names.joined(separator: ", "))"
        case .names: "a list of names, separated by commas"
        case .count(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .bytes(let range):
            "a size from \(ByteCount(range.lowerBound)) to \(ByteCount(range.upperBound))"
        }
    }

    /// Converts a word to the form that the file stores, without checking the range; nil for the
    /// wrong form.
    fileprivate func stored(_ text: String) -> ArchivedValue? {
        switch self {
        case .choice, .names: .string(text)
        case .count: Int64(text).map { .integer(Int128($0)) }
        case .bytes: ByteCount(text).map { .integer(Int128($0.count)) }
        }
    }

    /// A value from the file; nil if it has the wrong type or is out of range.
    func value(_ stored: ArchivedValue) -> Preference.Value? {
        switch (self, stored) {
        case (.choice(let names), .string(let name)):
            return names.contains(name) ? .text(name) : nil
        case (.names, .string(let names)): return .text(names)
        case (.count(let range), .integer(let number)), (.bytes(let range), .integer(let number)):
            guard let number = Int64(exactly: number), range.contains(number) else { return nil }
            return .integer(number)
        default: return nil
        }
    }
}

extension Preference.Value {
    var stored: ArchivedValue {
        switch self {
        case .text(let text): .string(text)
        case .integer(let number): .integer(Int128(number))
        }
    }
}
