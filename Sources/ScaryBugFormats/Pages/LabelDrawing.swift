/// A QR code that fits on a label.
package struct LabelCode: Sendable {
    let code: QRCode
    /// The size of a module, in hundredths of a point.
    let module: Double

    /// The smallest module that printers of 600 dots per inch and telephones can do: 0.25 mm.
    private static let leastModule = 70.87
    /// The light modules around a code (ISO/IEC 18004, 9.1). The largest codes have fewer.
    private static let quietModules = 4

    /// Makes the code; nil for a text that is too long for a label.
    package init?(_ text: String) throws {
        guard let code = try QRCode(text) else { return nil }
        let modules = Double(Label.height) / Double(code.width + 2 * Self.quietModules)
        self.code = code
        module = max(Self.leastModule, modules)
        guard Double(code.width + Self.quietModules) * module <= Double(Label.height) else {
            return nil
        }
    }

    /// The distance of the code from the edges of its square, in hundredths of a point.
    var margin: Double { (Double(Label.height) - Double(code.width) * module) / 2 }
}

/// Draws a label as SVG, in hundredths of a point. Browsers may not show HTML in such small type.
package struct LabelDrawing: Sendable {
    package let label: Label
    private let hasCode: Bool
    package let code: LabelCode?
    /// The text of the code, for people who can't see it.
    private let codeText: String

    /// - Parameters:
    ///   - data: the values as others get them.
    ///   - number: the number, or the name of the directory that tells apart documents with one number.
    package init(_ data: DocumentData, number: String, hasCode: Bool) throws {
        label = Label(LabelTexts(data, number: number))
        (self.hasCode, codeText) = (hasCode, data.canonicalIdentifier)
        code = hasCode ? try LabelCode(codeText) : nil
    }

    /// The width of a label. A code takes a square at its right.
    package static func width(hasCode: Bool) -> Int { Label.width + (hasCode ? Label.height : 0) }

    package var svg: String {
        let size = label.fontSize
        let width = Self.width(hasCode: hasCode)
        var svg = "<svg viewBox=\"0 0 \(width) \(Label.height)\" font-size=\"\(size)\">"
        // Half of the line along which to cut is on each of two labels. It has 0.1 mm.
        svg += "<path class=\"cut\" d=\"M0 0H\(width)V\(Label.height)H0z\"/>"
        let height = Label.lineHeight(size)
        // Letters go up to 0.76 of the size above the line on which they stand.
        var y = (Label.height - label.lines.count * height) / 2 + size * 80 / 100
        for line in label.lines {
            svg += text(line, y)
            y += height
        }
        if let code {
            let x = Double(Label.width) + code.margin
            let name = MarkupText.escaped("QR code of " + codeText)
            svg += "<path role=\"img\" aria-label=\"\(name)\" "
            svg += "transform=\"translate(\(x.shortest) \(code.margin.shortest)) "
            svg += "scale(\(code.module.shortest))\" shape-rendering=\"crispEdges\" "
            svg += "d=\"\(code.code.path)\"/>"
        }
        return svg + "</svg>\n"
    }

    private func text(_ line: Label.Line, _ y: Int) -> String {
        var attributes = ""
        let isRightToLeft = line.text.isRightToLeft
        let x = isRightToLeft ? Label.width - Label.margin : Label.margin
        if isRightToLeft { attributes += " direction=\"rtl\"" }
        // A browser without such a font takes a wider one. It must not run over the edge.
        let width = line.width * label.fontSize / 1_000
        if line.text.utf8.allSatisfy({ $0 < 0x80 }),
            width * 10 > (Label.width - 2 * Label.margin) * 9
        {
            attributes += " textLength=\"\(width)\" lengthAdjust=\"spacingAndGlyphs\""
        }
        let spans = line.spans.map { span in
            let text = MarkupText.escaped(span.text)
            return span.isItalic ? "<tspan class=\"i\">\(text)</tspan>" : text
        }
        return "<text x=\"\(x)\" y=\"\(y)\"\(attributes)>\(spans.joined())</text>"
    }
}

extension String {
    /// Whether the first letter belongs to a script that goes from right to left, such as Hebrew and Arabic.
    fileprivate var isRightToLeft: Bool {
        guard let letter = unicodeScalars.first(where: \.properties.isAlphabetic) else {
            return false
        }
        switch letter.value {
        case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF,
            0x1E800...0x1EFFF:
            return true
        default: return false
        }
    }
}
