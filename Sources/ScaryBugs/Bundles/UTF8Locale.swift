import Glibc

/// A UTF-8 locale for the calling thread.
///
/// libarchive asks the locale what bytes a name is made of: under `C` it warns of every name that
/// isn't ASCII and leaves ZIP's UTF-8 flag out. `setlocale` would change it for the whole process.
enum UTF8Locale {
    /// Runs `body` in the locale; in the thread's own where the system has none for UTF-8.
    static func run<Result>(_ body: () throws -> Result) rethrows -> Result {
        guard let locale = newlocale(1 << LC_CTYPE, "C.UTF-8", nil) else { return try body() }
        defer { freelocale(locale) }
        let previous = uselocale(locale)
        defer { _ = uselocale(previous) }
        return try body()
    }
}
