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
        let dot = name.lastIndex(of: ".") ?? name.endIndex
        return first { suffix in
            let free = String(name[..<dot] + suffix + name[dot...])
            return isFree(free) ? free : nil
        }
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
