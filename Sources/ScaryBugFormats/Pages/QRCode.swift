internal import CQREncode
import Glibc

/// A QR code (ISO/IEC 18004), which libqrencode makes.
///
/// Debian has no static libqrencode, so the first code loads it. The program also starts without it.
struct QRCode: Sendable {
    /// The number of modules in a row.
    let width: Int
    private let modules: [UInt8]

    private typealias Encode =
        @convention(c) @Sendable (
            UnsafePointer<CChar>?, CInt, QRecLevel, QRencodeMode, CInt
        ) -> UnsafeMutablePointer<QRcode>?
    private typealias Free = @convention(c) @Sendable (UnsafeMutablePointer<QRcode>?) -> Void

    private static let library: (encode: Encode, free: Free)? = {
        guard let library = dlopen("libqrencode.so.4", RTLD_NOW),
            let encode = dlsym(library, "QRcode_encodeString"),
            let free = dlsym(library, "QRcode_free")
        else { return nil }
        return (unsafeBitCast(encode, to: Encode.self), unsafeBitCast(free, to: Free.self))
    }()

    /// Makes the code of a text, with error correction M.
    ///
    /// - Returns: nil for a text that no code can have.
    /// - Throws: ``ScaryBugsError/Code/notFound`` without the library.
    init?(_ text: String) throws {
        guard let library = Self.library else {
            throw ScaryBugsError(
                .notFound, "a QR code needs libqrencode; install the package libqrencode4")
        }
        // The library reads up to a zero.
        guard !text.utf8.contains(0),
            let code = library.encode(text, 0, QR_ECLEVEL_M, QR_MODE_8, 1)
        else { return nil }
        defer { library.free(code) }
        guard let data = code.pointee.data else { return nil }
        width = Int(code.pointee.width)
        // Of a module's bits, the last tells whether it is dark.
        modules = UnsafeBufferPointer(start: data, count: width * width).map { $0 & 1 }
    }

    /// The dark modules as the data of an SVG path, with a module as its unit.
    var path: String {
        var path = ""
        for row in 0..<width {
            var column = 0
            while column < width {
                let start = column
                while column < width, modules[row * width + column] == 1 { column += 1 }
                if column > start {
                    path += "M\(start) \(row)h\(column - start)v1h\(start - column)z"
                }
                column += 1
            }
        }
        return path
    }
}
