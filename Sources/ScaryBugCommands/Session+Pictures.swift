import Glibc
import ScaryBugs
import SystemPackage

extension Session {
    /// Draws the photograph of a document at a terminal that shows pictures.
    func drawPhotograph(of name: DocumentName) throws {
        guard output.canDraw, environment.hasSmartTerminal,
            workspace.preferences[.pictures] == .text(Preference.on)
        else { return }
        do {
            guard let file = try workspace.openPhotograph(of: name) else { return }
            // The drawing program never gets the photograph, which may be made to do harm.
            let results = try Thumbnails.make(of: [file.descriptor], pixels: Self.drawnPixels)
            for result in results {
                let picture = try result.get()
                // Terminals are asked only for pictures that can be drawn.
                if let form = try pictureForm() { try draw(picture, as: form) }
            }
        } catch let error as MissingProgram {
            let remark = "photographs are not shown: \(error), or use 'config pictures=off'"
            if reportedRemarks.insert(remark).inserted { try notice(remark) }
        } catch let error as ScaryBugsError {
            try notice("the photograph of \(name.number) is not shown: \(error)")
        }
    }

    /// The longer side of a drawn picture, in pixels.
    private static let drawnPixels = 640

    private func draw(_ picture: [UInt8], as form: PictureForm) throws {
        let file = try File.temporary()
        try file.write(picture)
        _ = lseek(file.descriptor.rawValue, 0, SEEK_SET)
        let options = form.options(environment, hasColors: output.hasColors)
        let program = ChildProcess(["chafa"] + options + ["-"], from: "chafa")
        try output.draw { screen in
            let end = try program.run(input: file.descriptor, output: screen.descriptor)
            guard end.isSuccess else {
                throw ScaryBugsError(.refused, "chafa could not draw it: \(end.messages.trimmed)")
            }
            // These leave the cursor in the last row of the picture.
            if form == .iterm || form == .sixels { try screen.write(Array("\n".utf8)) }
        }
    }

    /// The form of pictures; nil if the terminal shows none. It is found out once.
    private func pictureForm() throws -> PictureForm? {
        if let known = knownPictureForm { return known }
        let form = try PictureForm(environment) {
            // The first attribute is the class. From 62 on, terminals list what they have.
            guard let attributes = try TerminalQuestion.attributes(), let level = attributes.first
            else { return false }
            return level >= 62 && attributes.dropFirst().contains(4)
        }
        knownPictureForm = .some(form)
        return form
    }
}
