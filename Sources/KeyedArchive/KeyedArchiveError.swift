import XML

/// An error in reading or writing a property list or a keyed archive.
public struct KeyedArchiveError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of an error, for callers that act on it.
    public enum Code: Hashable, Sendable {
        /// The bytes are neither a binary nor an XML property list.
        case notAPropertyList
        /// The bytes start like a property list but break the format.
        case malformed
        /// Containers are nested too deep or expand too much; see ``PropertyList/init(bytes:)``.
        case limitExceeded
        /// The values need more memory than the caller allows.
        case memoryExceeded
        /// A character has so many marks that comparing texts would take too much time.
        case tooManyMarks
        /// The property list is not one that NSKeyedArchiver writes.
        case notAKeyedArchive
        /// A value has another type than expected.
        case typeMismatch
        /// A reference to an object that the archive doesn't have.
        case unknownReference
        /// A collection contains itself, so it can't be represented as a value.
        case cyclic
    }

    /// The kind of the error.
    public let code: Code

    /// The reason, as a sentence fragment such as "object 12 is a bare reference".
    public let message: String

    /// The position in the input, in bytes from its start; nil if unknown.
    public let offset: Int?

    /// Creates an error. `offset` is in bytes from the start of the input.
    public init(code: Code, message: String, offset: Int? = nil) {
        self.code = code
        self.message = message
        self.offset = offset
    }

    /// The message, followed by the offset if it is known.
    public var description: String {
        guard let offset else { return message }
        return "\(message) (at byte \(offset))"
    }

    static func malformed(_ message: String, at offset: Int? = nil) -> Self {
        Self(code: .malformed, message: message, offset: offset)
    }

    static func notAPropertyList(_ message: String, at offset: Int? = nil) -> Self {
        Self(code: .notAPropertyList, message: message, offset: offset)
    }

    static func limitExceeded(_ message: String, at offset: Int? = nil) -> Self {
        Self(code: .limitExceeded, message: message, offset: offset)
    }

    static func memoryExceeded(_ message: String, at offset: Int? = nil) -> Self {
        Self(code: .memoryExceeded, message: message, offset: offset)
    }

    static func tooManyMarks(at offset: Int? = nil) -> Self {
        Self(code: .tooManyMarks, message: CombiningMarks.excess, offset: offset)
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
