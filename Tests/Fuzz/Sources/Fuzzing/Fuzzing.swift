import CFuzzer
import Glibc

/// The function to test. libFuzzer calls it on one thread.
nonisolated(unsafe) private var test: ([UInt8]) throws -> Void = { _ in }

/// Turns the process into a fuzzer. It calls `body` with each input, and any thrown error is a
/// finding.
public func fuzz(_ body: @escaping ([UInt8]) throws -> Void) -> Never {
    test = body
    var count = CommandLine.argc
    var words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    exit(LLVMFuzzerRunDriver(&count, &words, testOneInput))
}

/// Aborts the process if a condition doesn't hold, so that libFuzzer saves the input.
public func verify(_ holds: Bool, _ otherwise: @autoclosure () -> String) {
    if !holds { fatalError(otherwise()) }
}

/// libFuzzer's own main calls a function of this name.
@_cdecl("LLVMFuzzerTestOneInput")
func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    do { try test(Array(UnsafeBufferPointer(start: start, count: count))) } catch {
        fatalError("an unexpected error: \(error)")
    }
    return 0
}
