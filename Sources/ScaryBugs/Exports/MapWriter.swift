/// Writes documents as the points of a map.
///
/// Each point has all fields of its document but the photograph, so that an import gets them back. Beside
/// them it has what other programs show: a name, notes and a date. The same documents make the same bytes.
struct MapWriter {
    let workspace: Workspace
    let format: MapFormat
    let outgoing: Outgoing

    /// Writes the documents that have a position, in their order.
    ///
    /// - Returns: these documents.
    /// - Throws: ``ScaryBugsError/Code/refused`` if none has a position.
    func write(_ names: [DocumentName], to file: borrowing File) throws -> [Export.Written] {
        let reader = try workspace.reader()
        var written: [Export.Written] = []
        var text = format.head
        var hasPhotograph = false
        for (index, name) in names.enumerated() {
            workspace.report(.exporting, index, of: names.count)
            try Interruption.check()
            // One document with a photograph is enough for the remark.
            let document = try reader.read(name, looksAtPicture: !hasPhotograph).document
            let (data, withheld) = try outgoing.values(of: document)
            guard let point = MapDocument(data, document.data.identifier, number: name.number)
            else { continue }
            var made = Export.Written(name: name, doubtful: withheld.doubtful)
            if !written.isEmpty { text += format.separator }
            text += format.text(of: point)
            if document.picture != nil {
                hasPhotograph = true
                made.remarks = ["photographs are not on the map"]
            }
            if format != .geoJSON, point.hasControls {
                made.remarks.append(
                    "XML has no control characters, so U+FFFD stands for them on the map")
            }
            written.append(made)
            if text.utf8.count > 65_536 {
                try file.write(Array(text.utf8))
                text = ""
            }
        }
        guard !written.isEmpty else {
            let remedy =
                outgoing.withholding?.hidesPositions == true
                ? "positions are left out; --blur 10km instead of location keeps rough ones"
                : "'set N at=…' gives one"
            throw ScaryBugsError(
                .refused,
                "no document with a position (at), and a map has nothing else; \(remedy)")
        }
        try file.write(Array((text + format.tail).utf8))
        return written
    }
}
