/// Text in the language of manual pages, mdoc(7).
struct MdocText {
    private(set) var lines: [String] = []
    /// Whether a paragraph before the next one needs `.Pp`. After a heading it is superfluous.
    private var followsText = false

    /// The width that `mandoc -Tlint` accepts, in bytes.
    private static let width = 78

    /// Adds lines that begin with a macro, such as a heading.
    mutating func add(macro names: String...) {
        lines += names.map { "." + $0 }
        followsText = false
    }

    mutating func add(_ parts: [HelpPart]) {
        for part in parts {
            switch part {
            case .text(let text):
                for paragraph in Help.paragraphs(of: text) { add(paragraph: paragraph) }
            case .list(let terms): add(terms)
            case .example(let text):
                lines += [".Bd -literal -offset indent"]
                lines += text.split(separator: "\n", omittingEmptySubsequences: false)
                    .map { Self.line(Self.escaped($0)) }
                lines += [".Ed"]
                followsText = true
            }
        }
    }

    private mutating func add(paragraph: [Substring]) {
        if followsText { lines.append(".Pp") }
        add(sentences: paragraph)
        followsText = true
    }

    private mutating func add(_ terms: [HelpPart.Term]) {
        lines.append(".Bl -tag -width Ds")
        for (term, meaning) in terms {
            lines.append(".It Cm \"\(Self.escaped(term))\"")
            add(sentences: meaning.split(separator: " "))
        }
        lines.append(".El")
        followsText = true
    }

    /// Each sentence begins a line, as mdoc(7) asks for.
    private mutating func add(sentences words: [Substring]) {
        var sentence: [String] = []
        for word in words {
            sentence.append(Self.escaped(word))
            if word.last == ".", !word.hasSuffix("..") { end(&sentence) }
        }
        end(&sentence)
    }

    private mutating func end(_ sentence: inout [String]) {
        lines += WordWrap.lines(of: sentence, width: Self.width).map(Self.line)
        sentence = []
    }

    /// A line that begins with a dot or an apostrophe would be a macro.
    private static func line(_ text: String) -> String {
        text.hasPrefix(".") ? "\\&" + text : text
    }

    /// Characters that are special, or that a typesetter would replace by similar ones.
    private static func escaped(_ text: some StringProtocol) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            case "'": result += "\\(aq"
            case "\"": result += "\\(dq"
            case "`": result += "\\(ga"
            case "^": result += "\\(ha"
            case "~": result += "\\(ti"
            case _ where scalar.isASCII: result.unicodeScalars.append(scalar)
            default:
                let digits = String(scalar.value, radix: 16, uppercase: true)
                result += "\\[u\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)]"
            }
        }
    }
}
