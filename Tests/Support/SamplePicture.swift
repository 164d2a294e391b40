/// Files with the beginning and the end of a picture.
public enum SamplePicture {
    /// A JPEG file, eight bytes longer than the data of its scan.
    public static func jpeg(_ data: [UInt8] = []) -> [UInt8] {
        [0xFF, 0xD8, 0xFF, 0xDA, 0, 2] + data + [0xFF, 0xD9]
    }

    public static let png: [UInt8] =
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0] + Array("IEND".utf8)
        + [0xAE, 0x42, 0x60, 0x82]
}
