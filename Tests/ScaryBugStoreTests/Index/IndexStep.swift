import Foundation
import TestSupport

@testable import ScaryBugFormats
@testable import ScaryBugFormatsTests
@testable import ScaryBugRecords
@testable import ScaryBugStore

/// A change of a workspace.
enum IndexStep: CaseIterable {
    case add, rename, rate, tag, attachPicture, removePicture, delete, importBundle, addField
    case setField, removeField

    /// A change that another program makes in the documents' directory.
    enum ByHand: CaseIterable {
        case copy, remove, rename, swap, replace
    }

    static let field = Field("my", key: "my", .text, "")

    /// Applies the change to one of the documents.
    func run(in session: Workspace, of bench: Bench, with dice: inout Dice) throws {
        let present = try session.documentNames()
        let word = dice.pick(["Scary", "Dull", "Red", "Café"]) + " \(dice.roll(100))"
        guard let name = present.isEmpty ? nil : dice.pick(present) else {
            try session.add(word)
            return
        }
        func edit(_ edits: [Edit], _ picture: Workspace.PictureEdit = .keep) throws {
            _ = try session.edit(name, edits, picture: picture, now: Bench.now)
        }
        switch self {
        case .add: try session.add(word, kind: dice.pick(DocumentKind.all))
        case .rename: try edit([.set(.title, .text(word))])
        case .rate: try edit([.set(.rating, .rating(Float(dice.roll(11)) / 2))])
        case .tag: try edit([.add(.tags, [dice.pick(["red", "blue", "Green"])])])
        case .attachPicture:
            try edit([], .replace(PictureFile(path: bench.directory.path("a.jpg"))))
        case .removePicture: try edit([], .remove)
        case .delete: try session.delete(name)
        case .importBundle:
            let directory = bench.documentPath(name.directoryName)
            _ = try session.importAll(bench.directory.path(directory))
        case .addField: _ = try session.add(Field(custom: "my", .text))
        case .setField: try edit([.set(Self.field, .text(dice.pick(["moss", "bark"])))])
        case .removeField: try? session.removeField(named: "my")
        }
    }
}

extension IndexStep.ByHand {
    /// Applies the change to one of the documents.
    func run(in bench: Bench, with dice: inout Dice) throws {
        let names = try bench.directory.names(in: bench.documentPath("")).filter {
            DocumentName(directoryName: $0) != nil
        }
        guard !names.isEmpty else { return }
        let name = dice.pick(names)
        let other = dice.pick(names)
        let free = bench.documentPath(
            "\(200 + dice.roll(100_000)).\(name.split(separator: ".")[1])")
        let path = bench.documentPath(name)
        switch self {
        case .copy: try Self.copy(path, to: free, in: bench)
        case .remove: try bench.directory.remove(path)
        case .rename: try bench.directory.rename(path, free)
        case .swap where other != name && other.hasSuffix(name.drop { $0 != "." }):
            try bench.directory.rename(path, bench.documentPath("aside"))
            try bench.directory.rename(bench.documentPath(other), path)
            try bench.directory.rename(
                bench.documentPath("aside"), bench.documentPath(other))
        case .replace where other != name && other.hasSuffix(name.drop { $0 != "." }):
            try bench.directory.remove(path)
            try Self.copy(bench.documentPath(other), to: path, in: bench)
        case .swap, .replace: break
        }
    }

    private static func copy(_ name: String, to copy: String, in bench: Bench) throws {
        try FileManager.default.copyItem(
            atPath: bench.directory.path(name), toPath: bench.directory.path(copy))
    }
}

extension TemporaryDirectory {
    func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: path(name))
    }
}
