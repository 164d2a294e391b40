/// The media types of files that viewers show, detected from their first bytes.
package enum MediaType {
    /// The number of bytes needed to detect a type.
    static let signatureLength = PictureType.signatureLength

    /// The RFC 2046 media type of a file of any other type.
    package static let unknown = "application/octet-stream"

    /// Detects the type of a picture, sound, video or PDF; nil if it is unknown.
    static func of(signature: [UInt8]) -> String? {
        if let type = PictureType(signature: signature) { return type.mediaType }
        let start = String(decoding: signature.prefix(4), as: UTF8.self)
        let form = String(decoding: signature.dropFirst(8).prefix(4), as: UTF8.self)
        switch (start, form) {
        case ("%PDF", _): return "application/pdf"
        case ("RIFF", "WAVE"): return "audio/x-wav"
        case ("RIFF", "AVI "): return "video/x-msvideo"
        case ("FORM", "AIFF"), ("FORM", "AIFC"): return "audio/x-aiff"
        case ("fLaC", _): return "audio/flac"
        case ("OggS", _): return "audio/ogg"
        case ("caff", _): return "audio/x-caf"
        case ("MThd", _): return "audio/midi"
        default: break
        }
        if signature.starts(with: "ID3".utf8) || isMPEGAudio(signature) { return "audio/mpeg" }
        if signature.starts(with: "#!AMR".utf8) { return "audio/amr" }
        if signature.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) { return "video/x-matroska" }
        return ofBox(signature.dropFirst(4), brand: form)
    }

    /// The frame header of ISO/IEC 11172-3, of layer III.
    private static func isMPEGAudio(_ bytes: [UInt8]) -> Bool {
        bytes.count > 2 && bytes[0] == 0xFF && bytes[1] & 0xE6 == 0xE2 && bytes[2] < 0xF0
    }

    /// The type of a file of boxes (ISO/IEC 14496-12, and QuickTime before it).
    private static func ofBox(_ name: ArraySlice<UInt8>, brand: String) -> String? {
        if ["moov", "mdat", "wide"].contains(where: { name.starts(with: $0.utf8) }) {
            return "video/quicktime"
        }
        guard name.starts(with: "ftyp".utf8) else { return nil }
        switch brand {
        case "avif", "avis": return "image/avif"
        case "qt  ": return "video/quicktime"
        case "M4A ", "M4B ": return "audio/mp4"
        default: return "video/mp4"
        }
    }
}
