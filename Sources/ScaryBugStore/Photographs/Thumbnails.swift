import SystemFiles
package import SystemPackage

/// Makes small JPEG pictures of photographs: upright, in sRGB, without metadata, never larger than the
/// photograph.
package enum Thumbnails {
    /// The longer side of a thumbnail at most, in pixels.
    package static let pixels = 160

    /// The most photographs that one process works on. The start of a process takes as long as one or two
    /// large photographs, or as 15 small ones.
    private static let mostTogether = 50
    private static let fewestTogether = 8

    /// Makes a small picture of each photograph, in the same order.
    ///
    /// - Parameters:
    ///   - pictures: open files, whose positions don't matter.
    ///   - pixels: the longer side of a small picture at most.
    ///   - quality: the quality of JPEG, from 1 to 100.
    /// - Returns: the bytes, or the reason why a photograph has no small picture.
    /// - Throws: ``MissingProgram`` if `vipsthumbnail` isn't installed, and ``Interrupted``.
    package static func make(
        of pictures: [FileDescriptor], pixels: Int = pixels, quality: Int = 75
    ) throws -> [Result<[UInt8], ScaryBugsError>] {
        let half = (pictures.count + 1) / 2
        let count = min(max(half, fewestTogether), mostTogether)
        var rest = pictures[...]
        var results: [Result<[UInt8], ScaryBugsError>] = []
        let work = OrderedWork<[FileDescriptor], [Result<[UInt8], ScaryBugsError>]>(
            gathering: 0, itemsPerThread: 1, threads: 2
        ) { pictures, _ in
            try ThumbnailBatch(pixels: pixels, quality: quality).results(of: pictures)
        }
        let next = { rest.popFirst(count) }
        try work.run(next: next) { batches in
            for batch in batches { results += try batch.get() }
        }
        return results
    }
}

/// Photographs that `vipsthumbnail` reduces together.
struct ThumbnailBatch {
    /// The longer side of a small picture at most.
    let pixels: Int
    /// The quality of JPEG, from 1 to 100.
    var quality = 75

    private enum Attempt {
        case made([UInt8])
        /// The program can't read the photograph; with its message, which may be empty.
        case failed(String)
        /// The photograph took more memory or time than one may.
        case killed

        var isFailed: Bool { if case .failed = self { true } else { false } }
    }

    /// - Throws: errors that concern all photographs, as ``Thumbnails/make(of:pixels:)``.
    func results(of pictures: [FileDescriptor]) throws -> [Result<[UInt8], ScaryBugsError>] {
        var attempts = pictures.map { _ in Attempt.failed("") }
        let profiled = pictures.indices.filter {
            (try? Self.file(pictures[$0]).mayHaveProfile()) ?? true
        }
        try retry(profiled, of: pictures, &attempts, convertingColors: true)
        // The conversion of colors fails for gray photographs and for damaged profiles.
        let failed = attempts.indices.filter { attempts[$0].isFailed }
        try retry(failed, of: pictures, &attempts, convertingColors: false)
        for index in failed where attempts[index].isFailed {
            if let attempt = try twoSteps(pictures[index]) { attempts[index] = attempt }
        }
        return attempts.map(Self.result)
    }

    private func retry(
        _ indices: [Int], of pictures: [FileDescriptor], _ attempts: inout [Attempt],
        convertingColors: Bool
    ) throws {
        let some = indices.map { pictures[$0] }
        let made = try self.attempts(some, convertingColors: convertingColors)
        for (index, attempt) in zip(indices, made) { attempts[index] = attempt }
    }

    private static func file(_ picture: FileDescriptor) throws -> File {
        File(descriptor: try picture.duplicate(), name: "a picture")
    }

    /// Reduces a HEIC photograph to a middle size first, because that doesn't use its thumbnail. The
    /// program refuses thumbnails whose proportions differ by a pixel.
    private func twoSteps(_ picture: FileDescriptor) throws -> Attempt? {
        let middle = 600
        let start = try Self.file(picture).prefix(PictureType.signatureLength)
        guard PictureType(signature: start) == .heic, pixels < middle else { return nil }
        let batch = ThumbnailBatch(pixels: middle)
        let attempt = try batch.attempts([picture], convertingColors: true).first
        guard case .made(let bytes)? = attempt else { return attempt }
        let file = try File.temporary()
        try file.write(bytes)
        return try attempts([file.descriptor], convertingColors: true).first
    }

    /// Runs the program once and, if it is killed, once more for each photograph that has no result.
    private func attempts(
        _ pictures: [FileDescriptor], convertingColors: Bool
    ) throws -> [Attempt] {
        if pictures.isEmpty { return [] }
        let output = try PrivateDirectory()
        let end = try process(pictures.count, convertingColors)
            .run(files: pictures, in: output.directory)
        return try pictures.indices.map { index in
            if let bytes = try Self.output(index, in: output.directory) { return .made(bytes) }
            guard end.isKilled else { return .failed(Self.message(about: index, in: end.messages)) }
            guard pictures.count > 1 else { return .killed }
            return try attempts([pictures[index]], convertingColors: convertingColors).first
                ?? .killed
        }
    }

    private func process(_ count: Int, _ convertsColors: Bool) -> ChildProcess {
        let size = ["-s", "\(pixels)x\(pixels)>"]
        let colors = convertsColors ? ["-i", "srgb", "-e", "srgb"] : []
        // A relative path would be relative to the photograph's directory.
        let output = ["-o", "/proc/self/cwd/%s.jpg[Q=\(quality),strip,background=255]"]
        var process = ChildProcess(
            ["vipsthumbnail", "--vips-concurrency=1"] + size + colors + output
                + (0..<count).map(ChildProcess.path(ofFile:)), from: "libvips-tools")
        process.environment = ["VIPS_BLOCK_UNTRUSTED=1", "VIPS_WARNING=1"]
        process.seconds += count - 1
        return process
    }

    /// A picture that the program wrote to its end; nil for none. A killed program leaves a part.
    private static func output(_ index: Int, in directory: Directory) throws -> [UInt8]? {
        let name = "\(ChildProcess.number(ofFile: index)).jpg"
        guard let file = try directory.file(named: name) else { return nil }
        let bytes = try file.contents(limit: 4_194_304)
        return bytes.starts(with: [0xFF, 0xD8]) && bytes.suffix(2) == [0xFF, 0xD9] ? bytes : nil
    }

    /// The line that follows the program's complaint about a photograph.
    private static func message(about index: Int, in messages: String) -> String {
        let lines = messages.split(separator: "\n")
        let path = ChildProcess.path(ofFile: index)
        guard let line = lines.firstIndex(where: { $0.hasSuffix(" " + path) }),
            let next = lines[(line + 1)...].first, !next.hasPrefix("vipsthumbnail: "),
            // A path means nothing to the user.
            !next.contains("/")
        else { return "" }
        return String(next.prefix(100))
    }

    private static func result(of attempt: Attempt) -> Result<[UInt8], ScaryBugsError> {
        switch attempt {
        case .made(let bytes): .success(bytes)
        case .failed(let message):
            .failure(
                ScaryBugsError(
                    .refused,
                    "the picture is damaged or of an unsupported kind"
                        + (message.isEmpty ? "" : " (\(message))")))
        case .killed:
            .failure(
                ScaryBugsError(
                    .limitExceeded,
                    "the picture takes more than 256 MB of memory or 10 seconds to be reduced"))
        }
    }
}
