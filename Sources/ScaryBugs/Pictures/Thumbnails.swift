import SystemFiles
package import SystemPackage

/// Makes small JPEG pictures of photographs: upright, in sRGB, without metadata, never larger than the
/// photograph.
package enum Thumbnails {
    /// The longer side of a thumbnail at most, in pixels.
    package static let pixels = 160

    /// The most photographs that one process works on. The start of a process takes as long as two of
    /// them.
    private static let mostTogether = 50
    private static let fewestTogether = 8

    /// Makes a small picture of each photograph, in the same order.
    ///
    /// - Parameters:
    ///   - pictures: open files, whose positions don't matter.
    ///   - pixels: the longer side of a small picture at most.
    /// - Returns: the bytes, or the reason why a photograph has no small picture.
    /// - Throws: ``MissingProgram`` if `vipsthumbnail` isn't installed, and ``Interrupted``.
    package static func make(
        of pictures: [FileDescriptor], pixels: Int = pixels
    ) throws -> [Result<[UInt8], ScaryBugsError>] {
        let half = (pictures.count + 1) / 2
        let count = min(max(half, fewestTogether), mostTogether)
        var rest = pictures[...]
        var results: [Result<[UInt8], ScaryBugsError>] = []
        let work = OrderedWork<[FileDescriptor], [Result<[UInt8], ScaryBugsError>]>(
            gathering: 0, itemsPerThread: 1, threads: 2
        ) { pictures, _ in try ThumbnailBatch(pixels: pixels).results(of: pictures) }
        let next = { rest.popFirst(count) }
        try work.run(next: next) { batches in
            for batch in batches { results += try batch.get() }
        }
        return results
    }
}
