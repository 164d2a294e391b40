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
    package init(of fields: [String], blur: String?) throws {
        for field in fields { add(field) }
        guard let blur else { return }
        let metres = try Self.metres(ofGrid: blur)
        if !hidesLocation { grid = metres }
        add(Self.location)
    }

    /// - Parameter share: a text in the form of the preference `share`, whose fields aren't checked.
    package init(_ share: String) throws {
        let words = try Self.words(of: share)
        try self.init(of: words.fields, blur: words.blur)
    }

    /// The lists of fields and the grid in a text in the form of the preference `share`.
    package static func words(of share: String) throws -> (fields: [String], blur: String?) {
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
    package func joined(with other: Withholding?) -> Withholding {
        guard let other else { return self }
        let grids = [self, other].filter(\.hidesLocation).map(\.grid)
        var both = self
        both.names.formUnion(other.names)
        both.hidesLocation = !grids.isEmpty
        both.grid = grids.contains(nil) ? nil : grids.compactMap(\.self).max()
        return both
    }

    /// The same for all but the location.
    package var withoutLocation: Withholding {
        var rest = self
        if hidesLocation { rest.names.remove(Field.place.name) }
        (rest.hidesLocation, rest.grid) = (false, nil)
        return rest
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

    /// Whether it leaves out a field or a kept value, whose name may have a prefix such as `dwc:`.
    package func names(_ field: String) -> Bool {
        let name = field.lowercased()
        if names.isEmpty || names.contains(name) { return !names.isEmpty }
        let plain = PositionTraces.nameWithoutPrefix(name)
        return names.contains { PositionTraces.nameWithoutPrefix($0) == plain }
    }

    /// Whether `at` is left out rather than rounded.
    package var hidesPositions: Bool { hidesLocation && grid == nil || names(Field.at.name) }

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
