/// The objects of an archive, for reading them. It is cheaper to copy than the archive.
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
        of dictionary: PropertyListDictionary, uid: Int
    ) throws(KeyedArchiveError) -> ObjectKind {
        guard let classValue = dictionary["$class"] else {
            return .classDescription(name: try className(describedBy: dictionary, uid: uid))
        }
        guard case .uid(let classUID) = classValue else {
            throw .notAKeyedArchive("the class of object \(uid) is \(classValue.kindName)")
        }
        guard case .dictionary(let description)? = object(classUID), description["$class"] == nil
        else {
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
        return name
    }

    func object(_ uid: UInt32) -> PropertyList? {
        Int(uid) < values.count ? values[Int(uid)] : nil
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
