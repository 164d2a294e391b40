/// The people who get documents, and the values that they get.
public struct Outgoing: Sendable {
    /// The names of those who get documents; `-` if nobody says.
    public internal(set) var recipients: [String]
    /// Whether they are told nothing about who changed what.
    public let isBare: Bool
    /// What is left out for everybody; nil for nothing.
    public let withholding: Withholding?
    let date: Timestamp
    /// Whether the recipients get all, also what they didn't get before.
    let tellsAll: Bool
    /// What each recipient didn't get before, by the document; nil if nobody has looked yet.
    var earlier: [String: [DocumentName: Withholding]]?
    /// What nobody gets of documents of sensitive species.
    package internal(set) var sensitive: [DocumentName: Withholding] = [:]
    /// What fills empty fields.
    var rights = DefaultRights()
    /// Whether the workspace remembers the copies.
    var isRemembered = false

    /// - Parameters:
    ///   - recipients: the names of those who get documents; none if nobody says.
    ///   - isBare: whether they are told nothing about who changed what.
    ///   - withholding: what is left out; nil for nothing.
    ///   - tellsAll: whether the recipients get all, also what they didn't get before.
    ///   - date: the time; nil for now.
    public init(
        to recipients: [String] = [], bare isBare: Bool = false,
        without withholding: Withholding? = nil, all tellsAll: Bool = false,
        at date: Timestamp? = nil
    ) {
        self.recipients = recipients.isEmpty ? ["-"] : recipients
        (self.isBare, self.withholding, self.tellsAll) = (isBare, withholding, tellsAll)
        self.date = date ?? Timestamp(secondsSince1970: FileTime.now.seconds)
    }

    /// What the recipients don't get of a document; nil for nothing.
    package func withholding(of name: DocumentName) -> Withholding? {
        recipients.reduce(withholdingOfAll(of: name)) { withholding, recipient in
            let earlier = earlier?[recipient]?[name]
            return withholding?.joined(with: earlier) ?? earlier
        }
    }

    /// What nobody gets of a document; nil for nothing.
    package func withholdingOfAll(of name: DocumentName) -> Withholding? {
        sensitive[name].map { $0.joined(with: withholding) } ?? withholding
    }

    /// The same, each time for those recipients who get the same of all documents.
    package func parts(of names: [DocumentName]) -> [Outgoing] {
        var parts: [(part: Outgoing, withheld: [Withholding?])] = []
        for recipient in recipients {
            var part = self
            part.recipients = [recipient]
            let withheld = names.map(part.withholding)
            if let index = parts.firstIndex(where: { $0.withheld == withheld }) {
                parts[index].part.recipients.append(recipient)
            } else {
                parts.append((part, withheld))
            }
        }
        return parts.map(\.part)
    }

    /// The values of a document as others get them, without its files.
    ///
    /// - Returns: also what they lack.
    package func values(
        of document: Document
    ) throws -> (data: DocumentData, withheld: DocumentData.Withheld) {
        var (data, withheld) = (document.data, DocumentData.Withheld())
        let withholding = withholding(of: document.name)
        if let withholding {
            (data, withheld) = try naming("document \(document.number)") {
                try data.withholding(withholding, DocumentTraces(in: data, files: []))
            }
        }
        try rights.fill(&data, without: withholding)
        return (data, withheld)
    }
}

extension DocumentData.Withheld {
    /// Notes in a copy for a table which of its columns lack a value. An empty cell would clear the field when
    /// the table comes back.
    ///
    /// - Parameter isColumn: whether the table has a field.
    package func note(
        in data: inout DocumentData, where isColumn: (Field) -> Bool
    ) throws {
        let lacking = data.kind.fields.filter {
            keys.contains($0.key) && isColumn($0) && !data.hasValue($0)
        }
        let words = DarwinCoreRow.words(ofWithheld: Set(lacking.map(\.key)), in: data)
        if !words.isEmpty { try data.note(words, forKey: DocumentData.withheldKey) }
    }
}

extension Workspace {
    /// The same with what the recipients didn't get of documents before, unless they get all now.
    package func recalling(_ outgoing: Outgoing, of names: [DocumentName]) throws -> Outgoing {
        if outgoing.tellsAll || outgoing.earlier != nil { return outgoing }
        var earlier: [String: [DocumentName: Withholding]] = [:]
        for recipient in outgoing.recipients {
            let withheld: [String: [String]] =
                try withExchangeStore {
                    let names = try peerNames($0).possibleNames(of: recipient)
                    return try $0.withheld(from: recipient, alias: names)
                } ?? [:]
            for name in withheld.isEmpty ? [] : names {
                let document = try ifIntact { try self.document(name, looksAtPicture: false) }
                let texts = (document?.data.canonicalIdentifier).flatMap { withheld[$0] } ?? []
                for text in texts where !text.isEmpty {
                    let former = earlier[recipient]?[name]
                    earlier[recipient, default: [:]][name] = try Withholding(text).joined(
                        with: former)
                }
            }
        }
        var recalling = outgoing
        (recalling.earlier, recalling.sensitive) = (earlier, try sensitive(among: names))
        return recalling
    }

    /// What nobody gets of documents of sensitive species.
    package func sensitive(among names: [DocumentName]) throws -> [DocumentName: Withholding] {
        guard case .text(let text) = preferences[.sensitive], !text.isEmpty else { return [:] }
        let (species, reader) = (try SensitiveSpecies(text), try reader())
        var withheld: [DocumentName: Withholding] = [:]
        try names.forEachResult { name, place in
            let reader = reader.at(place)
            let data = try ifIntact { try reader.read(reader.open(name)).data }
            return (name, data.flatMap(species.withholding))
        } _: {
            withheld[$0.0] = $0.1
        }
        return withheld
    }

    /// The values for a page, which anybody may get.
    package func outgoing(
        without withholding: Withholding?, sensitive: [DocumentName: Withholding] = [:]
    ) -> Outgoing {
        var outgoing = Outgoing(without: withholding)
        (outgoing.sensitive, outgoing.rights) = (sensitive, DefaultRights(preferences))
        return outgoing
    }

    /// Prepares documents to go out in a format.
    func beginning(
        _ outgoing: Outgoing, of names: [DocumentName], as format: ExportFormat
    ) throws -> Outgoing {
        var beginning = try recalling(outgoing, of: names)
        // An app or another kind knows no rights.
        if format.kind == nil { beginning.rights = DefaultRights(preferences) }
        beginning.isRemembered = try format == .scarybug && beginSending()
        return beginning
    }

    /// Makes of a document what leaves.
    func leaving(
        _ document: DocumentDirectory, as outgoing: Outgoing, _ reader: DocumentReader
    ) throws -> OutgoingDocument {
        let read = try reader.read(document)
        return try OutgoingDocument(
            of: document, read, outgoing, ownCopy(of: read.data, document.name, for: outgoing),
            reader)
    }

    /// The copy of a document that goes out; nil if that isn't remembered.
    func ownCopy(
        of data: DocumentData, _ name: DocumentName, for outgoing: Outgoing
    ) throws -> OwnCopy? {
        guard outgoing.isRemembered else { return nil }
        return try withExchangeStore { store in
            try store.reading { try ownCopy(of: data, number: name.number, store) }
        }
    }
}
