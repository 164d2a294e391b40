/// Counts in messages. Numbers of documents, JSON and CSV have no commas.
extension BinaryInteger {
    /// The number with a comma before each third digit: `12,345`.
    package var grouped: String {
        var text = String(self)
        var end = text.endIndex
        while let index = text.index(end, offsetBy: -3, limitedBy: text.startIndex),
            index > text.startIndex
        {
            text.insert(",", at: index)
            end = index
        }
        return text
    }

    /// The number with a noun: `1 step`, `2,000 steps`.
    package func counting(_ noun: String) -> String {
        "\(grouped) \(noun)\(self == 1 ? "" : "s")"
    }
}
