import Foundation

/// A block of code in a Markdown file.
public struct CodeBlock: Sendable, CustomStringConvertible {
    /// The name of the file.
    public let file: String
    /// The word after the fence; `indented` for a block without a fence.
    public let language: String
    /// The lines, without the fences.
    public let lines: [String]

    /// The whole block, with a newline at the end of each line.
    public var text: String { lines.map { $0 + "\n" }.joined() }

    /// The file and the first line of the block.
    public var description: String { "\(file): \(lines.first ?? "")" }

    /// The blocks of a Markdown file. Each line that is indented by four columns is a block.
    public static func blocks(inFile path: String) throws -> [CodeBlock] {
        let file = URL(fileURLWithPath: path).lastPathComponent
        var blocks: [CodeBlock] = []
        var open: (language: String, lines: [String])?
        for line in try String(contentsOfFile: path, encoding: .utf8).components(separatedBy: "\n")
        {
            if let block = open {
                if line == "```" {
                    blocks.append(Self(file: file, language: block.language, lines: block.lines))
                    open = nil
                } else {
                    open?.lines.append(line)
                }
            } else if line.hasPrefix("```") {
                open = (String(line.dropFirst(3)), [])
            } else if line.hasPrefix("    ") || line.hasPrefix("\t") {
                blocks.append(Self(file: file, language: "indented", lines: [line]))
            }
        }
        guard open == nil else { throw TestFailure("\(file): a block of code has no end") }
        return blocks
    }
}
