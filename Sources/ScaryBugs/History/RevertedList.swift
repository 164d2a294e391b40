/// The documents that several transactions have reverted. Two of them may have changed the same one.
struct RevertedList {
    private struct Place {
        /// The document's number; 0 for a setting.
        let number: Int32
        /// The position of the transaction.
        let piece: Int32
        let index: Int32
        /// See ``Workspace/Reverted/isChanged``.
        var isChanged: Bool
    }

    private var list: [Workspace.Reverted] = []
    private var places: [Place] = []
    /// The settings by their index.
    private var settings: [Int32: String] = [:]
    private var pieceCount: Int32 = 0

    mutating func append(_ reverted: [Workspace.Reverted]) {
        for item in reverted {
            let index = Int32(list.count)
            places.append(
                Place(
                    number: Int32(item.number ?? 0), piece: pieceCount, index: index,
                    isChanged: item.isChanged))
            if item.number == nil { settings[index] = item.setting }
            list.append(item)
        }
        pieceCount += 1
    }

    /// Sorts by number. Only the last change of a subject stays.
    consuming func sorted() -> [Workspace.Reverted] {
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
        var kept: [Place] = []
        for place in places {
            guard let last = kept.last, isSame(last, place), last.piece != place.piece else {
                kept.append(place)
                continue
            }
            // A document that came back and was changed then came back.
            kept[kept.count - 1].isChanged = last.isChanged && place.isChanged
        }
        return kept.map { place in
            var item = list[Int(place.index)]
            item.isChanged = place.isChanged
            return item
        }
    }
}
