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
    /// The list is read once, and once more if it tells accepted names by identifiers. Memory depends on the
    /// documents only.
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
            guard names.needsIdentifiers else { return }
            let again = try NamesList(source)
            while let name = try again.next() { names.addIdentifier(of: name) }
        }
        for (document, text) in species {
            guard let problem = names.problem(of: text) else { continue }
            checked.findings += 1
            try report(NameFinding(document: document, species: text, problem: problem))
        }
        return checked
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

    private var wanted: [String: Wanted] = [:]
    /// The names of each genus, to look for those that are near.
    private var genera: [Substring: [String]] = [:]
    /// The accepted names by their identifiers, as far as some synonym needs them.
    private var accepted: [String: String] = [:]

    init(_ species: [String]) {
        for name in species.map(Self.name)
        where wanted.updateValue(Wanted(), forKey: name.key) == nil {
            genera[name.genus, default: []].append(name.key)
        }
    }

    private static func name(_ species: String) -> TaxonName {
        TaxonName(QualifiedName(species).name)
    }

    /// Compares a name of the list with all names that documents have.
    mutating func add(_ name: NamesList.Name) {
        let genus = name.text.prefix { !$0.isWhitespace }.lowercased()
        guard let names = genera[genus[...]] else { return }
        let taxon = TaxonName(name.text)
        // A genus is known if it has a species.
        if !name.isSynonym { wanted[genus]?.isAccepted = true }
        if wanted[taxon.key] != nil {
            if name.isSynonym {
                wanted[taxon.key]?.synonym = name
            } else {
                wanted[taxon.key]?.isAccepted = true
            }
        }
        // A name that one document has may be what another one means.
        if !taxon.isGenus { for key in names where key != taxon.key { compare(taxon, with: key) } }
    }

    private mutating func compare(_ taxon: TaxonName, with key: String) {
        let most = max(2, (key.utf8.count - taxon.genus.utf8.count) / 3)
        guard wanted[key]?.isAccepted == false, abs(key.utf8.count - taxon.key.utf8.count) <= most
        else {
            return
        }
        let distance = SpellingSuggestion.distance(key, taxon.key)
        guard distance <= most, distance < wanted[key]?.nearest?.distance ?? .max else { return }
        wanted[key]?.nearest = (taxon.text, distance)
    }

    /// Whether synonyms tell the identifiers of their accepted names.
    var needsIdentifiers: Bool {
        mutating get {
            for name in wanted.values where !name.isAccepted && name.synonym?.accepted == nil {
                if let id = name.synonym?.acceptedID { accepted[id] = "" }
            }
            return !accepted.isEmpty
        }
    }

    mutating func addIdentifier(of name: NamesList.Name) {
        if let id = name.id, accepted[id] != nil { accepted[id] = TaxonName(name.text).text }
    }

    /// The problem of a species; nil for a name that the list accepts.
    func problem(of species: String) -> NameFinding.Problem? {
        guard let name = wanted[Self.name(species).key], !name.isAccepted else { return nil }
        guard let synonym = name.synonym else { return .unknown(nearest: name.nearest?.text) }
        let text =
            synonym.accepted.map { TaxonName($0).text }
            ?? synonym.acceptedID.flatMap { accepted[$0] }
        return .synonym(of: text?.isEmpty == false ? text : nil)
    }
}
