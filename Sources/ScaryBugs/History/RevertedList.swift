/// The documents that several transactions have reverted. Two of them may have changed the same one.
struct RevertedList {
    private struct Place {
        /// The document's number; 0 for a setting.
        let number: Int32
        /// The position of the transaction.
        let piece: Int32
        let index: Int32
    }

    private var list = SpooledList<Workspace.Reverted>()
    private var places: [Place] = []
    /// The settings by their index.
    private var settings: [Int32: String] = [:]
    private var pieceCount: Int32 = 0

    mutating func append(_ reverted: [Workspace.Reverted]) throws {
        for item in reverted {
            let index = Int32(list.count)
            places.append(
                Place(number: Int32(item.number ?? 0), piece: pieceCount, index: index))
            if item.number == nil { settings[index] = item.setting }
            try list.append(item)
        }
        pieceCount += 1
    }

    /// Sorts by number. Only the last change of a subject stays.
    consuming func sorted() -> StoredResults<Workspace.Reverted> {
        let settings = settings
        let isSame = { (left: Place, right: Place) in
            left.number == right.number && settings[left.index] == settings[right.index]
        }
        places.sort { left, right in
            if left.number != right.number { return left.number < right.number }
            if !isSame(left, right) {
                return settings[left.index] ?? "" < settings[right.index] ?? ""
            }
            return (-left.piece, left.index) < (-right.piece, right.index)
        }
        var last: Place?
        places.removeAll { place in
            if let last, isSame(last, place) { return last.piece != place.piece }
            last = place
            return false
        }
        return StoredResults(count: places.count) { [places, list] in
            try list.element(at: Int(places[$0].index))
        }
    }
}

extension Workspace.Reverted: Spoolable {
    init(from reader: inout SpoolReader) throws {
        (number, title, isPresent, formerNumber, newPath, setting) = try reader.read()
    }

    func write(to writer: inout SpoolWriter) {
        writer.write(number, title, isPresent, formerNumber, newPath, setting)
    }
}
