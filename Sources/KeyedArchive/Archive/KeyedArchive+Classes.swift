extension KeyedArchive {
    /// What a dictionary among the objects is.
    enum ObjectKind {
        case instance(ofClass: String)
        case classDescription(name: String)
    }

    /// Tells an object from a class, whose name and superclasses are checked.
    func kind(
        of dictionary: PropertyListDictionary, uid: Int
    ) throws(KeyedArchiveError) -> ObjectKind {
        guard let classValue = dictionary["$class"] else {
            return .classDescription(name: try className(describedBy: dictionary, uid: uid))
        }
        guard case .uid(let classUID) = classValue else {
            throw .notAKeyedArchive("the class of object \(uid) is \(classValue.kindName)")
        }
        guard case .dictionary(let description)? = object(classUID) else {
            throw .notAKeyedArchive("object \(classUID), the class of \(uid), describes no class")
        }
        return .instance(ofClass: try className(describedBy: description, uid: Int(classUID)))
    }

    private func className(
        describedBy dictionary: PropertyListDictionary, uid: Int
    ) throws(KeyedArchiveError) -> String {
        guard case .string(let name)? = dictionary["$classname"] else {
            throw .notAKeyedArchive("object \(uid) has neither a class nor is one")
        }
        guard Self.isListOfStrings(dictionary["$classes"]) else {
            throw .notAKeyedArchive("the superclasses of \"\(name)\" are no list of strings")
        }
        return name
    }

    private static func isListOfStrings(_ value: PropertyList?) -> Bool {
        guard let value else { return true }
        guard case .array(let names) = value else { return false }
        return names.allSatisfy { if case .string = $0 { true } else { false } }
    }

    func object(_ uid: UInt32) -> PropertyList? {
        Int(uid) < objects.count ? objects[Int(uid)] : nil
    }
}
