internal import Containers

/// A version of a document that a change replaced.
package struct EarlierVersion: Sendable {
    private let dataFile: [UInt8]
    /// Its files, perhaps without checksums; nil if the change replaced only the data file.
    fileprivate let files: ContentVersion?

    package init(dataFile: [UInt8], files: ContentVersion?) {
        (self.dataFile, self.files) = (dataFile, files)
    }

    /// Its data; nil if it is of another document, or if it knows something else of others.
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
        var (versions, files) = ([(data: data, files: files)], files)
        for version in earlier {
            let later = versions[versions.count - 1].data
            guard Self.time(later.modificationDate) > time else { break }
            files = version.files ?? files
            // An undone merge may lie between two versions.
            if let data = version.data(before: later) { versions.append((data, files)) }
        }
        var before: (content: CopyContent, files: ContentVersion, date: Timestamp, time: Int64)?
        for (data, files) in versions.reversed() {
            let (date, present) = (data.modificationDate, CopyContent(data, ContentVersion([])))
            // Changes within a second have dates ahead of the clock.
            let isQuick = before.map { $0.date == date || $0.date.next == date } == true
            let time = isQuick ? before?.time ?? Self.time(date) : Self.time(date)
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
