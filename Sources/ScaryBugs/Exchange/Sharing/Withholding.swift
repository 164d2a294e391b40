/// What copies of documents for others leave out.
///
///     let withholding = try workspace.withholding(of: ["location", "notes"], blur: "10km")
public struct Withholding: Hashable, Sendable {
    /// The names of fields, and keys of other programs, in lower case.
    private(set) var names: Set<String> = []
    /// Whether nothing may tell a position: no field, no key of another program, no file.
    package private(set) var hidesLocation = false
    /// The size in metres of the grid to which `at` is rounded; nil to leave it out. A field list with
    /// `location` is stricter than a grid, so there is none then.
    private(set) var grid: Double?

    /// The word that stands for all that tells a position.
    package static let location = "location"

    /// - Parameters:
    ///   - fields: names of fields, or `location`.
    ///   - blur: a distance such as `10km`; nil to leave out `at` with the location.
    init(of fields: [String], blur: String?) throws {
        for field in fields { add(field) }
        guard let blur else { return }
        let metres = try Self.metres(ofGrid: blur)
        if !hidesLocation { grid = metres }
        add(Self.location)
    }

    /// - Parameter share: a text in the form of the preference `share`, whose fields aren't checked.
    init(_ share: String) throws {
        let words = try Self.words(of: share)
        try self.init(of: words.fields, blur: words.blur)
    }

    /// The lists of fields and the grid in a text in the form of the preference `share`.
    fileprivate static func words(of share: String) throws -> (fields: [String], blur: String?) {
        var words: (fields: [String], blur: String?) = ([], nil)
        for word in share.split(separator: " ") {
            switch word.halves(around: ":") {
            case ("without", let fields)?:
                words.fields += fields.split(separator: ",", omittingEmptySubsequences: false).map {
                    PercentText.decoded($0) ?? String($0)
                }
            case ("blur", let distance)?: words.blur = String(distance)
            default:
                throw ScaryBugsError(
                    .invalidValue,
                    "share '\(word)' is not understood; write without:location or blur:10km, or both "
                        + "with a blank between them")
            }
        }
        return words
    }

    /// The text in the form of the preference `share`, such as `without:location,notes`.
    package var text: String {
        var fields = names
        if hidesLocation, fields.remove(Field.place.name) != nil, grid == nil {
            fields.insert(Self.location)
        }
        // A key of another program may have blanks.
        let list = fields.sorted().map(PercentText.encoded).joined(separator: ",")
        let blur = grid.map { grid in
            Int(exactly: grid / 1_000).map { "blur:\($0)km" } ?? "blur:\(grid)m"
        }
        return [list.isEmpty ? nil : "without:" + list, blur].compactMap(\.self)
            .joined(separator: " ")
    }

    /// All that one of both leaves out.
    func joined(with other: Withholding?) -> Withholding {
        guard let other else { return self }
        let grids = [self, other].filter(\.hidesLocation).map(\.grid)
        var both = self
        both.names.formUnion(other.names)
        both.hidesLocation = !grids.isEmpty
        both.grid = grids.contains(nil) ? nil : grids.compactMap(\.self).max()
        return both
    }

    private static func metres(ofGrid text: String) throws -> Double {
        do {
            let metres = try Position.metres(text[...])
            if (leastGrid...mostGrid).contains(metres) { return metres }
        } catch let error as ScaryBugsError {
            throw error.about("the grid '\(text)'")
        }
        throw ScaryBugsError(
            .invalidValue, "the grid '\(text)' is not from 100m to 1000km; write 10km")
    }

    private static let (leastGrid, mostGrid) = (100.0, 1_000_000.0)

    private mutating func add(_ field: String) {
        if field.lowercased() == Self.location {
            hidesLocation = true
            names.insert(Field.place.name)
        } else {
            names.insert(field.lowercased())
        }
    }

    /// The sentence about what a copy lacks although nobody named it; nil if there is nothing.
    package static func warning(about names: [String], of document: DocumentName) -> String? {
        names.isEmpty
            ? nil
            : "document \(document.number): left out what may tell where: "
                + names.joined(separator: ", ")
    }

    func names(_ field: String) -> Bool { names.contains(field.lowercased()) }

    /// Whether `at` is left out rather than rounded.
    var hidesPositions: Bool { hidesLocation && grid == nil || names(Field.at.name) }

    /// A position as others get it; nil if they get none.
    func rounded(_ position: Position?) -> Position? {
        grid.flatMap { position?.rounded(to: $0) }
    }

    /// The size of the grid for people.
    var gridText: String {
        let metres = Int((grid ?? 0).rounded())
        return metres % 1_000 == 0 ? "\(metres / 1_000) km" : "\(metres) m"
    }
}

extension Workspace {
    /// What copies for others leave out, by options and by the preference `share`.
    ///
    /// - Parameters:
    ///   - fields: lists of fields, separated by commas.
    ///   - blur: the size of a grid.
    ///   - documents: the documents whose further keys count as fields.
    ///   - usesPreference: whether the preference counts.
    /// - Returns: nil if nothing is left out.
    package func withholding(
        of fields: [String], blur: String?, from documents: [DocumentName], usesPreference: Bool
    ) throws -> Withholding? {
        var blur = blur
        let isKey = { try self.isKey($0, of: documents) }
        var names = try fields.flatMap { try preferences.fieldNames($0, isKey) }
        if usesPreference, case .text(let share) = preferences[.share] {
            do {
                let shared = try Withholding.words(of: share)
                names += try shared.fields.flatMap { try preferences.fieldNames($0) }
                blur = blur ?? shared.blur
            } catch let error as ScaryBugsError {
                throw error.adding("'config share=VALUE' mends it, --all-fields ignores it")
            }
        }
        if names.isEmpty, blur == nil { return nil }
        return try Withholding(of: names, blur: blur)
    }
}

extension Preferences {
    /// Checks a value of the preference `share`.
    package func check(share text: String) throws {
        let share = try Withholding.words(of: text)
        _ = try Withholding(of: share.fields.flatMap { try fieldNames($0) }, blur: share.blur)
    }

    /// The fields that others need not get, and `location`.
    package var withholdableFields: [String] {
        let fields = QueryContext.fields(adding: customFields)
        let editable = fields.filter { $0.isEditable && $0.type != .title }.map(\.name)
        return Set(editable + [Withholding.location]).sorted()
    }

    /// The fields of a list, checked.
    fileprivate func fieldNames(
        _ list: String, _ isKey: (String) throws -> Bool = { _ in false }
    ) throws -> [String] {
        let known = withholdableFields
        return try list.split(separator: ",", omittingEmptySubsequences: false).map { part in
            let name = String(part).trimmed
            if name.isEmpty {
                throw ScaryBugsError(
                    .invalidValue, "'\(list)' is no list of fields; write location or notes,place")
            }
            if name.lowercased() == Field.title.name {
                throw ScaryBugsError(
                    .invalidValue, "the title can't be left out: every document has one")
            }
            if let field = known.first(named: [name]) { return field }
            if try isKey(name) { return name }
            throw ScaryBugsError(
                .invalidValue,
                "there is no field '\(name)'"
                    + SpellingSuggestion.hint(
                        to: name, among: known, else: SpellingSuggestion.list(of: known)))
        }
    }
}

extension Workspace {
    /// The documents that tell a place in a format, in a value or in a picture. A document that can't
    /// be read tells nothing. If the location is left out, these are the documents that may lead to it
    /// all the same, with the names of the fields that do.
    ///
    /// - Parameters:
    ///   - fields: the names of the fields that are shown; nil for all values.
    ///   - withholding: what is left out anyway.
    package func documentsTellingPlace(
        among names: [DocumentName], as format: ExportFormat, showing fields: Set<String>? = nil,
        without withholding: Withholding?
    ) throws -> [(name: DocumentName, hints: [String])] {
        let reader = try reader()
        var telling: [(name: DocumentName, hints: [String])] = []
        try names.forEachResult { name, place in
            let hints = try ifIntact {
                try reader.at(place).placeHints(name, format, fields, withholding)
            }
            return hints.flatMap(\.self).map { (name, $0) }
        } _: { document in
            if let document { telling.append(document) }
        }
        return telling
    }

    /// Whether a document has a value of another program under a key.
    private func isKey(_ key: String, of documents: [DocumentName]) throws -> Bool {
        let reader = try reader()
        return try documents.contains { name in
            let data = try ifIntact { try reader.open(name) }.flatMap(reader.dataIfReadable)
            return data?.unknown.map(\.key).first(named: [key]) != nil
        }
    }
}

extension DocumentReader {
    /// The names of the fields that may lead to a place that is left out, or none for a place that isn't;
    /// nil for a document that tells none.
    fileprivate func placeHints(
        _ name: DocumentName, _ format: ExportFormat, _ fields: Set<String>?,
        _ withholding: Withholding?
    ) throws -> [String]? {
        guard let withholding, withholding.hidesLocation else {
            return try tellsPlace(name, format, fields, withholding) ? [] : nil
        }
        if format == .picture { return nil }
        let fields = format == .booksOwned ? [Field.title.name] : fields
        let hints = try read(open(name)).data.placeHints(in: fields, without: withholding)
        return hints.isEmpty ? nil : hints
    }

    private func tellsPlace(
        _ name: DocumentName, _ format: ExportFormat, _ fields: Set<String>?,
        _ withholding: Withholding?
    ) throws -> Bool {
        let document = try open(name)
        let tellsInValues = { [self] in
            try read(document).data.tellsPlace(in: fields, without: withholding)
        }
        let tellsInPictures = {
            try withholding?.names(Field.picture.name) != true && !document.positions().isEmpty
        }
        switch format {
        // That a map tells where is what it is for.
        case .booksOwned, .geoJSON, .kml, .gpx: return false
        case .picture: return try document.openPicture()?.position() != nil
        case .bookArchive: return try tellsInValues()
        case .scarybug, .directory, .bug, .creature, .dwca:
            return try tellsInValues() || tellsInPictures()
        }
    }
}
