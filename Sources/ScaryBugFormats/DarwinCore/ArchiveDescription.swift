import XML

/// The tables of a Darwin Core archive, as its `meta.xml` declares them
/// (https://dwc.tdwg.org/text/).
package struct ArchiveDescription {
    package static let fileName = "meta.xml"

    package let core: ArchiveTable
    let extensions: [ArchiveTable]

    /// - Parameter checkCore: throws for a type of rows that nobody wants, before the columns are read.
    /// - Throws: ``ScaryBugsError``, whose message begins with `meta.xml`.
    init(
        _ file: borrowing File, limits: Limits, _ checkCore: @escaping (ArchiveTable) throws -> Void
    ) throws {
        let limit = Limit(limits.textFileBytes, .textFileBytes)
        // The file is a copy, whose name says nothing.
        guard try file.status().size <= limit.value else {
            throw limit.exceeded(byFile: Self.fileName)
        }
        let bytes = try file.contents(limit: limit)
        var parser = DescriptionParser(
            xml: XMLElements(bytes), limits: limits, checkCore: checkCore)
        do { try parser.parse() } catch let error as XMLError {
            throw Self.error(.damaged, "\(error)")
        }
        guard let core = parser.cores.first, parser.cores.count == 1 else {
            throw Self.error(.refused, "has \(parser.cores.count) cores where an archive has one")
        }
        (self.core, extensions) = (core, parser.extensions)
        guard core.key != nil || extensions.isEmpty else {
            throw Self.error(.refused, "gives the core no id, which its extensions need")
        }
    }

    static func error(_ code: ScaryBugsError.Code, _ what: String) -> ScaryBugsError {
        ScaryBugsError(code, "\(fileName) \(what)")
    }
}

/// A table of a Darwin Core archive.
package struct ArchiveTable {
    package struct Column {
        /// The last part of the term's address, or all of it if another column has the same.
        package let name: String
        /// The position of the values in a row, from 0; nil for a column with only a default.
        let index: Int?
        /// The value where a row has none; empty for none.
        let usual: String
    }

    /// The last part of the address of what a row is, such as `Occurrence`.
    package let rowType: String
    let encoding: TextDecoder.Encoding
    let separator: UInt8
    /// The character around values; nil for none.
    let quote: UInt8?
    /// The lines before the first row of each file.
    let headerLines: Int
    package fileprivate(set) var paths: [String] = []
    /// The position of the core row's identifier, from 0; nil for none.
    fileprivate(set) var key: Int?
    package fileprivate(set) var columns: [Column] = []

    /// The types of rows that mean something here. Some programs write them in another case.
    private static let rowTypes = [
        "Occurrence", "SimpleDarwinRecord", "DarwinCore", "Taxon", "Event", "Multimedia", "Image",
    ]

    /// - Throws: ``ScaryBugsError/Code/refused`` for an encoding or a separator that is not read.
    init(_ element: XMLElement) throws {
        let last = Self.lastPart(element["rowType"] ?? "SimpleDarwinRecord")
        rowType = Self.rowTypes.first { $0.lowercased() == last.lowercased() } ?? last
        let encoding = element["encoding"] ?? "UTF-8"
        guard let known = TextDecoder.Encoding(named: encoding) else {
            throw ArchiveDescription.error(
                .refused,
                "names the encoding '\(encoding)', which is not read; save the table as UTF-8")
        }
        self.encoding = known
        let separator = Self.character(element["fieldsTerminatedBy"] ?? ",")
        guard let byte = separator.utf8.first, separator.utf8.count == 1, !byte.endsLine else {
            throw ArchiveDescription.error(
                .refused, "separates values by '\(separator)', which is not read; use a tab")
        }
        self.separator = byte
        quote = Self.character(element["fieldsEnclosedBy"] ?? "\"").utf8.first
        let lines = element["ignoreHeaderLines"]?.trimmed ?? "0"
        guard let count = Int(lines), (0...1_000).contains(count) else {
            throw ArchiveDescription.error(
                .refused, "has \(lines) header lines; a number up to 1,000 belongs there")
        }
        headerLines = count
    }

    /// The character for a text such as `\t`, which the description spells out.
    private static func character(_ text: String) -> String {
        ["\\t": "\t", "\\n": "\n", "\\r": "\r", "\\\"": "\"", "\\'": "'"][text] ?? text
    }

    fileprivate static func lastPart(_ address: String) -> String {
        address.split { "/#:".contains($0) }.last.map(String.init) ?? address
    }
}

/// Reads the elements of `meta.xml`.
private struct DescriptionParser {
    var xml: XMLElements
    let limits: Limits
    let checkCore: (ArchiveTable) throws -> Void
    private(set) var cores: [ArchiveTable] = []
    private(set) var extensions: [ArchiveTable] = []

    private static let mostExtensions = 100

    mutating func parse() throws {
        guard let root = try xml.child(), root.name == "archive" else {
            throw ArchiveDescription.error(.refused, "describes no Darwin Core archive")
        }
        while let element = try xml.child() {
            switch element.name {
            case "core": cores.append(try table(element))
            case "extension": extensions.append(try table(element))
            default: try xml.skip()
            }
            guard cores.count + extensions.count <= Self.mostExtensions else {
                throw ArchiveDescription.error(
                    .refused, "has more than \(Self.mostExtensions) tables")
            }
        }
        // The end of the file must be XML, too.
        _ = try xml.child()
    }

    private mutating func table(_ element: XMLElement) throws -> ArchiveTable {
        var table = try ArchiveTable(element)
        if element.name == "core" { try checkCore(table) }
        var terms: Set<String> = []
        while let child = try xml.child() {
            switch child.name {
            case "files":
                while let location = try xml.child() {
                    let text = try xml.text()
                    if location.name == "location" { table.paths.append(try path(text.trimmed)) }
                }
                continue
            case "id", "coreid": table.key = try index(child)
            case "field":
                let isCore = element.name == "core"
                if let column = try column(child, &terms, isCore) { table.columns.append(column) }
                guard table.columns.count <= limits.tableColumns else {
                    throw ScaryBugsError.over(
                        .tableColumns,
                        "\(ArchiveDescription.fileName) has more than "
                            + "\(limits.tableColumns.grouped) columns")
                }
            default: break
            }
            try xml.skip()
        }
        guard !table.paths.isEmpty, table.paths.count <= limits.bundleEntries else {
            throw ArchiveDescription.error(
                .refused, "names \(table.paths.count.grouped) files for a table")
        }
        return table
    }

    private func path(_ text: String) throws -> String {
        let path = text.hasPrefix("./") ? String(text.dropFirst(2)) : text
        if path.isArchivePath { return path }
        throw ArchiveDescription.error(
            .refused, "names the table '\(text.shortened)', which is not a path in the archive")
    }

    /// - Parameter isCore: whether no term may come twice. Some programs repeat one in an extension.
    /// - Returns: nil for a column without an index and a default, which means nothing.
    private func column(
        _ element: XMLElement, _ terms: inout Set<String>, _ isCore: Bool
    ) throws -> ArchiveTable.Column? {
        guard let term = element["term"]?.trimmed, !term.isEmpty else {
            throw ArchiveDescription.error(
                .refused, "has a column without a term on line \(element.line)")
        }
        guard terms.insert(term).inserted || !isCore else {
            throw ArchiveDescription.error(
                .refused, "has two columns with the term '\(term.shortened)'")
        }
        let last = ArchiveTable.lastPart(term)
        let name = terms.insert(last).inserted || last == term ? last : term
        let (index, usual) = (try index(element), element["default"] ?? "")
        return index == nil && usual.isEmpty
            ? nil : ArchiveTable.Column(name: name, index: index, usual: usual)
    }

    private func index(_ element: XMLElement) throws -> Int? {
        guard let text = element["index"]?.trimmed, !text.isEmpty else { return nil }
        guard let index = Int(text), (0..<limits.tableColumns).contains(index) else {
            throw ArchiveDescription.error(
                .refused,
                "has the index '\(text.shortened)'; a number below \(limits.tableColumns.grouped) "
                    + "belongs there")
        }
        return index
    }
}
