/// The objects of an archive, for reading them.
struct StoredObjects {
    /// `$objects`.
    let values: [PropertyList]

    /// The role of a dictionary in `$objects`.
    enum ObjectKind {
        case instance(ofClass: String)
        case classDescription(name: String)
    }

    /// Returns whether a dictionary is an instance or a class description, with the class's name.
    func kind(
        of fields: PropertyListDictionary, uid: Int
    ) throws(KeyedArchiveError) -> ObjectKind {
        guard let classValue = fields["$class"] else {
            return .classDescription(name: try className(describedBy: fields, uid: uid))
        }
        guard case .uid(let classUID) = classValue else {
            throw .notAKeyedArchive("the class of object \(uid) is \(classValue.kindName)")
        }
        guard let description = self.fields(of: classUID), !description.contains("$class") else {
            throw .notAKeyedArchive("object \(classUID), the class of \(uid), describes no class")
        }
        return .instance(ofClass: try className(describedBy: description, uid: Int(classUID)))
    }

    private func className(
        describedBy fields: PropertyListDictionary, uid: Int
    ) throws(KeyedArchiveError) -> String {
        guard case .string(let name)? = fields["$classname"] else {
            throw .notAKeyedArchive("object \(uid) has neither a class nor is one")
        }
        return name
    }

    func object(_ uid: UInt32) -> PropertyList? {
        Int(uid) < values.count ? values[Int(uid)] : nil
    }

    /// The keys and values of an object; nil unless it is a dictionary.
    func fields(of uid: UInt32) -> PropertyListDictionary? {
        guard case .dictionary(let fields)? = object(uid) else { return nil }
        return fields
    }

    func existing(_ uid: UInt32) throws(KeyedArchiveError) -> PropertyList {
        guard let object = object(uid) else { throw unknown(uid) }
        return object
    }

    func unknown(_ uid: UInt32) -> KeyedArchiveError {
        .unknownReference("there is no object \(uid) among \(values.count)")
    }

    var weight: Weight {
        var sum = Weight()
        var pending = values
        while let value = pending.popLast() {
            sum += value.shallowWeight
            pending += value.children
        }
        return sum
    }
}
