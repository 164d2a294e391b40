/// The contents of a document, without its number.
public struct DocumentContents: Sendable {
    /// The fields.
    public package(set) var data: DocumentData
    /// The photograph; nil if there is none.
    public let picture: Picture?

    package init(data: DocumentData, picture: Picture?) {
        self.data = data
        self.picture = picture
    }
}

/// A snapshot of one document of a workspace.
public struct Document: Sendable {
    /// The number and the kind.
    public let name: DocumentName
    /// The fields and the photograph.
    public let contents: DocumentContents

    package init(name: DocumentName, data: DocumentData, picture: Picture?) {
        (self.name, contents) = (name, DocumentContents(data: data, picture: picture))
    }

    /// The number in the directory's name.
    public var number: Int { name.number }
    /// The document's kind, including the user's custom fields.
    public var kind: DocumentKind { data.kind }
    /// The fields.
    public var data: DocumentData { contents.data }
    /// The photograph; nil if there is none.
    public var picture: Picture? { contents.picture }
    /// The title; empty if the data file has none.
    public var title: String { data.title }
}

/// A document's number and kind, which form the name of its directory: `3.scarybug`.
public struct DocumentName: Hashable, Comparable, Sendable {
    /// The ID of the document's row in the index. IDs sort as the names do. A list may have a million
    /// names, so each is a single number.
    package let indexID: Int64

    /// The number in the directory's name.
    public var number: Int { Int(indexID >> 2) }
    /// The kind without custom fields, so that equal names have equal kinds.
    public var kind: DocumentKind {
        DocumentKind.inIndexOrder[min(Int(indexID & 3), DocumentKind.inIndexOrder.count - 1)]
    }

    /// The numbers that documents can have.
    public static let numbers = 1...999_999_999
    /// The highest number that an imported document keeps. Above it there is room for new documents.
    package static let highestImported = numbers.upperBound - 1_000_000

    package init(number: Int, kind: DocumentKind) {
        indexID = Int64(number) << 2 | kind.indexOrder
    }

    package init(indexID: Int64) {
        // An index of another program can have an ID that stands for no kind.
        self.indexID = indexID & 3 == 3 ? indexID - 1 : indexID
    }

    /// All names for a document number, one for each kind.
    package static func all(numbered number: Int) -> [DocumentName] {
        DocumentKind.all.map { DocumentName(number: number, kind: $0) }
    }

    /// Parses the name of a document's directory; nil for any other name.
    ///
    /// Leading zeros are not accepted, so each number has only one name.
    public init?(directoryName: String) {
        var text = directoryName
        let name = text.withUTF8 { DocumentName(directoryName: UnsafeRawBufferPointer($0)) }
        guard let name else { return nil }
        self = name
    }

    /// Parses a name in UTF-8.
    package init?(directoryName name: UnsafeRawBufferPointer) {
        // A directory may have a million names.
        var (number, dot) = (0, 0)
        while dot < name.count, name[dot].isASCIIDigit, dot < 10 {
            number = 10 * number + Int(name[dot] - UInt8(ascii: "0"))
            dot += 1
        }
        guard (1...9).contains(dot), name[0] != UInt8(ascii: "0"), dot < name.count,
            name[dot] == UInt8(ascii: "."),
            let kind = DocumentKind.withExactExtension(
                UnsafeRawBufferPointer(rebasing: name[(dot + 1)...]))
        else { return nil }
        self.init(number: number, kind: kind)
    }

    /// The directory's name, such as `3.scarybug`.
    public var directoryName: String { "\(number).\(kind.directoryExtension)" }

    /// The number, or the directory's name if documents of several kinds have the number.
    ///
    /// - Parameter shared: the numbers that several documents have.
    package func shortest(sharing shared: Set<Int>) -> String {
        shared.contains(number) ? directoryName : String(number)
    }

    public static func < (left: DocumentName, right: DocumentName) -> Bool {
        left.indexID < right.indexID
    }
}

extension DocumentKind {
    fileprivate static let inIndexOrder = all.sorted { $0.indexOrder < $1.indexOrder }

    fileprivate static func withExactExtension(
        _ directoryExtension: UnsafeRawBufferPointer
    ) -> DocumentKind? {
        // Most documents are of the first kind.
        all.first {
            let own = $0.directoryExtension.utf8.span
            return own.withUnsafeBytes { own in
                own.count == directoryExtension.count && own.elementsEqual(directoryExtension)
            }
        }
    }
}
