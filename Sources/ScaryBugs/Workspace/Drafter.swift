/// What other threads need to work out edits and new documents ahead of time.
package struct Drafter: Sendable {
    let reader: DocumentReader
    /// The kind of new documents, unless a command names another one.
    package let kind: DocumentKind
    private let workspace: Int
    private let preferencesCount: Int

    package var limits: Limits { reader.limits }

    /// A kind with the custom fields added.
    package func kind(_ kind: DocumentKind) -> DocumentKind { kind.adding(reader.customFields) }

    /// - Returns: nil before the workspace has read its preferences.
    package init?(for workspace: Workspace) throws {
        guard let preferences = workspace.knownPreferences?.preferences else { return nil }
        reader = try workspace.reader().at(.shared)
        kind = preferences.kind
        self.workspace = workspace.serial
        preferencesCount = workspace.preferencesCount
    }

    /// Whether this is the same workspace, and its preferences were not read again.
    package func isCurrent(for workspace: Workspace) -> Bool {
        self.workspace == workspace.serial && preferencesCount == workspace.preferencesCount
    }
}
