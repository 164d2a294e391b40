import CEditLine
import ScaryBugs

/// Whether a character is drawn as itself. The linker takes this function in place of the C
/// library's.
///
/// libedit asks it before it draws a character, and shows others as a number, such as `\U+202E`.
/// The C library calls characters that change the direction of writing printable.
@_cdecl("iswprint")
func isPrintable(_ character: UInt32) -> CInt {
    guard let scalar = Unicode.Scalar(character), !TerminalText.isHidden(scalar) else { return 0 }
    return wcwidth(wchar_t(scalar.value)) < 0 ? 0 : 1
}
