extension Workspace {
    /// A document that was taken in.
    public struct Imported: Sendable {
        public let document: Document
        /// The number that its directory had where it came from.
        public let was: Int?
        /// Whether that number was in use here.
        public let wasTaken: Bool
        /// What was odd about it without keeping it out.
        public let warnings: [String]
    }

    /// What would be taken in.
    public struct Preview: Sendable {
        public let contents: DocumentContents
        /// The number that its directory has where it comes from.
        public let was: Int?
        public let warnings: [String]
    }

    /// Takes in a bundle or a document's directory, or refuses it whole.
    ///
    /// It is unpacked into the staging directory, checked, and claimed by one rename. It keeps its
    /// number if that is free here, else it gets the highest plus one.
    public func take(_ source: ImportSource) throws -> Imported {
        do {
            // A workspace comes into being with what is kept, not with what is refused.
            if try readable() == nil { _ = try read(source, into: nil) }
            return try stageAndClaim(source)
        } catch let error as ScaryBugsError {
            throw source.naming(error)
        }
    }

    /// Reads and checks what ``take(_:)`` would take in, and keeps nothing.
    public func preview(_ source: ImportSource) throws -> Preview {
        do {
            let arrival = try read(source, into: nil)
            return Preview(
                contents: arrival.contents, was: arrival.was, warnings: arrival.warnings)
        } catch let error as ScaryBugsError {
            throw source.naming(error)
        }
    }

    private func stageAndClaim(_ source: ImportSource) throws -> Imported {
        let staging = try staging()
        let stagedName = staging.freshName()
        let staged = try staging.directory.newDirectory(named: stagedName)
        do {
            let arrival = try read(source, into: staged)
            try arrival.useNamesOfKind(in: staged)
            let claimed = try claim(
                stagedName, kind: arrival.kind, preferring: arrival.was)
            let document = Document(
                name: claimed.name, data: arrival.contents.data, picture: arrival.contents.picture)
            return Imported(
                document: document, was: arrival.was, wasTaken: claimed.wasTaken,
                warnings: arrival.warnings)
        } catch {
            try? staging.directory.removeDirectory(named: stagedName)
            throw error
        }
    }

    private func read(_ source: ImportSource, into destination: Directory?) throws -> Arrival {
        switch source.content {
        case .directory(let directory):
            let contents = try directory.readDocument(
                named: source.lastComponent, limits: limits, into: destination)
            return try Arrival(contents)
        case .file(let file):
            return try Arrival(Bundle.read(file, limits: limits, into: destination))
        }
    }
}
