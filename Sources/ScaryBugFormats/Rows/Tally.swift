/// The first of several alike, and the number of all, for a sentence about them.
struct Tally<Value> {
    private(set) var first: Value?
    private(set) var count = 0

    mutating func add(_ value: Value) {
        first = first ?? value
        count += 1
    }

    /// What a sentence says after the first one, such as ` and 2 more rows`; empty for a single one.
    func more(_ noun: String, after word: String = " and") -> String {
        count < 2 ? "" : "\(word) \((count - 1).counting("more " + noun))"
    }
}
