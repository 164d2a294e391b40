import ScaryBugCommands

/// The function `main`, under the name that SwiftPM gives it.
///
/// Swift's own entry point drops the arguments. `CommandLine` looks for them in `/proc` and beside the
/// environment, which a preloaded library may have moved.
@_cdecl("scarybug_main")
public func main(
    _ count: CInt, _ words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
) -> CInt {
    runProgram(count, words)
}
