/// The values of a record that no column of Darwin Core says exactly: a JSON object in
/// `dynamicProperties`, as ``DarwinCoreRow`` writes it.
///
/// A member is taken as a field only if the columns say the same or nothing. So an import takes what
/// somebody edited in a column. Another program may say something beside its columns, which stays under a name of its own.
enum DynamicProperties {
    static let column = "dynamicProperties"

    /// Replaces the object by cells for its members, and removes columns that say less. A text that is no
    /// object stays.
    static func expand(_ cells: inout [TableCell], _ builder: TableDocuments) {
        let text = cells.text(column)
        guard text.hasPrefix("{"), let members = try? JSONObject(Array(text.utf8), 1).cells() else {
            return
        }
        cells.removeAll { $0.column == column }
        let name = members.first { $0.column == "kind" }?.value.text
        let named = name.flatMap { try? DocumentKind.named($0) }
        let kind = named ?? builder.options.kind ?? .bug
        for member in members where !member.value.isEmpty {
            add(member, of: kind.adding(builder.columns.customFields), to: &cells, builder)
        }
    }

    /// The elements of a list as a column has them; empty for anything else.
    private static func listed(_ member: TableCell) -> String {
        guard case .list(let elements) = member.value else { return "" }
        return elements.compactMap(\.text).joined(separator: DarwinCoreRow.listSeparator)
    }

    /// Whether a member has a name of ours that is no value of a document.
    private static func isNoValue(_ member: TableCell, of kind: DocumentKind) -> Bool {
        if member.column == "kind" {
            return (member.value.text.flatMap { try? DocumentKind.named($0) }) == nil
        }
        return DocumentRecord.printed.contains(member.column)
            || kind.field(named: member.column) != nil
    }

    private static func add(
        _ member: TableCell, of kind: DocumentKind, to cells: inout [TableCell],
        _ builder: TableDocuments
    ) {
        var (name, columns) = (
            member.column, [member.column: FlatText(member.value.text ?? listed(member)).text]
        )
        let isOwn = builder.columns.origin == .own
        var fieldValue: FieldValue?
        // A value that a field couldn't take has the name of the field's column, which is about the field.
        // So does a name that counts only in its table, in whose column the document's identifier stands.
        if DarwinCoreTerm.ofFields.contains(name) || name == ForeignTable.identifierColumn {
            columns = [:]
        }
        if let field = kind.field(named: name), field.isEditable, field.type != .picture {
            fieldValue = try? builder.columns.value(of: member, for: field)
            if let fieldValue {
                columns = DarwinCoreRow.columns(of: fieldValue, in: field)
            } else {
                // A value of another program that the field can't take.
                (name, columns) = ("\(column) \(name)", [:])
            }
        } else if !isOwn, isNoValue(member, of: kind) {
            (name, columns) = ("\(column) \(name)", [:])
        }
        let isEdited = columns.contains { column, text in
            let other = cells.text(column)
            return !other.isEmpty && other != text
        }
        if isEdited {
            if isOwn { return }
            (name, columns, fieldValue) = ("\(column) \(name)", [:], nil)
        }
        cells.removeAll { !$0.isMember && columns[$0.column] != nil }
        cells.append(
            TableCell(
                column: name, value: member.value, isMember: true,
                fieldValue: fieldValue))
    }
}
