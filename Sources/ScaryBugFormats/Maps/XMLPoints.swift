import SystemFiles
import XML

/// The points of a map in KML or GPX, in flat memory.
final class XMLPoints: MapPoints {
    private var xml: XMLElements
    /// The open elements that have points in them: the name of a folder, and nil for another one.
    private var open: [String?] = []
    private var isAtEnd = false
    private(set) var otherCount = 0
    let otherSystem: String? = nil
    /// The most bytes of a point's values, and those that are left of them.
    private let limit: Int
    private var room = 0

    /// - Parameter file: an open file. The caller must keep it open while this value is in use.
    init(_ file: borrowing File, limits: Limits) {
        limit = limits.textFileBytes
        let (descriptor, name) = (file.descriptor, file.name)
        var offset: Int64 = 0
        xml = XMLElements {
            try Interruption.check()
            let piece = try [UInt8](unsafeUninitializedCapacity: 65_536) { room, count in
                count = try descriptor.read(
                    into: UnsafeMutableRawBufferPointer(room), at: offset, of: name)
            }
            offset += Int64(piece.count)
            return piece
        }
    }

    func next() throws -> MapPoint? {
        do { return try nextPoint() } catch {
            isAtEnd = true
            guard let error = error as? XMLError else { throw error }
            throw TableError(line: error.line, column: error.column, error.message)
        }
    }

    private func nextPoint() throws -> MapPoint? {
        while !isAtEnd {
            guard let element = try xml.child() else {
                isAtEnd = open.popLast() == nil
                continue
            }
            room = limit
            switch element.name {
            case "gpx", "kml", "Document": open.append(nil)
            case "Folder": open.append("")
            case "name" where open.last.flatMap(\.self) != nil:
                open[open.count - 1] = try text(of: element).trimmed
            case "wpt": return try waypoint(element)
            case "Placemark":
                if let point = try placemark(element) { return point }
                otherCount += 1
            case "rte", "trk":
                otherCount += 1
                try xml.skip()
            default: try xml.skip()
            }
        }
        return nil
    }

    // MARK: GPX

    private func waypoint(_ element: XMLElement) throws -> MapPoint {
        var point = MapPoint(line: element.line)
        point.latitude = element["lat"].flatMap { Double($0.trimmed.withDecimalPoints) }
        point.longitude = element["lon"].flatMap { Double($0.trimmed.withDecimalPoints) }
        point.place = [element["lat"], element["lon"]].map { $0 ?? "?" }.joined(separator: ", ")
        var symbol: String?
        while let child = try xml.child() {
            // Some programs take fields out of the extensions.
            if child.name == "extensions" || child["name"] != nil {
                point.values += try values(in: child)
                continue
            }
            let link = child["href"]
            let texts = try values(in: child)
            guard let text = texts.first?.value.text, !text.isEmpty || link != nil else { continue }
            switch child.name {
            case "name": point.name = text
            case "desc": point.notes = text
            case "time": point.date = text
            case "src" where DocumentIdentifier.uuid(text) != nil: point.identifier = text
            case "sym": symbol = text
            // Many points may have one link, so it identifies none.
            case "url": point.extras.append(("link", .text(text)))
            case "ele": point.extras.append((MapPoint.elevation, .text(text)))
            default: point.extras.append((child.name, .text(link ?? text)))
            }
        }
        if let symbol {
            if point.name == nil {
                point.name = symbol
            } else {
                point.extras.append(("sym", .text(symbol)))
            }
        }
        return point
    }

    // MARK: KML

    /// - Returns: nil for a placemark that is no point.
    private func placemark(_ element: XMLElement) throws -> MapPoint? {
        var point = MapPoint(line: element.line)
        if let id = element["id"], id.hasPrefix(MapPoint.idPrefix) {
            point.identifier = DocumentIdentifier.uuid(
                String(id.dropFirst(MapPoint.idPrefix.count)))
        }
        var shapes: (points: Int, others: Int) = (0, 0)
        while let child = try xml.child() {
            switch child.name {
            case "name": point.name = try text(of: child)
            case "description": point.notes = MarkupText.plain(try text(of: child))
            case "address", "phoneNumber", "snippet", "Snippet":
                point.extras.append((child.name, .text(try text(of: child))))
            case "TimeStamp", "TimeSpan": point.date = Self.date(try values(in: child))
            case "ExtendedData": point.values += try values(in: child)
            default: try take(child, &point, &shapes)
            }
        }
        point.folders = open.compactMap(\.self).filter { !$0.isEmpty }
        return shapes == (1, 0) ? point : nil
    }

    /// Reads a shape, or several together, and skips anything else.
    private func take(
        _ element: XMLElement, _ point: inout MapPoint, _ shapes: inout (points: Int, others: Int)
    ) throws {
        switch element.name {
        case "Point":
            shapes.points += 1
            setPlace(of: &point, try values(in: element))
        case "MultiGeometry":
            while let child = try xml.child() { try take(child, &point, &shapes) }
        case "LineString", "LinearRing", "Polygon", "Model", "Track", "MultiTrack":
            shapes.others += 1
            try xml.skip()
        default: try xml.skip()
        }
    }

    private func setPlace(of point: inout MapPoint, _ values: [(name: String, value: TableValue)]) {
        let text = values.first { $0.name == "coordinates" }?.value.text ?? ""
        // The longitude comes first. A blank may part two numbers with decimal commas.
        let words = text.split(whereSeparator: \.isWhitespace).map { String($0) }
        let areDecimals =
            words.count == 2 && words.allSatisfy { $0.split(separator: ",").count == 2 }
        let parts = Self.withDecimalPoints(
            (areDecimals ? words.joined(separator: ",") : text).split(separator: ",")
                .map { String($0).trimmed })
        point.place = parts.prefix(2).reversed().joined(separator: ", ")
        let numbers = parts.map { Double($0) }
        if numbers.count > 1 { (point.longitude, point.latitude) = (numbers[0], numbers[1]) }
        // Most programs write 0 where they know no elevation.
        if numbers.count > 2, !numbers.prefix(2).contains(nil), let elevation = numbers[2],
            elevation != 0
        {
            point.extras.append((MapPoint.elevation, .real(elevation)))
        }
    }

    /// The numbers of `16,37,48,2`, whose decimals follow commas, too.
    private static func withDecimalPoints(_ parts: [String]) -> [String] {
        guard parts.count > 3, parts.allSatisfy({ Int($0) != nil }) else { return parts }
        return stride(from: 0, to: parts.count, by: 2).map {
            parts[$0..<min($0 + 2, parts.count)].joined(separator: ".")
        }
    }

    /// A moment, or a period whose ends may be open, as EDTF.
    private static func date(_ values: [(name: String, value: TableValue)]) -> String? {
        let text = { name in values.first { $0.name == name }?.value.text?.trimmed }
        if let when = text("when") { return when }
        let (begin, end) = (text("begin"), text("end"))
        return begin == nil && end == nil ? nil : "\(begin ?? "..")/\(end ?? "..")"
    }

    // MARK: Both

    /// The texts in an element, by the names that attributes or else elements give them.
    private func values(in element: XMLElement) throws -> [(name: String, value: TableValue)] {
        var values: [(name: String, value: TableValue)] = []
        var hasChild = false
        while let child = try xml.child() {
            hasChild = true
            values += try self.values(in: child)
        }
        try takeRoom(for: xml.textBefore, element)
        guard let name = element["name"] else {
            return hasChild ? values : [(element.name, .text(xml.textBefore))]
        }
        // Data of KML has its value in an element of its own, and may have a name for people in another.
        let value = values.first { $0.name == "value" }?.value
        return [(name, value ?? .text(hasChild ? "" : xml.textBefore))]
    }

    private func text(of element: XMLElement) throws -> String {
        let text = try xml.text()
        try takeRoom(for: text, element)
        return text
    }

    /// Counts a text and its name, so that a point takes as much memory as a row of a table.
    private func takeRoom(for text: String, _ element: XMLElement) throws {
        room -= text.utf8.count + 64
        guard room < 0 else { return }
        throw TableError(
            line: element.line,
            "the point is longer than \(limit.grouped) bytes" + Limits.Name.textFileBytes.remedy)
    }
}
