/// A file beside a photograph in which a program tells about it.
package enum Sidecar {
    /// Whether a name is one of an XMP file.
    package static func isNamed(_ name: String) -> Bool { name.lowercased().hasSuffix(".xmp") }

    /// The values that an XMP file gives. One that is no XMP gives none.
    static func notes(of file: borrowing File) throws -> PictureNotes {
        XMPReader.notes(in: try file.part(at: 0, count: PictureNotes.mostBytes))
    }

    /// Whether an XMP file tells about a picture: `IMG_1.xmp` (Lightroom) or `IMG_1.JPG.xmp` (darktable)
    /// about `IMG_1.JPG`.
    static func isAbout(_ picture: String, _ name: String) -> Bool {
        let name = name.lowercased().dropLast(".xmp".utf8.count)
        let picture = picture.lowercased()
        return picture == name || picture.hasPrefix(name + ".")
    }
}

/// What Google Takeout tells about a photograph, in a JSON file beside it.
package struct Takeout: Sendable {
    /// The names that the photograph may have, the best first, in lower case.
    package let names: [String]
    package private(set) var notes = PictureNotes()

    /// Reads a file; nil if it is another one.
    ///
    /// Its time is in UTC. A photograph without a position has 0,0.
    ///
    /// - Parameter name: the name of the file.
    package init?(_ file: borrowing File, named name: String) throws {
        let bytes = try file.part(at: 0, count: PictureNotes.mostBytes)
        guard let object = try? JSONObject(bytes, 1).members() else { return nil }
        let members = Dictionary(object.map { ($0.name, $0.value) }) { first, _ in first }
        guard case .object(let taken)? = members["photoTakenTime"] else { return nil }
        names = Self.names(of: name, members["title"]?.text ?? "")
        if let seconds = taken["timestamp"]?.text.flatMap({ Int64($0) }) {
            let time = Timestamp(secondsSince1970: seconds)
            notes.add(EDTFDate(time.rfc3339).map { .date($0) }, for: .seen)
        }
        for place in ["geoDataExif", "geoData"] {
            guard case .object(let degrees)? = members[place],
                let north = degrees["latitude"]?.degrees, let east = degrees["longitude"]?.degrees,
                north != 0 || east != 0
            else { continue }
            notes.add(Position(latitude: north, longitude: east).map { .position($0) }, for: .at)
        }
        notes.add(description: members["description"]?.text)
    }

    /// `IMG_1.JPG.json` and `IMG_1.JPG.supplemental-metadata.json`, of which the end may be cut off, are
    /// about `IMG_1.JPG`, and `IMG_1.JPG(2).json` about `IMG_1(2).JPG`. The title is the name before it was
    /// cut off.
    private static func names(of name: String, _ title: String) -> [String] {
        var stem = Substring(name.lowercased().dropLast(".json".utf8.count))
        var number: Substring = ""
        if stem.last == ")", let start = stem.lastIndex(of: "(") {
            (stem, number) = (stem[..<start], stem[start...])
        }
        let parts = stem.split(separator: ".", omittingEmptySubsequences: false)
        let names = [parts, parts.dropLast()].compactMap { parts in
            parts.last.map { end in
                (parts.dropLast().joined(separator: ".") + number + "." + end)
            }
        }
        return names + (number.isEmpty ? [title.lowercased()] : [])
    }
}

extension TableValue {
    fileprivate var degrees: Double? { text.flatMap { Double($0) } }
}
