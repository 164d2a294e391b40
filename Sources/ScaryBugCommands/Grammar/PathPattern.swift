import Glibc
import ScaryBugs
import Synchronization

/// A path with wildcards, as in glob(7). A backslash quotes the character after it.
///
/// The work of the C library's `glob` has no bound: with links to `.` it grows exponentially.
struct PathPattern {
    /// A directory and its matching names, the next one last.
    private typealias Level = (path: String, names: [String])

    /// The path as the user wrote it, for messages.
    private let shown: String
    /// The components with wildcards, each with the text before it.
    private var steps: [(text: String, component: String)] = []
    /// The text after the last wildcard, with its slash.
    private var end = ""

    init(_ pattern: String, shownAs shown: String) {
        self.shown = shown
        let components = pattern.utf8.split(separator: .slash, omittingEmptySubsequences: false)
        for (index, component) in components.enumerated() {
            if index > 0 { end += "/" }
            if let text = Self.text(component) {
                end += text
            } else {
                steps.append((end, String(Substring(component))))
                end = ""
            }
        }
    }

    /// The text that a component means; nil if it has wildcards.
    private static func text(_ component: Substring.UTF8View) -> String? {
        var text: [UInt8] = []
        var rest = component.makeIterator()
        while let byte = rest.next() {
            switch byte {
            case UInt8(ascii: "*"), UInt8(ascii: "?"), UInt8(ascii: "["): return nil
            case UInt8(ascii: "\\"): text.append(rest.next() ?? byte)
            default: text.append(byte)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The paths that exist, in the order of their bytes.
    func matches(within bounds: WildcardBounds) throws -> [String] {
        var found: [String] = []
        var levels: [Level] = []
        func follow(_ path: String) throws {
            if levels.count < steps.count {
                levels.append(try level(path, levels.count, bounds))
            } else if end.isEmpty || Self.exists(path + end) {
                try bounds.count(path: path + end)
                found.append(path + end)
            }
        }
        try follow("")
        while let path = levels.last?.path {
            if let name = levels[levels.count - 1].names.popLast() {
                try follow(path + name)
            } else {
                levels.removeLast()
            }
        }
        return found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// The names that match a component; none if the directory cannot be read.
    private func level(_ path: String, _ index: Int, _ bounds: WildcardBounds) throws -> Level {
        try bounds.countEntry()
        let step = steps[index]
        let isLast = index == steps.count - 1 && end.isEmpty
        var level: Level = (path + step.text, [])
        let place = level.path.isEmpty ? "." : level.path
        guard let directory = try? Directory.open(path: place) else { return level }
        try directory.forEachEntry { entry in
            try bounds.countEntry()
            if !isLast, entry.isDirectory == false { return }
            let bytes = entry.name.map { CChar(bitPattern: $0) } + [0]
            guard fnmatch(step.component, bytes, FNM_PERIOD) == 0 else { return }
            guard let name = Directory.text(bytes) else {
                throw ScaryBugsError(
                    .invalidValue, "'\(shown)' matches a name that is not UTF-8; give the paths")
            }
            level.names.append(name)
        }
        return level
    }

    private static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }
}

extension UInt8 {
    fileprivate static let slash = UInt8(ascii: "/")
}

/// Counts what the wildcards of a line cost.
final class WildcardBounds: Sendable {
    private let limits: Limits
    private let entries = Atomic(0)
    private let bytes = Atomic(0)

    init(_ limits: Limits) {
        self.limits = limits
    }

    /// Counts a name in a directory, or a directory that is opened.
    func countEntry() throws {
        try Interruption.check()
        let most = limits.wildcardEntries
        guard entries.add(1, ordering: .relaxed).newValue <= most else {
            throw ScaryBugsError.over(
                .wildcardEntries,
                "the wildcards of the line look at more than \(most.grouped) names")
        }
    }

    func count(path: String) throws {
        let most = limits.wildcardBytes
        guard bytes.add(path.utf8.count, ordering: .relaxed).newValue <= most else {
            throw ScaryBugsError.over(
                .wildcardBytes,
                "the paths that wildcards of the line match have more than \(ByteCount(most)) together"
            )
        }
    }
}
