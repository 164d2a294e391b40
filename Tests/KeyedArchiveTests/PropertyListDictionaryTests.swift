import KeyedArchive
import Testing

@Suite("A dictionary of a property list")
struct PropertyListDictionaryTests {
    @Test("keeps its order", arguments: [3, 16, 17, 100])
    func order(count: Int) {
        var dictionary = PropertyListDictionary()
        let keys = (0..<count).map { "key \(count - $0)" }
        for key in keys { dictionary[key] = .string(key) }
        #expect(dictionary.keys == keys)
        #expect(dictionary.count == count)
        #expect(keys.allSatisfy { dictionary[$0] == .string($0) })
        #expect(dictionary.map(\.key) == keys)
    }

    @Test("changes a value in its place and forgets a key set to nil", arguments: [3, 17, 18, 40])
    func change(count: Int) {
        var dictionary = PropertyListDictionary()
        for number in 0..<count { dictionary["\(number)"] = .integer(Int128(number)) }
        dictionary["1"] = .boolean(true)
        #expect(dictionary.keys[1] == "1")
        #expect(dictionary["1"] == .boolean(true))
        dictionary["0"] = nil
        dictionary["absent"] = nil
        #expect(dictionary["0"] == nil)
        #expect(dictionary["\(count - 1)"] == .integer(Int128(count - 1)))
        #expect(dictionary.count == count - 1)
    }

    @Test("equals another with the same values in the same order")
    func equality() {
        let one: PropertyListDictionary = ["a": .null, "b": .null]
        #expect(one == ["a": .null, "b": .null])
        #expect(one != ["b": .null, "a": .null])
        #expect(PropertyListDictionary().isEmpty)
    }
}
