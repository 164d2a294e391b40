extension DocumentData {
    /// The bytes of all texts, a shared text once for each use.
    var textBytes: Int {
        var count = 0
        forEachValue { count += $1.textBytes }
        return count
    }

    /// Checks the values against the limits on values.
    ///
    /// - Parameters:
    ///   - size: the bytes of the data file.
    /// - Throws: ``ScaryBugsError/Code/limitExceeded`` that names the field and the limit.
    func check(_ limits: Limits, fileSize size: Int) throws {
        if let excess = excesses(over: limits, fileSize: size).first { throw excess }
        try limits.check(dataFileSize: size)
    }

    func excesses(over limits: Limits, fileSize size: Int) -> [ScaryBugsError] {
        // Most data files are too small for any such value. The largest list of a file that shares
        // one text has half of the bytes as text and half as references.
        let isSmall =
            size <= limits.listValues && 2 * size <= limits.titleBytes
            && size / 2 * (size / 2) <= limits.textFileBytes
        if isSmall { return [] }
        let excesses = kind.fields.compactMap { field in
            self[field].flatMap { limits.excess($0, field) }
        }
        return excesses
            + unknown.compactMap { key, value in
                value.text.flatMap { limits.excess(ofTextUnder: key, bytes: $0.utf8.count) }
            }
    }
}

extension FieldValue {
    var textBytes: Int {
        switch self {
        case .text(let text): text.utf8.count
        case .list(let values): values.reduce(0) { $0 + $1.utf8.count }
        default: 0
        }
    }
}

extension Limits {
    /// Checks the value that an edit gave to a field; see ``DocumentData/check(_:fileSize:)``.
    func check(_ edit: Edit, of data: DocumentData) throws {
        let value: FieldValue? =
            switch edit {
            case .set(_, let value): value
            case .add(let field, _): data[field]
            case .clear, .remove: nil
            }
        if let excess = value.flatMap({ excess($0, edit.field) }) { throw excess }
    }

    func excess(_ value: FieldValue, _ field: Field) -> ScaryBugsError? {
        switch value {
        case .text(let text) where field.type == .title:
            excess(of: field.name, bytes: text.utf8.count, over: Limit(titleBytes, .titleBytes))
        case .text(let text):
            excess(
                of: field.name, bytes: text.utf8.count, over: Limit(textFileBytes, .textFileBytes))
        case .list(let values) where values.count > listValues:
            Limit(listValues, .listValues).exceeded(
                "\(field.name) has more than \(listValues.grouped) values")
        case .list(let values):
            excess(
                of: field.name, bytes: values.reduce(0) { $0 + $1.utf8.count },
                over: Limit(textFileBytes, .textFileBytes))
        default: nil
        }
    }

    fileprivate func excess(ofTextUnder key: String, bytes: Int) -> ScaryBugsError? {
        excess(of: key, bytes: bytes, over: Limit(textFileBytes, .textFileBytes))
    }

    private func excess(of name: String, bytes: Int, over limit: Limit) -> ScaryBugsError? {
        bytes <= limit.value
            ? nil : limit.exceeded("\(name) is longer than \(limit.value.grouped) bytes")
    }

    /// Checks that a data file can be read again.
    func check(dataFileSize size: Int) throws {
        guard size <= dataFileBytes else {
            throw ScaryBugsError.over(
                .dataFileBytes,
                "the document's fields need more than \(ByteCount(dataFileBytes)) together")
        }
    }
}
