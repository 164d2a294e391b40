/// Why bytes are no property list or no keyed archive, or why a value can't be read or written.
public struct KeyedArchiveError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of a failure, for callers that decide by it.
    public enum Code: Hashable, Sendable {
        /// The bytes are neither a binary nor an XML property list.
        case notAPropertyList
        /// The bytes start like a property list and then break its rules.
        case malformed
        /// Nesting or expansion beyond what is read; see ``PropertyList/init(bytes:)``.
        case limitExceeded
        /// A property list, but not one that NSKeyedArchiver writes.
        case notAKeyedArchive
        /// A value is of another type than its place asks for.
        case typeMismatch
        /// A reference to an object that the archive doesn't have.
        case unknownReference
        /// A collection that contains itself, which no value can stand for.
        case cyclic
    }

    /// The kind of the failure.
    public let code: Code

    /// What is wrong with what, as a sentence fragment such as "object 12 is a bare reference".
    public let message: String

    /// The position in the input, in bytes from its start, where that is known.
    public let offset: Int?

    /// Makes an error; `offset` is in bytes from the start of the input.
    public init(code: Code, message: String, offset: Int? = nil) {
        self.code = code
        self.message = message
        self.offset = offset
    }

    /// The message, and the offset where it is known.
    public var description: String {
        guard let offset else { return message }
        return "\(message) (at byte \(offset))"
    }
}

extension KeyedArchiveError {
    static func malformed(_ message: String, at offset: Int? = nil) -> Self {
        Self(code: .malformed, message: message, offset: offset)
    }

    static func notAPropertyList(_ message: String, at offset: Int? = nil) -> Self {
        Self(code: .notAPropertyList, message: message, offset: offset)
    }

    static func limitExceeded(_ message: String, at offset: Int? = nil) -> Self {
        Self(code: .limitExceeded, message: message, offset: offset)
    }

    static func notAKeyedArchive(_ message: String) -> Self {
        Self(code: .notAKeyedArchive, message: message)
    }

    static func typeMismatch(_ message: String) -> Self {
        Self(code: .typeMismatch, message: message)
    }

    static func unknownReference(_ message: String) -> Self {
        Self(code: .unknownReference, message: message)
    }

    static func cyclic(_ message: String) -> Self {
        Self(code: .cyclic, message: message)
    }
}
