import ScaryBugs

extension Output {
    /// All values of a document in the form that they are printed in, made on any thread.
    struct Details: Sendable {
        /// Messages about values that can't be read.
        let warnings: [String]
        fileprivate let form: Form

        fileprivate enum Form {
            /// For people: the line with the number and the title, and the lines below it.
            case block(number: String, title: String, texts: [NamedText])
            /// For programs: the values as they are named in lines, and the document for other names.
            indirect case record(Record.Values, Document)
        }
    }

    /// More about a document than its values, for people and for programs.
    struct MoreDetails {
        let name: String
        let text: String
        let value: Record.Value
    }

    /// - Parameter readFiles: reads the files of a document, on any thread.
    func makeDetails(
        reading readFiles: @escaping @Sendable (Document) -> DocumentFileList?
    ) -> @Sendable (Document) -> Details {
        { [format, hasStars] document in
            let record = DocumentRecord(document.contents, number: document.number)
            let files = readFiles(document)
            return Details(
                warnings: record.warnings,
                form: format == .table
                    ? .block(
                        number: "\(document.number)  ", title: TerminalText.text(document.title),
                        texts: Self.texts(of: record, document, files, hasStars: hasStars)
                            + (files?.conflicts ?? document.data.conflicts).flatMap { conflict in
                                conflict.lines.map {
                                    ("conflict", TerminalText.text("\(conflict.name): \($0)"))
                                }
                            })
                    : .record(
                        (files?.adding(to: record.values, of: document) ?? record.values)
                            + record.conflicts, document))
        }
    }

    /// Prints all values of a document: a block of lines for people, otherwise one record.
    func print(
        _ details: Details, with more: [MoreDetails] = [],
        in table: @autoclosure () -> DocumentTable, isFirst: Bool
    ) throws {
        switch details.form {
        case .record(let values, let document):
            let table = table()
            try print(
                Record(
                    [], values + more.map { ($0.name, $0.value) },
                    columns: table.columns(of: document.contents, number: document.number)))
        case .block(let number, let title, let texts):
            if !isFirst { try print(text: "") }
            try print(title: title, after: number)
            try print(cells: Self.rows(of: texts + more.map { ($0.name, $0.text) }))
        }
    }

    private func print(title: String, after number: String) throws {
        guard let width = results.terminalWidth else {
            return try print(heading: number + title)
        }
        let indent = String(repeating: " ", count: number.count)
        for (index, line) in WordWrap.lines(of: title, width: width - number.count).enumerated() {
            try print(heading: (index == 0 ? number : indent) + line)
        }
    }

    /// Ends the rows, and prints the values of a document below them for people.
    ///
    /// - Parameter names: the names of the values; nil for all.
    func print(valuesOf contents: DocumentContents, named names: Set<String>? = nil) throws {
        guard format == .table else { return }
        try endRows()
        let record = DocumentRecord(contents, number: 0)
        let texts = Self.texts(of: record, hasStars: hasStars)
        try print(cells: Self.rows(of: texts.filter { names?.contains($0.name) ?? true }))
    }

    /// The values of a document, with the facts about its files.
    private static func texts(
        of record: DocumentRecord, _ document: Document, _ files: DocumentFileList?, hasStars: Bool
    ) -> [NamedText] {
        var texts = texts(of: record, hasStars: hasStars)
        guard let files else { return texts }
        let image = record.values.first { if case .picture = $0.value { true } else { false } }
        if let index = texts.firstIndex(where: { $0.name == image?.name }) {
            let text = files.text(after: texts[index].text)
            texts[index].text = text
        }
        if let others = files.othersText { texts.append((name: "files", text: others)) }
        return texts
    }

    private static func texts(
        of record: DocumentRecord, hasStars: Bool
    ) -> [NamedText] {
        record.values.compactMap { name, value in
            if ["number", "title"].contains(name) { return nil }
            return text(value, hasStars: hasStars).map { (name, $0) }
        }
    }

    /// A value for people.
    fileprivate typealias NamedText = (name: String, text: String)

    /// The lines of the values. Many documents may wait to be printed, and the lines of one take many
    /// times as much memory as its texts.
    private static func rows(of texts: [NamedText]) -> [[Record.Cell]] {
        var rows: [[Record.Cell]] = []
        rows.reserveCapacity(texts.count)
        for named in texts {
            let (label, text) = (Record.Cell("  " + named.name), named.text)
            guard text.utf8.contains(UInt8(ascii: "\n")) else {
                rows.append([label, Record.Cell(text)])
                continue
            }
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            // Line feeds at the end would print as empty lines.
            let end = lines.lastIndex { !$0.isEmpty } ?? lines.startIndex
            for (index, line) in lines[...end].enumerated() {
                // The other lines of a text are aligned with its first.
                rows.append([index == 0 ? label : Record.Cell(""), Record.Cell(String(line))])
            }
        }
        return rows
    }

    /// A value for people; nil for a missing one. A rating of 0 means not rated.
    static func text(_ value: Record.Value, hasStars: Bool) -> String? {
        if hasStars, case .rating(let rating) = value, let stars = Stars.text(rating) {
            return stars
        }
        return switch value {
        case .list(let values) where values.isEmpty: nil
        case .rating(0): nil
        case .list(let values):
            values.compactMap { text($0, hasStars: false) }.joined(separator: ", ")
        case .picture(let picture?):
            "\(picture.type?.name ?? "of an unknown type"), \(picture.size.grouped) bytes"
        default: value.text
        }
    }
}
