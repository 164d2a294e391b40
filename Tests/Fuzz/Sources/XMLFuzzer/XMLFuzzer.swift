import Fuzzing

@testable import XML

/// XML that comes byte by byte has the same elements, or the same error, as XML that comes as a whole.
@main
enum XMLFuzzer {
    static func main() {
        fuzz { bytes in
            let whole = outline(bytes, piece: bytes.count + 1)
            verify(outline(bytes, piece: 1) == whole, "is read differently in pieces")
        }
    }

    /// The elements and their texts, and the error at the end.
    private static func outline(_ bytes: [UInt8], piece: Int) -> [String] {
        var rest = bytes[...]
        var xml = XMLElements {
            defer { rest = rest.dropFirst(piece) }
            return Array(rest.prefix(piece))
        }
        var found: [String] = []
        var depth = 0
        do {
            while true {
                if let element = try xml.child() {
                    depth += 1
                    found.append("\(element.line) \(element.prefix) \(element.name)")
                    if depth % 3 == 0 {
                        found.append(try xml.text())
                        depth -= 1
                    }
                } else {
                    if depth == 0 { break }
                    depth -= 1
                    found.append(xml.textBefore)
                }
            }
        } catch { found.append((error as? XMLError)?.message ?? "another error") }
        return found
    }
}
