import CFuzzer
import Glibc

/// What is done with each input. libFuzzer uses one thread.
nonisolated(unsafe) private var test: ([UInt8]) throws -> Void = { _ in }

/// Makes the process a fuzzer: `body` gets one input after the other, and whatever it throws is a
/// finding.
public func fuzz(_ body: @escaping ([UInt8]) throws -> Void) -> Never {
    test = body
    var count = CommandLine.argc
    var words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    exit(LLVMFuzzerRunDriver(&count, &words, testOneInput))
}

/// Ends the process where something doesn't hold, so that libFuzzer keeps the input.
public func verify(_ holds: Bool, _ otherwise: @autoclosure () -> String) {
    if !holds { fatalError(otherwise()) }
}

/// Has the name that libFuzzer's own main refers to, which is linked in beside ours.
@_cdecl("LLVMFuzzerTestOneInput")
func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    do { try test(Array(UnsafeBufferPointer(start: start, count: count))) } catch {
        fatalError("an unexpected error: \(error)")
    }
    return 0
}
