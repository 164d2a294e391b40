import TestSupport
import Testing

/// A disk that is really full: commands say so, and all that was there stays.
@Suite(.enabled(if: Program.canMount)) struct FullDiskTests {
    private let scarybug: Program

    init() throws {
        var program = try Program(user: "alice")
        program.environment["SCARYBUG"] = program.executable
        scarybug = program
        try scarybug.directory.makeDirectory("records")
        try scarybug.directory.makeDirectory("home/.cache")
        try scarybug.directory.write(
            [0xFF, 0xD8, 0xFF, 0xE0] + Array(repeating: 7, count: 20_000), to: "work/a.jpg")
        let words = (1...2_000).map { "word\($0)" }.joined(separator: " ")
        try scarybug.directory.write(words, to: "work/a.txt")
    }

    @Test func `a home on it`() throws {
        let transcript = try scarybug.mounting(
            #"""
            mount -t tmpfs -o size=400k none "$SCARYBUG_HOME"
            count=0
            while "$SCARYBUG" new Weta image=a.jpg >/dev/null; do count=$((count + 1)); done
            [ "$("$SCARYBUG" count)" = $count ] && [ $count -gt 9 ] || echo "$count were told"
            "$SCARYBUG" set 1 image=a.jpg
            "$SCARYBUG" export 1 "$SCARYBUG_HOME/a.scarybug"
            "$SCARYBUG" delete 1-3
            "$SCARYBUG" set 4 image=a.jpg
            "$SCARYBUG" export 4 "$SCARYBUG_HOME/a.scarybug" >/dev/null || echo no export
            find "$SCARYBUG_HOME" -name "Staging*" -o -name ".scarybug*"
            """#)
        let lines = transcript.standardError.split(separator: "\n")
        #expect(lines.count == 3, "\(transcript)")
        #expect(lines.allSatisfy { $0.hasSuffix(": No space left on device") }, "\(transcript)")
        #expect(
            transcript.standardOutput
                == "deleted 1  Weta\ndeleted 2  Weta\ndeleted 3  Weta\n4  Weta\n",
            "\(transcript)")
    }

    @Test func `an index on it`() throws {
        let transcript = try scarybug.mounting(
            #"""
            mount -t tmpfs -o size=40k none "$HOME/.cache"
            for n in 1 2 3 4 5 6 7 8 9; do "$SCARYBUG" new "Weta $n" notes=@a.txt >/dev/null; done
            "$SCARYBUG" count word
            "$SCARYBUG" delete 1 >/dev/null
            "$SCARYBUG" list sort:-title limit:2
            """#)
        #expect(transcript.gave("9\n9  Weta 9  0\n8  Weta 8  0\n"), "\(transcript)")
    }
}

extension Program {
    /// Whether file systems can be mounted here, in a namespace of their own.
    fileprivate static let canMount = (try? Program().mounting("true").status) == 0

    /// Runs lines of bash where file systems can be mounted, which go with the shell.
    fileprivate func mounting(_ lines: String) throws -> Transcript {
        try shell("exec unshare -rm bash -c 'mount -t tmpfs none /mnt || exit; \(lines)'")
    }
}
