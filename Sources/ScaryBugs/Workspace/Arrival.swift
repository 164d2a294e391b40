import Glibc

/// A document that came from outside, read and checked, with the names that it came with.
struct Arrival {
    let kind: DocumentKind
    let contents: DocumentContents
    /// The number that its directory had.
    let was: Int?
    let warnings: [String]

    private let bundle: Bundle.Contents

    init(_ bundle: Bundle.Contents) throws {
        self.bundle = bundle
        kind = .bug
        was = bundle.directoryName.flatMap(Self.number)
        let entry = bundle.files.first { $0.name == bundle.dataFileName }
        let data: DocumentData
        do {
            data = try DocumentData(
                bundle.dataFile, kind: kind,
                modified: Timestamp(secondsSince1970: entry?.modified?.seconds ?? Int64(time(nil))))
        } catch let error as ScaryBugsError {
            throw ScaryBugsError(
                error.code, "\(bundle.dataFileName) cannot be read: \(error.message)", cause: error)
        }
        let photograph = Self.first(kind.photographNames, in: bundle)
        let picture = photograph.map { [kind] in
            Picture(
                fileName: kind.photographName, size: $0.size,
                type: PictureType(signature: $0.signature))
        }
        contents = DocumentContents(data: data, picture: picture)
        warnings = Self.warnings(bundle, data, photograph)
    }

    private static func warnings(
        _ bundle: Bundle.Contents, _ data: DocumentData, _ photograph: Bundle.Entry?
    ) -> [String] {
        var warnings = bundle.passedOver.map { "passed over \($0)" } + data.warnings
        if let photograph, PictureType(signature: photograph.signature) == nil {
            warnings.append("\(photograph.name) is no picture of a known type; it is kept as it is")
        }
        return warnings
    }

    /// `3` of `3.scarybug`; `007` counts as 7.
    private static func number(_ directoryName: String) -> Int? {
        let digits = directoryName.prefix { $0 != "." }
        guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(digits),
            DocumentName.numbers.contains(number)
        else { return nil }
        return number
    }

    private static func first(_ names: [String], in bundle: Bundle.Contents) -> Bundle.Entry? {
        for name in names {
            let found = bundle.files.first { $0.name.lowercased() == name.lowercased() }
            if let found { return found }
        }
        return nil
    }

    /// Gives the staged files the names that the apps look for, whatever case and extension they
    /// came with.
    func useNamesOfKind(in staged: Directory) throws {
        let names = [
            ([bundle.dataFileName], kind.dataFileName),
            (kind.photographNames, kind.photographName),
            (kind.thumbnailNames, kind.thumbnailName),
        ]
        for (candidates, name) in names {
            guard let entry = Self.first(candidates, in: bundle), entry.name != name else {
                continue
            }
            try staged.move(entry.name, to: name, in: staged, .never)
        }
    }
}
