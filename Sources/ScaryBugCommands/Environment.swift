import Glibc

/// The process's environment.
enum Environment {
    /// The value of a variable; nil if it is unset or empty.
    static subscript(name: String) -> String? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return String(cString: value)
    }
}
