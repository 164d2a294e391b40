import Testing

@testable import ScaryBugRecords

@Suite struct StarsTests {
    @Test(
        arguments: [
            (1, "★☆☆☆☆"), (3.5, "★★★½☆"), (4.5, "★★★★½"), (5, "★★★★★"), (0.5, "½☆☆☆☆"), (0, nil),
            (3.3, nil), (5.5, nil), (-1, nil), (.nan, nil),
        ] as [(Float, String?)])
    func `whole and half ratings are stars`(rating: Float, stars: String?) {
        #expect(Stars.text(rating) == stars)
    }

    @Test(
        arguments: [
            (3.3, "★★★½☆"), (3.2, "★★★☆☆"), (0, "☆☆☆☆☆"), (-1, "☆☆☆☆☆"), (1e30, "★★★★★"),
        ] as [(Float, String)])
    func `a rating for people is rounded to half a star`(rating: Float, stars: String) {
        #expect(Stars.rounded(rating) == stars)
    }
}
