/// Reads an XML property list without recursion.
struct XMLReader {
    /// An array or a dictionary that isn't closed yet.
    private struct OpenElement {
        let tag: XMLScanner.Tag
        var values: [PropertyList] = []
        var dictionary = PropertyListDictionary()
        var key: String?

        var isDictionary: Bool { tag.name == "dict" }
    }

    private var scanner: XMLScanner
    private var open: [OpenElement] = []
    private var memory: MemoryLimit

    init(_ bytes: [UInt8], memory: Int) throws(KeyedArchiveError) {
        scanner = try XMLScanner(bytes)
        self.memory = MemoryLimit(memory)
    }

    mutating func read() throws(KeyedArchiveError) -> PropertyList {
        try scanner.skipProlog()
        let plist = try scanner.tag()
        guard plist.name == "plist", plist.kind == .start else {
            throw .notAPropertyList("XML, but not a property list", at: plist.offset)
        }
        let value = try outermostValue()
        let end = try scanner.tag()
        guard end.name == "plist", end.kind == .end else {
            throw .malformed("a second value after the outermost one", at: end.offset)
        }
        try scanner.skipSpaceAndComments()
        guard scanner.atEnd else {
            throw .malformed("text behind the property list", at: scanner.position)
        }
        return value
    }

    private mutating func outermostValue() throws(KeyedArchiveError) -> PropertyList {
        while true {
            let tag = try scanner.tag()
            guard let value = try value(tag) else { continue }
            guard !open.isEmpty else { return value }
            try add(value, at: tag.offset)
        }
    }

    /// Returns the value that a tag completes, if there is one.
    private mutating func value(_ tag: XMLScanner.Tag) throws(KeyedArchiveError) -> PropertyList? {
        switch (tag.name, tag.kind) {
        case (_, .end): return try close(tag)
        case ("key", _): try readKey(tag)
        // A literal would have room for a key.
        case ("dict", .empty): return .dictionary(PropertyListDictionary())
        case ("array", .empty): return .array([])
        case ("dict", .start), ("array", .start): try begin(tag)
        default: return try XMLScalar(tag, text: scanner.text(of: tag)).value()
        }
        return nil
    }

    private mutating func begin(_ tag: XMLScanner.Tag) throws(KeyedArchiveError) {
        guard open.count < ReadingLimits.nesting else {
            throw .limitExceeded(
                "containers nested more than \(ReadingLimits.nesting) deep", at: tag.offset)
        }
        try memory.take(MemoryLimit.allocation, at: tag.offset)
        open.append(OpenElement(tag: tag))
    }

    private mutating func readKey(_ tag: XMLScanner.Tag) throws(KeyedArchiveError) {
        let innermost = open.count - 1
        guard innermost >= 0, open[innermost].isDictionary, open[innermost].key == nil else {
            throw .malformed("a key where none belongs", at: tag.offset)
        }
        open[innermost].key = try scanner.text(of: tag)
    }

    private mutating func add(_ value: PropertyList, at offset: Int) throws(KeyedArchiveError) {
        // Room for values doubles when it is full.
        try memory.take(2 * MemoryLimit.value + value.allocatedSize, at: offset)
        let innermost = open.count - 1
        guard open[innermost].isDictionary else { return open[innermost].values.append(value) }
        guard let key = open[innermost].key else {
            throw .malformed("a value of a dictionary without a key", at: offset)
        }
        open[innermost].key = nil
        try memory.take(
            2 * MemoryLimit.value + PropertyList.string(key).allocatedSize, at: offset)
        guard open[innermost].dictionary.insert(key, value) else {
            throw .malformed("a dictionary has the key \"\(key)\" twice", at: offset)
        }
    }

    private mutating func close(_ tag: XMLScanner.Tag) throws(KeyedArchiveError) -> PropertyList {
        guard let element = open.popLast() else {
            throw .malformed("\"\(tag.name)\" ends where a value should be", at: tag.offset)
        }
        guard element.tag.name == tag.name else {
            throw .malformed(
                "the element \"\(element.tag.name)\" is ended as \"\(tag.name)\"", at: tag.offset)
        }
        guard element.isDictionary else { return .array(element.values) }
        guard element.key == nil else {
            throw .malformed("the last key of a dictionary has no value", at: tag.offset)
        }
        return try dictionary(element)
    }

    /// XML has no element for a reference. A dictionary whose only key is `CF$UID` represents it.
    private func dictionary(_ element: OpenElement) throws(KeyedArchiveError) -> PropertyList {
        guard element.dictionary.count == 1,
            case .integer(let number)? = element.dictionary["CF$UID"]
        else { return .dictionary(element.dictionary) }
        guard let uid = UInt32(exactly: number) else {
            throw .malformed("the reference \(number) is not in 32 bits", at: element.tag.offset)
        }
        return .uid(uid)
    }
}
