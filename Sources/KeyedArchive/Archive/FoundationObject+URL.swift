/// A URL may have a base, and the base may have another base.
extension FoundationObject {
    /// The highest number of bases. Real archives don't have more, and every URL that shares the
    /// bases would grow by them.
    static let mostBases = 16

    func url() throws(KeyedArchiveError) -> ArchivedValue {
        var parts = [try relative()]
        var seen = [uid]
        var next = try base()
        while let base = next {
            guard !seen.contains(base.uid) else {
                throw .cyclic("object \(base.uid) contains itself")
            }
            guard seen.count <= Self.mostBases else {
                throw .limitExceeded("a URL with more than \(Self.mostBases) bases")
            }
            seen.append(base.uid)
            parts.append(try base.relative())
            next = try base.base()
        }
        return parts.reversed().reduce(ArchivedValue.null) { base, relative in
            if case .null = base { return .url(base: nil, relative: relative) }
            return .url(base: base, relative: relative)
        }
    }

    private func relative() throws(KeyedArchiveError) -> String {
        guard case .string(let text) = try scalar("NS.relative") else {
            throw lacks("NS.relative", "text")
        }
        return text
    }

    private func base() throws(KeyedArchiveError) -> FoundationObject? {
        guard let value = fields["NS.base"], value != .uid(0) else { return nil }
        guard case .uid(let uid) = value, let fields = objects.fields(of: uid),
            case .instance(let className) = try objects.kind(of: fields, uid: Int(uid)),
            case .url? = FoundationClass(name: className)
        else { throw lacks("NS.base", "a URL") }
        return FoundationObject(uid: uid, className: className, fields: fields, objects: objects)
    }
}
