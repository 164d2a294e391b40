internal import KeyedArchive

/// A setting that a user can change permanently.
///
/// ``all`` declares each preference once. Reading, writing, listing, help and completion use that
/// declaration.
package struct Preference: Sendable {
    /// The name in commands, in JSON and in the file.
    package let name: String
    package let type: ValueType
    package let defaultValue: Value
    /// The meaning and the reason for the preference, in one line.
    package let meaning: String
    /// Copies a value to the limit that the preference sets.
    let apply: @Sendable (Value, inout Limits) -> Void
    let fromOutside: FromOutside

    /// Whether a value from elsewhere, such as a backup that may be a stranger's, becomes the user's.
    package enum FromOutside: Sendable {
        /// Never. It may name a program or the user, raise a limit, or tell others more.
        case refused
        /// In an empty workspace.
        case taken
        /// In a workspace without a value, which withholds nothing.
        case takenIfUnset
    }

    static let kind = Preference(
        "kind", .choice(DocumentKind.all.map(\.name)), default: .text(DocumentKind.bug.name),
        "what 'new' makes without --kind", fromOutside: .taken)

    package static let columns = Preference(
        "columns", .names, default: .text("number,title,species,seen,place,rating,tags"),
        "columns of a list at a terminal: number, kind or fields", fromOutside: .taken)

    static let dates = Preference(
        "dates", .choice(["ask"] + WrittenDate.Order.allCases.map(\.rawValue)),
        default: .text("ask"),
        "order of the numbers in a date such as 1/5/2026: dmy or mdy", fromOutside: .taken)

    package static let imports = Preference(
        "import", .choice(["copies", "update"]), default: .text("copies"),
        "what 'import' does with documents that are here: copies, or --update",
        fromOutside: .taken)

    package static let pager = Preference(
        "pager", .choice([on, "off"]), default: .text(on),
        "whether a terminal shows long results with $PAGER, by default less", fromOutside: .taken)

    package static let pictures = Preference(
        "pictures", .choice([on, "off"]), default: .text(on),
        "whether 'show' draws the photograph at a terminal", fromOutside: .taken)

    static let photographs = Preference(
        "photographs", .choice(["all", "dates"]), default: .text("all"),
        "what photographs fill: all that they tell, or dates: time and position only",
        fromOutside: .taken)

    package static let defaults = Preference(
        "new", .text(most: 1_000), default: .text(""),
        "fields of all new documents and photographs: 'observer=Nina tags+=2026'")

    package static let names = Preference(
        "names", .text(most: 4_000), default: .text(""),
        "list of names for Tab after species=, and for 'check --names'")

    package static let wait = Preference(
        "wait", .count(0...86_400), default: .integer(60),
        "most seconds that a change waits for another one; at a terminal until Ctrl-C")

    /// The value of a preference that is in effect.
    package static let on = "on"

    package static let author = Preference(
        "author", .text(most: 60), default: .text(""),
        "your name in bundles, which tell who changed what; empty for the user's name")

    package static let share = Preference(
        "share", .text(most: 1_000), default: .text(""),
        "what an export leaves out: without:FIELD,… or blur:10km; without:location hides where",
        fromOutside: .takenIfUnset)

    package static let sensitive = Preference(
        "sensitive", .text(most: 200_000), default: .text(""),
        "a file of species that exports blur, with lines such as: Lucanus cervus, 10km",
        fromOutside: .takenIfUnset)

    static let license = Preference(
        "license", .text(most: 200), default: .text(""),
        "license in bundles of documents without one, such as CC-BY-4.0")

    static let credit = Preference(
        "credit", .text(most: 200), default: .text(""),
        "credit in bundles of documents without one: whom others name as the source")

    package static let sendmail = Preference(
        "sendmail", .program(most: 1_000), default: .text(""),
        "the program with which 'send' sends mail, such as msmtp -t; empty for sendmail -t -i")

    package static let sync = Preference(
        "sync", .text(most: 4_000), default: .text(""),
        "the folder that 'sync' alone uses, and the selection that goes there")

    package static let historySteps = Preference(
        "historySteps", .count(1...1_000_000), default: .integer(1_000),
        "most steps in the history; the oldest are removed first")

    package static let historyBytes = Preference(
        "historyBytes", .bytes(1...1 << 50), default: .integer(1 << 30),
        "most bytes of the history; the newest step is always kept")

    /// All preferences, in the order in which `config` lists them.
    package static let all: [Preference] = [
        kind, defaults, names, columns, dates, imports, pager, pictures, photographs, author, share,
        sensitive, license, credit, sendmail, sync, wait, historySteps, historyBytes,
        limit(
            .bundleEntries, \.bundleEntries, .count(1...1_000_000),
            "most files of a bundle: a document has three"),
        limit(
            .bundleBytes, \.bundleBytes, .bytes(1...1 << 40),
            "most bytes of a bundle unpacked: a few large photographs"),
        limit(
            .dataFileBytes, \.dataFileBytes, .bytes(1...1 << 30),
            "most bytes of a data file, which is read into memory"),
        limit(
            .archiveBytes, \.archiveBytes, .bytes(1...1 << 30),
            "most bytes of an archive of documents, which is read into memory"),
        limit(
            .archiveMemory, \.archiveMemory, .bytes(1 << 20...1 << 36),
            "most bytes of memory for the values of an archive"),
        limit(
            .importDocuments, \.importDocuments, .count(1...100_000_000),
            "most documents of a table, an archive or a directory"),
        limit(
            .importBytes, \.importBytes, .bytes(1...1 << 50),
            "most bytes of all files that one source brings"),
        limit(
            .importTextBytes, \.importTextBytes, .bytes(1...1 << 40),
            "most bytes of all texts that one source brings"),
        limit(
            .directoryEntries, \.directoryEntries, .count(1...100_000_000),
            "most names in a directory that is imported"),
        limit(
            .textFileBytes, \.textFileBytes, .bytes(1...1 << 30),
            "most bytes of a text or a table's row, which is read into memory"),
        limit(
            .tableColumns, \.tableColumns, .count(1...1_000_000),
            "most columns of a table: as many as spreadsheets have"),
        limit(
            .customFields, \.customFields, .count(1...1_000),
            "most custom fields; each is a column of every table"),
        limit(
            .savedQueries, \.savedQueries, .count(1...10_000),
            "most saved queries, which are written together"),
        limit(
            .queryWords, \.queryWords, .count(1...100_000),
            "most words of a query, with the saved queries in it"),
        limit(
            .queryBytes, \.queryBytes, .bytes(1...1 << 20),
            "most bytes of a query, which is compared with each document"),
        limit(
            .sourceDepth, \.sourceDepth, .count(1...64),
            "most levels of nested scripts; each level takes memory"),
    ]

    package static func named(_ name: String) -> Preference? {
        all.first { $0.name == name } ?? peer(in: name).map(peer)
    }

    /// The preference for the further names of a person.
    package static func peer(_ name: String) -> Preference {
        Preference(
            "peer.\(name)", .text(most: 1_000), default: .text(""),
            "other names of \(name), such as addresses, with commas: one person for 'send' and 'list'",
            fromOutside: .taken)
    }

    /// The person in the name of such a preference; nil in another one.
    package static func peer(in name: String) -> String? {
        let peer = String(name.dropFirst("peer.".count))
        let isPlain =
            peer == peer.trimmed && !peer.unicodeScalars.contains(where: TerminalText.isHidden)
        return name.hasPrefix("peer.") && isPlain && (1...100).contains(peer.utf8.count)
            ? peer : nil
    }

    private init(
        _ name: String, _ type: ValueType, default defaultValue: Value, _ meaning: String,
        fromOutside: FromOutside = .refused,
        apply: @escaping @Sendable (Value, inout Limits) -> Void = { _, _ in }
    ) {
        self.name = name
        self.type = type
        self.defaultValue = defaultValue
        self.meaning = meaning
        self.apply = apply
        self.fromOutside = fromOutside
    }

    private static func limit<Number: FixedWidthInteger & SendableMetatype>(
        _ limit: Limits.Name, _ path: any WritableKeyPath<Limits, Number> & Sendable,
        _ type: ValueType,
        _ meaning: String
    ) -> Preference {
        let usual = Value.integer(Int64(clamping: Limits()[keyPath: path]))
        return Preference(limit.rawValue, type, default: usual, meaning) { value, limits in
            if case .integer(let number) = value {
                limits[keyPath: path] = Number(clamping: number)
            }
        }
    }
}

extension Preference {
    package enum ValueType: Hashable, Sendable {
        case choice([String])
        /// Names, separated by commas.
        case names
        /// A text on one line, with the most bytes.
        case text(most: Int)
        /// A program that is started, with arguments.
        case program(most: Int)
        case count(ClosedRange<Int64>)
        case bytes(ClosedRange<Int64>)
    }

    package enum Value: Hashable, Sendable {
        /// One of the names of a choice.
        case text(String)
        /// A number; for a size, in bytes.
        case integer(Int64)
    }

    /// Parses a value as the user types it.
    ///
    /// - Throws: ``ScaryBugsError/Code/invalidValue`` that names the preference and the values it
    ///   takes.
    package func value(_ text: String) throws -> Value {
        if let value = type.stored(text.trimmed).flatMap(type.value) { return value }
        throw ScaryBugsError(.invalidValue, "\(name) '\(text)' is not \(type.summary)")
    }

    /// The text of a value, for people to read. ``value(_:)`` parses it again.
    package func text(of value: Value) -> String {
        switch (type, value) {
        case (_, .text(let text)): text
        case (.bytes, .integer(let number)): ByteCount(number).description
        case (_, .integer(let number)): String(number)
        }
    }
}

extension Preference.ValueType {
    /// A description of the valid values, to follow "is not".
    var summary: String {
        switch self {
        case .choice(let names): "one of \(names.joined(separator: ", "))"
        case .names: "a list of names, separated by commas"
        case .text(let most), .program(let most):
            "a text of at most \(most.grouped) bytes on one line"
        case .count(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .bytes(let range):
            "a size from \(ByteCount(range.lowerBound)) to \(ByteCount(range.upperBound))"
        }
    }

    /// Converts a word to the form that the file stores, without checking the range; nil for the
    /// wrong form.
    fileprivate func stored(_ text: String) -> ArchivedValue? {
        switch self {
        case .choice, .names, .text, .program: .string(text)
        case .count: Int64(text).map { .integer(Int128($0)) }
        case .bytes: ByteCount(text).map { .integer(Int128($0.count)) }
        }
    }

    /// A value from the file; nil if it has the wrong type or is out of range.
    func value(_ stored: ArchivedValue) -> Preference.Value? {
        switch (self, stored) {
        case (.choice(let names), .string(let name)):
            return names.contains(name) ? .text(name) : nil
        case (.names, .string(let names)): return .text(names)
        case (.text(let most), .string(let text)), (.program(let most), .string(let text)):
            let isShort = text.utf8.count <= most
            let isHidden = text.unicodeScalars.contains(where: TerminalText.isHidden)
            return isShort && !isHidden ? .text(text) : nil
        case (.count(let range), .integer(let number)), (.bytes(let range), .integer(let number)):
            guard let number = Int64(exactly: number), range.contains(number) else { return nil }
            return .integer(number)
        default: return nil
        }
    }
}

extension Preference.Value {
    var stored: ArchivedValue {
        switch self {
        case .text(let text): .string(text)
        case .integer(let number): .integer(Int128(number))
        }
    }
}
