/// What a list of names says about the species of a document.
package struct NameFinding: Sendable {
    package enum Problem: Hashable, Sendable {
        /// The list has no such name. The nearest in its genus is nil if the list has none.
        case unknown(nearest: String?)
        /// It is a synonym. The accepted name is nil if the list doesn't tell it.
        case synonym(of: String?)
    }

    package let document: DocumentName
    /// The species as the document has it.
    package let species: String
    package let problem: Problem

    /// The path of the document relative to the user's directory.
    package var path: String { "\(Workspace.documentsName)/\(document.directoryName)" }
}

/// The result of ``Workspace/checkNames(in:_:)``.
package struct CheckedNames: Sendable {
    /// The documents with a species.
    package var documents = 0
    package var findings = 0
    /// The rows of the list that can't be read, with the error of the first one.
    package var wrongRows: (count: Int, first: String) = (0, "")
}

extension Workspace {
    /// Compares the species of all documents with a list of names, and changes nothing. Authors, case and
    /// words such as *cf.* don't count.
    ///
    /// The list is read once, and again to find names that are near and accepted names by their identifiers.
    /// Memory depends on the documents only.
    ///
    /// - Parameter report: receives the findings, by the documents' numbers.
    package func checkNames(
        in source: ImportSource, _ report: (NameFinding) throws -> Void
    ) throws -> CheckedNames {
        let species = try speciesOfDocuments()
        var names = NamesCheck(species.map(\.text))
        var checked = CheckedNames(documents: species.count)
        try naming(source.name) {
            let source = try NamesSource(source, limits: limits)
            let list = try NamesList(source)
            var hasNames = false
            while let name = try list.next() {
                names.add(name)
                hasNames = true
            }
            checked.wrongRows = list.wrongRows
            guard hasNames else { throw ScaryBugsError(.refused, "a list without names") }
            for _ in 0..<NamesCheck.mostPasses where names.needsAnotherPass() {
                let again = try NamesList(source)
                while let name = try again.next() { names.addAgain(name) }
            }
        }
        for (document, text) in species {
            guard let problem = names.problem(of: text) else { continue }
            checked.findings += 1
            try report(NameFinding(document: document, species: text, problem: problem))
        }
        return checked
    }

    /// The most names of a list that are offered.
    private static let mostListed = 500_000

    /// The accepted names of a list, without authors and in alphabetical order.
    ///
    /// - Throws: ``ScaryBugsError/Code/refused`` if it has no names.
    package func names(in source: ImportSource) throws -> [String] {
        try naming(source.name) {
            let list = try NamesList(NamesSource(source, limits: limits))
            var names: Set<String> = []
            while names.count < Self.mostListed, let name = try list.next() {
                try Interruption.check()
                if !name.isSynonym { names.insert(TaxonName(name.text).text) }
            }
            guard !names.isEmpty else { throw ScaryBugsError(.refused, "a list without names") }
            return names.sorted()
        }
    }

    private func speciesOfDocuments() throws -> [(document: DocumentName, text: String)] {
        let reader = try reader()
        var species: [(document: DocumentName, text: String)] = []
        try documentNames().forEachResult { name, place in
            try ifIntact { () -> (DocumentName, String)? in
                let data = try reader.at(place).read(name, looksAtPicture: false).document.data
                guard let field = data.kind.field(named: Field.species.name),
                    case .text(let text)? = data[field], !text.trimmed.isEmpty
                else { return nil }
                return (name, text)
            }
        } _: { found in
            if let found { species.append((found.0, found.1)) }
        }
        return species
    }
}

/// The names of the documents, with what a list says of them.
struct NamesCheck {
    private struct Wanted {
        var isAccepted = false
        var synonym: NamesList.Name?
        var nearest: (text: String, distance: Int)?
    }

    /// The most further passes over a list. A synonym of a synonym takes one more.
    static let mostPasses = 4

    private var wanted: [String: Wanted] = [:]
    /// The unknown names of each genus, to look for those that are near; nil before the first further pass.
    private var unknown: [Substring: [String]]?
    /// The names of the list by the identifiers that some synonym names.
    private var named: [String: NamesList.Name] = [:]
    /// The identifiers that this pass looks for, and all so far.
    private var (sought, known): (Set<String>, Set<String>) = ([], [])

    init(_ species: [String]) {
        for name in species.map(Self.name) { wanted[name.key] = Wanted() }
    }

    private static func name(_ species: String) -> TaxonName {
        TaxonName(QualifiedName(species).name)
    }

    /// Compares a name of the list with those that documents have, in the first pass.
    mutating func add(_ name: NamesList.Name) {
        let taxon = TaxonName(name.text)
        // A genus is known if it has a species.
        if !name.isSynonym { wanted[String(taxon.genus)]?.isAccepted = true }
        guard wanted[taxon.key] != nil else { return }
        if name.isSynonym {
            wanted[taxon.key]?.synonym = name
        } else {
            wanted[taxon.key]?.isAccepted = true
        }
    }

    /// Begins a further pass.
    ///
    /// - Returns: whether there is anything to look for.
    mutating func needsAnotherPass() -> Bool {
        let isFirst = unknown == nil
        if isFirst {
            let names = wanted.filter { !$1.isAccepted && $1.synonym == nil }.keys
            unknown = Dictionary(grouping: names) { $0.prefix { $0 != " " } }
        } else {
            unknown = [:]
        }
        let ends = wanted.values.filter { !$0.isAccepted }.compactMap(\.synonym)
            .compactMap { end(of: $0).acceptedID }
        sought = Set(ends).subtracting(known)
        known.formUnion(sought)
        return isFirst && unknown?.isEmpty == false || !sought.isEmpty
    }

    /// Compares a name of the list in a further pass.
    mutating func addAgain(_ name: NamesList.Name) {
        if let id = name.id, sought.contains(id) { named[id] = name }
        let genus = name.text.prefix { !$0.isWhitespace }.lowercased()
        guard let names = unknown?[genus[...]] else { return }
        let taxon = TaxonName(name.text)
        if !taxon.isGenus { for key in names { compare(taxon, with: key) } }
    }

    private mutating func compare(_ taxon: TaxonName, with key: String) {
        // The species of a subspecies is nearer than any other name.
        if key.hasPrefix(taxon.key + " ") { wanted[key]?.nearest = (taxon.text, 0) }
        let most = max(2, (key.utf8.count - taxon.genus.utf8.count) / 3)
        guard abs(key.utf8.count - taxon.key.utf8.count) <= most else { return }
        let distance = SpellingSuggestion.distance(key, taxon.key)
        guard distance <= most, distance < wanted[key]?.nearest?.distance ?? .max else { return }
        wanted[key]?.nearest = (taxon.text, distance)
    }

    /// The last known name in a chain of synonyms.
    private func end(of synonym: NamesList.Name) -> NamesList.Name {
        var name = synonym
        for _ in 0..<Self.mostPasses {
            guard name.isSynonym, name.accepted == nil,
                let next = name.acceptedID.flatMap({ named[$0] })
            else { break }
            name = next
        }
        return name
    }

    /// The problem of a species; nil for a name that the list accepts.
    func problem(of species: String) -> NameFinding.Problem? {
        guard let name = wanted[Self.name(species).key], !name.isAccepted else { return nil }
        guard let synonym = name.synonym else { return .unknown(nearest: name.nearest?.text) }
        let end = end(of: synonym)
        let text = TaxonName(end.isSynonym ? end.accepted ?? "" : end.text).text
        return .synonym(of: text.isEmpty ? nil : text)
    }
}
