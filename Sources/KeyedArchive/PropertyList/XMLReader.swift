import XML

/// Reads an XML property list without recursion.
struct XMLReader {
    /// An array or a dictionary that isn't closed yet.
    private struct OpenElement {
        let name: String
        let offset: Int
        var values: [PropertyList] = []
        var dictionary = PropertyListDictionary()
        var key: String?

        init(_ element: XMLElement) { (name, offset) = (element.name, element.offset) }

        var isDictionary: Bool { name == "dict" }
    }

    private var xml: XMLElements
    private var open: [OpenElement] = []
    private var outermost: PropertyList?
    private var memory: MemoryLimit

    static func read(
        _ bytes: [UInt8], memory: Int
    ) throws(KeyedArchiveError) -> PropertyList {
        var reader = XMLReader(bytes, memory)
        do { return try reader.read() } catch let error as KeyedArchiveError {
            throw error
        } catch let error as XMLError {
            throw KeyedArchiveError(error)
        } catch { throw .malformed("\(error)") }
    }

    private init(_ bytes: [UInt8], _ memory: Int) {
        // The property list itself is an element, and so is the innermost value.
        xml = XMLElements(bytes, nesting: ReadingLimits.nesting + 2, keepsLineEnds: true)
        self.memory = MemoryLimit(memory)
    }

    private mutating func read() throws -> PropertyList {
        let root = try xml.child()
        guard let root, root.name == "plist" else {
            throw KeyedArchiveError.notAPropertyList(
                "XML, but not a property list", at: root?.offset)
        }
        while true {
            let child = try xml.child()
            guard xml.textBefore.utf8.allSatisfy(XMLElements.isSpace) else {
                throw KeyedArchiveError.malformed(
                    "text where a tag should be", at: child?.offset ?? open.last?.offset)
            }
            if let child {
                try begin(child)
            } else if let ended = open.popLast() {
                try add(value(of: ended), at: ended.offset)
            } else {
                break
            }
        }
        guard let outermost else {
            throw KeyedArchiveError.malformed("a property list without a value", at: root.offset)
        }
        // Throws for text behind the property list.
        _ = try xml.child()
        return outermost
    }

    private mutating func begin(_ element: XMLElement) throws {
        switch element.name {
        case "key": try readKey(element)
        case "dict", "array":
            guard open.count < ReadingLimits.nesting else {
                throw KeyedArchiveError.limitExceeded(
                    "containers nested more than \(ReadingLimits.nesting) deep",
                    at: element.offset)
            }
            try memory.take(MemoryLimit.allocation, at: element.offset)
            open.append(OpenElement(element))
        default:
            let text = try text(of: element)
            try add(element.scalar(text), at: element.offset)
        }
    }

    private mutating func readKey(_ element: XMLElement) throws {
        let innermost = open.count - 1
        guard innermost >= 0, open[innermost].isDictionary, open[innermost].key == nil else {
            throw KeyedArchiveError.malformed("a key where none belongs", at: element.offset)
        }
        open[innermost].key = try text(of: element)
    }

    private mutating func text(of element: XMLElement) throws -> String {
        if let inner = try xml.child() {
            throw KeyedArchiveError.malformed(
                "a tag inside of the element \"\(element.name)\"", at: inner.offset)
        }
        return xml.textBefore
    }

    private mutating func add(_ value: PropertyList, at offset: Int) throws(KeyedArchiveError) {
        // Room for values doubles when it is full.
        try memory.take(2 * MemoryLimit.value + value.allocatedSize, at: offset)
        let innermost = open.count - 1
        guard innermost >= 0 else {
            guard outermost == nil else {
                throw .malformed("a second value after the outermost one", at: offset)
            }
            outermost = value
            return
        }
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

    /// XML has no element for a reference. A dictionary whose only key is `CF$UID` represents it.
    private func value(of element: OpenElement) throws(KeyedArchiveError) -> PropertyList {
        guard element.isDictionary else { return .array(element.values) }
        guard element.key == nil else {
            throw .malformed("the last key of a dictionary has no value", at: element.offset)
        }
        guard element.dictionary.count == 1,
            case .integer(let number)? = element.dictionary["CF$UID"]
        else { return .dictionary(element.dictionary) }
        guard let uid = UInt32(exactly: number) else {
            throw .malformed("the reference \(number) is not in 32 bits", at: element.offset)
        }
        return .uid(uid)
    }
}

extension KeyedArchiveError {
    fileprivate init(_ error: XMLError) {
        let code: Code =
            switch error.code {
            case .malformed: .malformed
            case .limitExceeded: .limitExceeded
            case .tooManyMarks: .tooManyMarks
            }
        self.init(code: code, message: error.message, offset: error.offset)
    }
}
