import Glibc

/// The environment variables that the program reads.
struct Environment: Sendable {
    /// The variables of the process.
    static let process = Environment { name in getenv(name).map { String(cString: $0) } }

    private let read: @Sendable (_ name: String) -> String?

    init(_ read: @escaping @Sendable (_ name: String) -> String?) {
        self.read = read
    }

    /// The value of a variable; nil if it is unset or empty.
    subscript(name: String) -> String? {
        read(name).flatMap { $0.isEmpty ? nil : $0 }
    }
}
