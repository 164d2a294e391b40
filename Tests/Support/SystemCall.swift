import Foundation

/// A system call from strace's log.
public struct SystemCall: Sendable, CustomStringConvertible {
    public let name: String
    /// The text between the parentheses.
    public let arguments: String
    /// The text after them: `0`, or `-1 ENOSPC (No space left on device) (INJECTED)`.
    public let result: String

    public var description: String { "\(name)(\(arguments)) = \(result)" }

    public var hasFailed: Bool { result.hasPrefix("-1") }
    /// The description of its error.
    public var reason: String? {
        result.firstMatch(of: /^-1 [A-Z0-9]+ \(([^)]*)\)/).map { String($0.1) }
    }
    public var isInjected: Bool { result.hasSuffix("(INJECTED)") }

    /// The files and directories that the call names, by descriptor or path, as absolute paths if
    /// known.
    public var paths: [String] {
        // The written bytes are not a path.
        let takesBytes = name == "write" || name == "pwrite64"
        return arguments.matches(of: /[A-Z_0-9]+<([^>]*)>(?:, "([^"]*)")?|"([^"]*)"/).compactMap {
            guard let directory = $0.1 else { return takesBytes ? nil : $0.3.map(String.init) }
            guard let name = $0.2, !takesBytes else { return String(directory) }
            return name.hasPrefix("/") ? String(name) : "\(directory)/\(name)"
        }
    }

    /// Whether the call changes, or would change, a file system.
    public var writes: Bool {
        switch name {
        case "open", "openat": arguments.contains(/O_WRONLY|O_RDWR|O_CREAT/)
        case "ioctl": arguments.contains("FICLONE")
        default: true
        }
    }

    /// Whether the call concerns the private directory in which thumbnails are made.
    public var isForThumbnail: Bool {
        paths.contains { $0.contains(/\/scarybug-\d+(\/|$)/) }
    }

    public var isRename: Bool { name.hasPrefix("rename") }
    public var isSync: Bool { name == "fsync" || name == "fdatasync" || name == "syncfs" }
    /// Whether the call prints a result.
    public var reports: Bool { name == "write" && arguments.hasPrefix("1<") }
}

extension SystemCall {
    /// The calls of a log, in the order in which they ended. Calls of other programs are left out.
    public static func calls(of log: String) -> [SystemCall] {
        var begun: [Substring: Substring] = [:]
        // Spaces follow a short number of a process.
        let lines = log.split(separator: "\n").map { line in
            (process: line.prefix { $0 != " " }, text: line.drop { $0 != " " }.drop { $0 == " " })
        }
        // The program itself starts first.
        let others = Set(lines.filter { $0.text.hasPrefix("execve(") }.map(\.process))
            .subtracting(lines.prefix(1).map(\.process))
        return lines.compactMap { process, text in
            if others.contains(process) { return nil }
            var text = text
            if let end = text.range(of: " <unfinished ...>") {
                begun[process] = text[..<end.lowerBound]
                return nil
            }
            if text.hasPrefix("<... "), let end = text.range(of: " resumed>") {
                text = (begun.removeValue(forKey: process) ?? "") + text[end.upperBound...]
            }
            return SystemCall(line: text)
        }
    }

    private init?(line: Substring) {
        guard let match = line.wholeMatch(of: /([a-z0-9_]+)\((.*)\) += (.*)/) else { return nil }
        (name, arguments, result) = (String(match.1), String(match.2), String(match.3))
        if name == "execve" { return nil }
    }
}
