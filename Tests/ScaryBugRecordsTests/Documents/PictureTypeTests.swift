import Testing

@testable import ScaryBugRecords

@Suite struct PictureTypeTests {
    @Test(arguments: [
        ([0xFF, 0xD8, 0xFF], PictureType.jpeg),
        ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .png),
        (Array("GIF89a".utf8), .gif),
        (Array("RIFF\0\0\0\0WEBP".utf8), .webp),
        (Array("\0\0\0\u{18}ftypheic".utf8), .heic),
        (Array("\0\0\0\u{18}ftypmif1".utf8), .heic),
        ([0x49, 0x49, 0x2A, 0x00], .tiff),
        ([0x4D, 0x4D, 0x00, 0x2A], .tiff),
    ])
    func `the first bytes determine the type`(bytes: [UInt8], type: PictureType) {
        #expect(PictureType(signature: bytes) == type)
        #expect(PictureType(signature: bytes + [1, 2, 3]) == type)
        #expect(PictureType(signature: bytes.dropLast()) == nil)
    }

    @Test(arguments: [
        "", "hello", "GIF90a", "RIFF\0\0\0\0WAVE", "\0\0\0\u{18}ftypisom", "bplist00",
    ])
    func `bytes that are not a picture`(text: String) {
        #expect(PictureType(signature: Array(text.utf8)) == nil)
    }
}
