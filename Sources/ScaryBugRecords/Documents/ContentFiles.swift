internal import Containers

/// The files of a document that belong to its content.
package struct ContentFiles: Sendable {
    package var picture: Picture?
    package var names: [String] = []

    package init(picture: Picture? = nil, names: [String] = []) {
        (self.picture, self.names) = (picture, names)
    }

    /// Whether this is the name of a document's data file, `data.plist` in any case.
    package static func isDataFile(_ fileName: String) -> Bool {
        fileName.lowercased() == "data.plist"
    }

    /// Whether a file belongs to the content of a document beside its values. Each computer may make
    /// the thumbnail anew.
    package static func isOfContent(_ fileName: String) -> Bool {
        !isDataFile(fileName) && !DocumentKind.isThumbnailName(fileName)
            && !Litter.isNamed(fileName)
    }

    /// The names of a document's files, data files first.
    package static func inPackedOrder(_ names: [String]) -> [String] {
        names.filter(isDataFile) + names.filter { !isDataFile($0) }
    }
}
