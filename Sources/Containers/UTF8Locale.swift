import Glibc

/// A UTF-8 locale for the calling thread.
///
/// libarchive uses the locale's encoding for names. In the `C` locale it warns about every name
/// that isn't ASCII, and omits ZIP's UTF-8 flag. `setlocale` would change the locale of the whole
/// process.
package enum UTF8Locale {
    /// Runs `body` in the locale. If the system has no UTF-8 locale, the thread's own locale
    /// applies.
    package static func run<Result>(_ body: () throws -> Result) rethrows -> Result {
        guard let locale = newlocale(1 << LC_CTYPE, "C.UTF-8", nil) else { return try body() }
        defer { freelocale(locale) }
        let previous = uselocale(locale)
        defer { _ = uselocale(previous) }
        return try body()
    }
}
