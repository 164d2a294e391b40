/// Terminal text in a form that can be shown in a message.
enum TerminalText {
    /// Replaces control characters except newlines with Swift's escapes.
    static func escaped(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            let isControl = scalar.properties.generalCategory == .control && scalar != "\n"
            result += isControl ? scalar.escaped(asASCII: true) : String(scalar)
        }
    }
}
