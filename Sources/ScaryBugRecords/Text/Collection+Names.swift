extension Collection {
    /// The first element with one of these names. Earlier names take precedence, and case does not
    /// count.
    package func first(named names: [String], _ nameOf: (Element) -> String) -> Element? {
        for name in names {
            let found = first { nameOf($0).lowercased() == name.lowercased() }
            if let found { return found }
        }
        return nil
    }
}

extension Collection<String> {
    package func first(named names: [String]) -> String? { first(named: names) { $0 } }
}

/// Names that are told apart by a number: "name", "name 2", "name 3".
package enum NumberedName {
    /// The first of `wing.jpg`, `wing 2.jpg` and so on that is free.
    package static func file(like name: String, isFree: (String) -> Bool) -> String {
        first { suffix in
            let free = file(name, before: suffix)
            return isFree(free) ? free : nil
        }
    }

    /// A file's name with a suffix before its extension. It is cut to the 255 bytes that a name may have.
    package static func file(_ name: String, before suffix: String) -> String {
        // The dot of a hidden file begins no extension.
        let dot = name.dropFirst().lastIndex(of: ".") ?? name.endIndex
        var (stem, end) = (name[..<dot].unicodeScalars, name[dot...].unicodeScalars)
        let length = { String(stem).utf8.count + suffix.utf8.count + String(end).utf8.count }
        while length() > 255 {
            if stem.count > 1 { stem.removeLast() } else { end.removeLast() }
        }
        return String(stem) + suffix + String(end)
    }

    /// Calls `attempt` with "", " 2", " 3" and so on, until it returns a result.
    package static func first<Result>(_ attempt: (_ suffix: String) throws -> Result?) rethrows
        -> Result
    {
        var number = 1
        return try first(from: &number, attempt)
    }

    /// Starts at a number instead of 1, and sets it to the next number to try.
    package static func first<Result>(
        from number: inout Int, _ attempt: (_ suffix: String) throws -> Result?
    ) rethrows -> Result {
        while true {
            let suffix = number == 1 ? "" : " \(number)"
            number += 1
            if let result = try attempt(suffix) { return result }
        }
    }
}
