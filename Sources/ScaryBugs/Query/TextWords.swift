enum TextWords {
    static func joined(_ text: String) -> String { text.lowercased() }
    static func folded(_ text: String) -> String { text.lowercased() }
}
