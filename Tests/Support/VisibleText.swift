/// Text of a terminal as it can be shown in a message.
enum VisibleText {
    /// Control characters but newlines become escapes, as Swift writes them.
    static func of(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            let isControl = scalar.properties.generalCategory == .control && scalar != "\n"
            result += isControl ? scalar.escaped(asASCII: true) : String(scalar)
        }
    }
}
