import Glibc
import ScaryBugs
import SystemPackage

/// The environment variables, the standard input and the clock of the program.
struct Environment: Sendable {
    static let process = Environment(standardInput: .standardInput) { name in
        getenv(name).map { String(cString: $0) }
    }

    let standardInput: FileDescriptor
    /// Seconds since an arbitrary moment.
    let seconds: @Sendable () -> Double
    private let variable: @Sendable (_ name: String) -> String?

    init(
        standardInput: FileDescriptor,
        seconds: @escaping @Sendable () -> Double = { MonotonicClock.seconds },
        variable: @escaping @Sendable (_ name: String) -> String?
    ) {
        (self.standardInput, self.seconds) = (standardInput, seconds)
        self.variable = variable
    }

    /// The value of a variable; nil if it is unset or empty.
    subscript(name: String) -> String? {
        variable(name).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Whether `TERM` names a terminal that understands control sequences.
    var hasSmartTerminal: Bool {
        self["TERM"].map { $0 != "dumb" } ?? false
    }

    var isUTF8: Bool {
        let locale = self["LC_ALL"] ?? self["LC_CTYPE"] ?? self["LANG"] ?? ""
        let end = locale.lowercased().drop { $0 != "." }
        return end.hasPrefix(".utf-8") || end.hasPrefix(".utf8")
    }

    /// The program's directory in one of the user's directories (XDG Base Directory Specification);
    /// nil if the user has none.
    ///
    /// - Parameters:
    ///   - name: the variable that holds an absolute path.
    ///   - default: the path below the home directory if the variable is not set.
    func directory(_ name: String, default path: String) -> String? {
        if let base = self[name], base.hasPrefix("/") { return base + "/scarybug" }
        return self["HOME"].map { "\($0)/\(path)/scarybug" }
    }

    /// The name of the user who runs the program; empty if the system knows none.
    var loginName: String {
        if let name = self["LOGNAME"] ?? self["USER"] { return name }
        return account?.pw_name.map { String(cString: $0) } ?? ""
    }

    /// The account of the user who runs the program; nil if the system knows none.
    private var account: passwd? { getpwuid(getuid())?.pointee }

    /// The full name of the user who runs the program, the first part of the comment in passwd(5); nil if
    /// the system knows none.
    var fullName: String? {
        guard let comment = account?.pw_gecos else { return nil }
        let name = String(cString: comment).prefix { $0 != "," }
        guard case .text(let text)? = try? Preference.author.value(String(name)), !text.isEmpty
        else { return nil }
        return text
    }
}
