/// Ratings as stars, for people.
package enum Stars {
    /// The stars for 0, ½, 1 and so on.
    private static let all = (0...10).map { halves in
        String(repeating: "★", count: halves / 2) + (halves % 2 == 1 ? "½" : "")
            + String(repeating: "☆", count: 5 - (halves + 1) / 2)
    }

    /// `★★★½☆`; nil for a rating that is not shown exactly by whole and half stars.
    package static func text(_ rating: Float) -> String? {
        guard rating > 0, rating <= 5, let halves = Int(exactly: rating * 2) else { return nil }
        return all[halves]
    }

    /// The stars for the nearest half.
    package static func rounded(_ rating: Float) -> String {
        all[Int(min(max(rating, 0), 5) * 2 + 0.5)]
    }
}
