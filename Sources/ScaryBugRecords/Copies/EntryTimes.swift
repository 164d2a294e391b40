internal import Containers

/// A version of a document that a change replaced.
package struct EarlierVersion: Sendable {
    private let dataFile: [UInt8]
    /// Its files, perhaps without checksums; nil if the change replaced only the data file.
    fileprivate let files: ContentVersion?

    package init(dataFile: [UInt8], files: ContentVersion?) {
        (self.dataFile, self.files) = (dataFile, files)
    }

    /// Its data; nil if it is of another document, or if the document has exchanged something since.
    fileprivate func data(before later: DocumentData) -> DocumentData? {
        let data = try? DocumentData(
            dataFile, kind: later.kind, modified: later.modificationDate)
        guard let data, data.canonicalIdentifier == later.canonicalIdentifier,
            data.changesChecksum == later.changesChecksum
        else { return nil }
        return data
    }
}

/// The times when the values of a copy were entered, in milliseconds since 1970. A value is as old as the
/// first of the versions that have it and follow each other.
struct EntryTimes {
    /// The time of the last change.
    let last: Int64
    private var times: [CopyState.Register: Int64] = [:]

    init(_ date: Timestamp) { last = Self.time(date) }

    private static func time(_ date: Timestamp) -> Int64 {
        max(0, min(date.secondsSince1970 * 1_000, CopyState.lastTime))
    }

    /// - Parameters:
    ///   - earlier: the earlier versions, the newest first.
    ///   - time: the time before which all values count alike.
    init(
        of content: CopyContent, in data: DocumentData, _ files: ContentVersion,
        _ earlier: [EarlierVersion], since time: Int64
    ) {
        self.init(data.modificationDate)
        var versions = [(data: data, files: files)]
        for version in earlier {
            let (later, files) = versions[versions.count - 1]
            guard Self.time(later.modificationDate) > time,
                let data = version.data(before: later)
            else { break }
            versions.append((data, version.files ?? files))
        }
        var before: (content: CopyContent, files: ContentVersion, date: Timestamp, time: Int64)?
        for (data, files) in versions.reversed() {
            let (date, present) = (data.modificationDate, CopyContent(data, ContentVersion([])))
            // Changes within a second have dates ahead of the clock.
            let time = before.flatMap { $0.date.next == date ? $0.time : nil } ?? Self.time(date)
            let registers = [content, present, before?.content].compactMap { $0?.shown.keys }
            for register in Set(registers.joined()) {
                let isSame = before.map { before in
                    guard case .file(let name, _)? = content.shown[register]?.source else {
                        return before.content.values(of: register) == present.values(of: register)
                    }
                    return before.files.file(named: name)?.size == files.file(named: name)?.size
                }
                if isSame != true { times[register] = time }
            }
            before = (present, files, date, time)
        }
    }

    func time(of register: CopyState.Register) -> Int64 { times[register] ?? last }
}
