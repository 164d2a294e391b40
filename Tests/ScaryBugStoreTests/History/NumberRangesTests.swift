import Testing

@testable import ScaryBugStore

@Suite struct NumberRangesTests {
    @Test(arguments: [
        ([], ""), ([3], "3"), ([3, 3], "3"), ([1, 2, 3], "1-3"), ([3, 2, 1], "1-3"),
        ([1, 3, 2], "1-3"), ([5, 1, 3], "1,3,5"), ([1, 3, 5, 4], "1,3-5"), ([2, 4, 3, 1], "1-4"),
        ([10, 1, 9, 2], "1-2,9-10"),
    ])
    func `numbers are ascending ranges`(numbers: [Int], text: String) {
        let ranges = NumberRanges(numbers)
        #expect("\(ranges)" == text)
        #expect(ranges.numbers == Set(numbers).sorted())
        #expect(ranges.count == Set(numbers).count)
        #expect(NumberRanges(text) == ranges)
    }

    @Test(arguments: ["x", "3-1", "-", ",,", "1-x"])
    func `damaged text does no harm`(text: String) {
        #expect(NumberRanges(text).count <= 1)
    }
}
