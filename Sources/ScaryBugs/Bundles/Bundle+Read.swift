import Containers

extension Bundle {
    /// Reads and checks a whole bundle, and unpacks it if a directory is given.
    ///
    /// A bundle is a container (see ``Container``) with one document.
    ///
    /// Named files are written only inside `destination`. If the bundle is refused, files unpacked
    /// so far may remain there, so the caller removes the directory.
    ///
    /// - Parameters:
    ///   - file: an open regular file, which is read from its beginning.
    ///   - destination: an empty directory for the files; nil to check only.
    /// - Throws: ``ScaryBugsError``, whose message continues a sentence that starts with the file's
    ///   name. The code is ``ScaryBugsError/Code/refused`` for content that bundles may not have,
    ///   ``ScaryBugsError/Code/damaged`` for content that contradicts itself, and
    ///   ``ScaryBugsError/Code/limitExceeded`` for content above a limit.
    package static func read(
        _ file: borrowing File, limits: Limits, into destination: Directory?
    ) throws -> Contents {
        let extractor = BundleExtractor(limits: limits, into: destination)
        do {
            try Container.read(file, limits: limits.container, extractor.extract)
        } catch let reason as Container.Unsupported {
            throw ScaryBugsError(.refused, description(of: reason), cause: reason)
        }
        return try extractor.contents()
    }

    private static func description(of reason: Container.Unsupported) -> String {
        switch reason {
        case .empty: return "empty"
        case .compressedTwice: return "compressed more than once"
        case .compressedFile: return "compressed but not a tar file; a bundle is a ZIP or tar file"
        case .format(let name): return name
        case .unknown:
            return "not a bundle (a ZIP or tar file); 'help bundles' lists what can be imported"
        }
    }
}

extension Limits {
    var container: ContainerLimits {
        ContainerLimits(
            entries: Limit(bundleEntries, .bundleEntries),
            bytes: Limit(bundleBytes, .bundleBytes))
    }
}
