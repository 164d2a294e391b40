import SystemPackage

extension Workspace {
    /// Makes a new document and gives it the highest number in use plus one.
    ///
    /// - Parameter picture: an open picture, whose bytes are kept as they are.
    public func add(
        _ data: DocumentData, picture: PictureFile?
    ) throws -> Document {
        let staging = try staging()
        let stagedName = staging.freshName()
        let staged = try staging.directory.newDirectory(named: stagedName)
        do {
            try write(try data.encoded(), named: data.kind.dataFileName, to: staged)
            if let picture { try write(picture, named: data.kind.photographName, to: staged) }
            let name = try claim(stagedName, kind: data.kind, preferring: nil).name
            return try Document(
                name: name, data: data, picture: picture?.asPicture(of: data.kind))
        } catch {
            try? staging.directory.removeDirectory(named: stagedName)
            throw error
        }
    }

    /// Gives a staged directory its number and its place among the documents, by one rename that
    /// cannot replace anything.
    ///
    /// - Parameter preferred: the number it gets if that is free.
    /// - Returns: its name, and whether the preferred number was taken.
    func claim(
        _ stagedName: String, kind: DocumentKind, preferring preferred: Int?
    ) throws -> (name: DocumentName, wasTaken: Bool) {
        let documents = try writable()
        let staging = try staging()
        if durability == .eachChange { try syncStaged(stagedName) }
        let claimed = try locked {
            while true {
                let highest = try numbers.highest(in: documents)
                let free = try preferred.flatMap {
                    try documentNames($0, in: documents).isEmpty ? $0 : nil
                }
                let number = try free ?? NumberSequence.next(after: highest)
                let name = DocumentName(number: number, kind: kind)
                do {
                    try staging.directory.move(
                        stagedName, to: name.directoryName, in: documents, .never)
                } catch let error as ScaryBugsError where error.code == .system(.fileExists) {
                    // Somebody else's hand was quicker, without the lock: look again.
                    numbers = NumberSequence()
                    continue
                }
                try numbers.didChange(documents, highest: max(highest, number))
                return (name, preferred != free)
            }
        }
        try didChange(documents)
        return claimed
    }

    /// Puts a staged directory's files and entries on the disk.
    private func syncStaged(_ stagedName: String) throws {
        guard let staged = try staging().directory.directory(named: stagedName) else { return }
        for name in try staged.names() { try staged.file(named: name)?.sync() }
        try staged.sync()
    }

    func write(_ bytes: [UInt8], named name: String, to directory: Directory) throws {
        let file = try directory.createFile(named: name)
        try file.write(bytes)
    }

    func write(
        _ picture: PictureFile, named name: String, to directory: Directory
    ) throws {
        let file = try directory.createFile(named: name)
        try file.copy(from: picture.file, limit: limits.bundleBytes)
    }
}
