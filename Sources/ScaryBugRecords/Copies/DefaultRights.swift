/// The license and the credit that the preferences give documents which go out without them.
package struct DefaultRights: Sendable {
    private let texts: [(field: String, text: String)]

    /// - Parameter texts: the texts by the names of the fields, without empty ones.
    package init(_ texts: [(field: String, text: String)] = []) { self.texts = texts }

    /// Whether a document has the value with which an export fills the field of a key.
    func hasDefault(ofKey key: String, in data: DocumentData) -> Bool {
        texts.contains { name, text in
            guard let field = data.kind.field(named: name), field.key == key else { return false }
            return data[field] == .text(text)
        }
    }

    /// Fills empty fields that others get. The sender never entered these values, so they only stand for
    /// what somebody may enter later.
    ///
    /// - Returns: the keys of these fields.
    @discardableResult
    package func fill(
        _ data: inout DocumentData, without withholding: Withholding?
    ) throws -> Set<String> {
        var keys: Set<String> = []
        for (name, text) in texts where withholding?.names(name) != true {
            guard let field = data.kind.field(named: name), field.type == .text,
                data[field]?.isEmpty ?? true, data.stored(field.key) == nil
            else { continue }
            try data.set(.text(text), for: field)
            keys.insert(field.key)
        }
        return keys
    }
}
