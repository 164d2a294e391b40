import Containers

/// Writes documents as a Darwin Core archive: a ZIP file with a table of records, a table of photographs,
/// the photographs, and the files that describe them.
///
/// One pass finds the columns, and another one reads the documents, both on all processors. The tables lie in
/// temporary files until the photographs are written, so memory holds one document at a time. The same
/// documents always make the same bytes.
final class DarwinCoreExport {
    private let reader: DocumentReader
    private let workspace: Workspace
    private let outgoing: Outgoing
    private let names: [DocumentName]
    private let columns: [String]
    private let records: TableSpool
    private let media: TableSpool
    /// The identifiers of other programs that several records have.
    private let repeated: Set<DocumentIdentifier.Key>
    /// The number and the checksum of each record by its identifier.
    private var known: [DocumentIdentifier.Key: (number: Int, checksum: UInt64)] = [:]
    private var content = FNV1a<UInt128>()
    private var lastChange = ""
    /// The licenses of the records, each with the number of the first document that has it. The empty one is
    /// of records without a license.
    private var licenses: [String: Int] = [:]
    private(set) var written: [Export.Written] = []
    private var unnamed = NumberRanges()
    private var unobserved = NumberRanges()
    private var undated = NumberRanges()
    private var undatedExample: String?
    private var atOrigin = NumberRanges()
    /// What GBIF marks in records, each with the documents.
    private var marked: [String: NumberRanges] = [:]

    /// 1980-01-01, the first time that a ZIP file can have. A later time would differ each time.
    private static let time = FileTime(seconds: 315_532_800)

    init(of names: [DocumentName], from workspace: Workspace, as outgoing: Outgoing) throws {
        (self.names, self.workspace, self.outgoing) = (names, workspace, outgoing)
        let reader = try workspace.reader()
        self.reader = reader
        let fields = reader.customFields.filter(DarwinCoreTerm.isColumn).map(\.name)
        // The columns of values of other programs, in the order in which they come first.
        var columns = DarwinCoreTerm.columns + fields
        var known = Set(columns)
        var owners: [DocumentIdentifier.Key: DocumentIdentifier.Key] = [:]
        var repeated: Set<DocumentIdentifier.Key> = []
        try names.forEachResult { name, place in
            let reader = reader.at(place)
            let data = try reader.read(reader.open(name)).data
            let isLess = outgoing.withholding(of: name) != nil
            return (
                columns: data.unknown.compactMap { DarwinCoreTerm.named($0.key) }
                    + (isLess ? DocumentData.withholdingKeys : []),
                local: DarwinCoreRow.localIdentifier(of: data).map(Self.key),
                own: DocumentIdentifier.Key(data.canonicalIdentifier)
            )
        } _: { found in
            columns += found.columns.filter { known.insert($0).inserted }
            guard let local = found.local else { return }
            let other = owners.updateValue(found.own, forKey: local)
            if let other, other != found.own { repeated.insert(local) }
        }
        (self.columns, self.repeated) = (columns, repeated)
        records = try TableSpool(DarwinCoreRow.line(["id"] + columns))
        media = try TableSpool(DarwinCoreRow.line(["coreid"] + DarwinCoreTerm.mediaColumns))
    }

    /// - Throws: ``ScaryBugsError/Code/refused`` for two different documents with one identifier.
    func write(to file: borrowing File) throws {
        try ZipWriter.write(to: file) { writer in
            // The first entry shows that this is no bundle.
            try add("meta.xml", DarwinCoreDescription.meta(columns), to: writer)
            let (reader, columns, outgoing, repeated) = (reader, columns, outgoing, repeated)
            var done = 0
            // A document that waits has open directories.
            try names.forEachResult(inPiecesOf: 8, piecesPerThread: 2) { name, place in
                try DarwinCoreRecord(name, reader.at(place), columns, outgoing) {
                    repeated.contains(Self.key($0))
                }
            } _: { record in
                workspace.report(.exporting, done, of: names.count)
                done += 1
                try add(record, to: writer)
            }
            try add("occurrence.txt", records, to: writer)
            try add("multimedia.txt", media, to: writer)
            try add("eml.xml", description, to: writer)
        }
        if !written.isEmpty { written[0].remarks = remarks }
    }

    private func add(_ record: DarwinCoreRecord, to writer: ZipWriter) throws {
        let (row, number) = (record.row, record.name.number)
        written.append(record.written)
        let key = Self.key(row.id)
        if let other = known.updateValue((number, record.checksum), forKey: key) {
            guard other.checksum == record.checksum else {
                throw ScaryBugsError(
                    .refused,
                    "documents \(other.number) and \(number) have one identifier and differ; "
                        + "'merge \(other.number) \(number)' makes one of them, or export one of them"
                )
            }
            return
        }
        try records.add(record.line)
        for file in record.files {
            try media.add(row.mediaLine(file.path, file.mediaType, license: record.imageLicense))
            guard let source = try record.document?.file(named: file.name) else {
                throw ScaryBugsError(.busy, "document \(number) was changed just now; try again")
            }
            let size = try source.status().size
            try writer.addFile(
                named: file.path, size: size, modified: Self.time, stored: file.isCompressed)
            try source.pack(size: size, writer.write)
        }
        withUnsafeBytes(of: record.checksum.littleEndian) { content.add($0) }
        note(row, number)
    }

    private static func key(_ identifier: String) -> DocumentIdentifier.Key {
        DocumentIdentifier.Key(identifier.lowercased())
    }

    private func note(_ row: DarwinCoreRow, _ number: Int) {
        lastChange = max(lastChange, row.lastChange)
        let license = row.values["license"] ?? ""
        licenses[license] = min(licenses[license] ?? number, number)
        if row.isAtOrigin { atOrigin.insert(number) }
        for problem in row.problems(on: String(outgoing.date.rfc3339.prefix(10))) {
            marked[problem, default: NumberRanges()].insert(number)
        }
        if !row.isObservation {
            unobserved.insert(number)
        } else if row.values["scientificName"] == nil {
            unnamed.insert(number)
        }
        if let date = row.unreadDate {
            undatedExample = undatedExample ?? date
            undated.insert(number)
        }
    }

    private func add(_ name: String, _ text: String, to writer: ZipWriter) throws {
        try Array(text.utf8).withUnsafeBytes { bytes in
            try writer.addFile(
                named: name, size: Int64(bytes.count), modified: Self.time, stored: false)
            try writer.write(bytes)
        }
    }

    private func add(_ name: String, _ table: TableSpool, to writer: ZipWriter) throws {
        try table.finish()
        let size = try table.file.status().size
        try writer.addFile(named: name, size: size, modified: Self.time, stored: false)
        try table.file.pack(size: size, writer.write)
    }

    private var description: String {
        DarwinCoreDescription.eml(
            author: workspace.authorName, count: known.count,
            date: lastChange.isEmpty ? "1980-01-01" : String(lastChange.prefix(10)),
            identifier: DocumentIdentifier.string(of: content.value, version: 8),
            licenses: Set(licenses.keys))
    }

    /// A line about what Darwin Core can't say; empty if it says all.
    private var remarks: [String] {
        let undatedText = undatedExample.map {
            "no date that other programs read (such as \($0)): "
        }
        let parts = [
            unobserved.count == 0
                ? nil : "no species, date and place: \(Self.documents(unobserved))",
            unnamed.count == 0 ? nil : "no species: \(Self.documents(unnamed))",
            undatedText.map { $0 + Self.documents(undated) },
            atOrigin.count == 0
                ? nil
                : "the position 0,0, which other programs take for none: "
                    + Self.documents(atOrigin),
            licenseRemark,
        ].compactMap(\.self)
        let others = marked.sorted { $0.key < $1.key }.map { problem, numbers in
            "\(problem): \(numbers.count.counting("document")) (\(numbers.description.shortened))"
        }
        return (parts.isEmpty ? [] : [parts.joined(separator: "; ")]) + others
    }

    /// What to do about licenses that GBIF doesn't take; nil if it takes all.
    private var licenseRemark: String? {
        let others = licenses.filter { KnownLicense($0.key) == nil }
        guard let (other, number) = others.max(by: { $0.key < $1.key }) else { return nil }
        let known = KnownLicense.all.map(\.identifier)
        var parts = [
            "GBIF takes records with one of the licenses " + known.joined(separator: ", ")
        ]
        if !other.isEmpty {
            let nearest = known.first { $0.hasPrefix(other.uppercased()) }
            parts.append(
                "'\(other.shortened)' (document \(number)) is none of them"
                    + (nearest.map { ", write \($0)" } ?? ""))
        }
        if others[""] != nil {
            let isWithheld = outgoing.withholding?.names(Field.license.name) == true
            parts.append(
                isWithheld
                    ? "this export leaves the license out"
                    : "'config license=CC-BY-4.0' gives one to those without")
        }
        return parts.joined(separator: "; ")
    }

    private static func documents(_ numbers: NumberRanges) -> String {
        let text = numbers.description
        if numbers.count == 1 { return "document \(text)" }
        return text.utf8.count > 60 ? "\(numbers.count.grouped) documents" : "documents \(text)"
    }
}

/// A table that is written line by line to a temporary file.
private final class TableSpool {
    let file: File
    private var buffer: [UInt8] = []

    /// - Parameter header: the first line.
    init(_ header: String) throws {
        file = try File.temporary()
        try add(header)
    }

    func add(_ line: String) throws {
        buffer += line.utf8
        if buffer.count > 1 << 16 { try finish() }
    }

    /// Writes the rest.
    func finish() throws {
        try file.write(buffer)
        buffer.removeAll(keepingCapacity: true)
    }
}
