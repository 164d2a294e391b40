/// Follows the brackets and strings of a JSON object byte by byte, to find its end.
///
/// It notices only errors that hide the end. jansson finds all others.
struct JSONNesting {
    enum Progress {
        case inside, complete
        /// The object has an error before this byte, so its end can't be known.
        case broken
    }

    /// The bytes that close the open brackets.
    private var closers: [UInt8] = []
    private var (isInString, isEscaped) = (false, false)
    /// The last byte that is not white space.
    private var previous: UInt8 = 0

    /// jansson refuses deeper nesting.
    private static let depth = 2_048

    mutating func follow(_ byte: UInt8) -> Progress {
        if isInString { return followString(byte) }
        if byte.isBlank || byte.endsLine { return .inside }
        defer { previous = byte }
        switch Unicode.Scalar(byte) {
        case "\"": isInString = true
        case "{", "[":
            guard mayOpen, closers.count < Self.depth else { return .broken }
            closers.append(byte + 2)
        case "}", "]":
            guard closers.popLast() == byte else { return .broken }
            if closers.isEmpty { return .complete }
        default: break
        }
        return .inside
    }

    private mutating func followString(_ byte: UInt8) -> Progress {
        if byte.endsLine { return .broken }
        if isEscaped {
            isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
            isEscaped = true
        } else if byte == .quote {
            isInString = false
        }
        return .inside
    }

    /// Whether JSON allows a bracket to open here. After an object without its end, it does not.
    private var mayOpen: Bool {
        switch closers.last {
        case nil: true
        case UInt8(ascii: "}"): previous == UInt8(ascii: ":")
        default: previous == UInt8(ascii: "[") || previous == UInt8(ascii: ",")
        }
    }
}
