extension Preferences {
    /// Adds the custom fields and saved queries of other preferences that are missing here. Existing
    /// ones stay.
    ///
    /// - Returns: warnings about fields and queries that could not be added.
    mutating func addMissing(from other: Preferences) -> [String] {
        var warnings: [String] = []
        for field in other.customFields {
            do { _ = try add(field) } catch {
                warnings.append("the field '\(field.name)' was not restored: \(error)")
            }
        }
        for query in other.savedQueries
        where !savedQueries.contains(where: { $0.name == query.name }) {
            do { try save(query) } catch {
                warnings.append("the query '\(query.name)' was not restored: \(error)")
            }
        }
        return warnings
    }
}
