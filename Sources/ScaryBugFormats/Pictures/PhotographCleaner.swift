import SystemFiles

/// Makes a copy of a photograph that tells nothing but the picture. Its pixels, its orientation and its
/// colour profile stay.
///
/// ExifTool writes the copy, ``HEICBoxes`` overwrites what it leaves, and ``PhotographTraces`` checks it.
package enum PhotographCleaner {
    /// - Parameter output: an empty file, which gets the copy.
    /// - Throws: ``ScaryBugsError/Code/refused`` if the copy would still tell more, or would show something
    ///   else. Also if ExifTool is missing.
    package static func clean(
        _ photograph: borrowing File, as type: PictureType, to output: borrowing File
    ) throws {
        var process = ChildProcess(
            [
                "exiftool", "-config", "", "-q", "-q", "-all=", "-CommonIFD0=",
                "-trailer:all=",
                "-tagsFromFile", "@", "-EXIF:Orientation", "-ICC_Profile", "-o", "-",
                ChildProcess.path(ofFile: 0),
            ], from: "libimage-exiftool-perl")
        let size = try photograph.status().size
        // A short list may become a longer one.
        process.outputBytes = size + (1 << 20)
        let end: ChildProcess.End
        do {
            end = try process.run(output: output.descriptor, files: [photograph.descriptor])
        } catch let error as MissingProgram {
            throw ScaryBugsError(.refused, "its position can't be removed: \(error)")
        }
        guard end.isSuccess, try output.status().size > 0 else {
            let line = end.messages.split(separator: "\n").first ?? ""
            // A path means nothing to the user.
            let message = String(line.prefix { $0 != "/" }.prefix(100)).trimmed
            throw ScaryBugsError(
                .refused,
                "exiftool can't remove what it tells"
                    + (message.isEmpty ? "" : " (\(message))") + "; \(remedy)")
        }
        if type == .heic { try HEICBoxes(of: output, output.status().size).overwrite(in: output) }
        guard try PictureType(signature: output.prefix(PictureType.signatureLength)) == type,
            try isSamePicture(photograph, output, type)
        else {
            throw ScaryBugsError(
                .refused, "without what it tells it would look different; \(remedy)")
        }
        if let trace = try PhotographTraces.first(in: output, as: type) {
            throw ScaryBugsError(
                .refused, "\(trace) can't be removed, and may tell a position; \(remedy)")
        }
    }

    private static let remedy = "'--without location,image' leaves photographs out"

    /// The tags of a sound that tell nothing but how it sounds.
    private static let soundTags: Set = [
        "Encoding", "NumChannels", "SampleRate", "AvgBytesPerSec", "BitsPerSample", "Duration",
        "MPEGAudioVersion", "AudioLayer", "AudioBitrate", "ChannelMode", "MSStereo",
        "IntensityStereo", "CopyrightFlag", "OriginalMedia", "Emphasis", "BlockSizeMin",
        "BlockSizeMax", "FrameSizeMin", "FrameSizeMax", "Channels", "TotalSamples", "MD5Signature",
        "NumSampleFrames", "NominalBitrate", "VorbisVersion", "AudioChannels", "Vendor",
    ]

    /// Whether a sound may tell a position. Without ExifTool nobody knows.
    package static func tellsPlace(sound: borrowing File, _ traces: DocumentTraces) throws -> Bool {
        let output = try File.temporary()
        let process = ChildProcess(
            [
                "exiftool", "-config", "", "-a", "-u", "-ee", "-s", "--System:all", "--File:all",
                "--ExifTool:all", ChildProcess.path(ofFile: 0),
            ], from: "libimage-exiftool-perl")
        do {
            guard try process.run(output: output.descriptor, files: [sound.descriptor]).isSuccess
            else { return true }
        } catch is MissingProgram { return true }
        let tags = try output.part(at: 0, count: Int(output.status().size))
        let isTechnical = String(decoding: tags, as: UTF8.self).split(separator: "\n").allSatisfy {
            soundTags.contains(String($0.prefix { $0 != " " }))
        }
        return try !isTechnical || traces.areInRuns(of: sound)
    }

    /// Whether two files have the same picture. Of GIF and TIFF the digest has the metadata, too.
    private static func isSamePicture(
        _ one: borrowing File, _ other: borrowing File, _ type: PictureType
    ) throws -> Bool {
        guard type != .gif, type != .tiff else { return true }
        return try Digest(of: one, as: type) == Digest(of: other, as: type)
    }
}
