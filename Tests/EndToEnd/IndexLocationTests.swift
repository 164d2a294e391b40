import Foundation
import TestSupport
import Testing

/// The location of the index, and the program's behavior if no index can be kept there.
@Suite struct IndexLocationTests {
    private var index: IndexedProgram
    private var directory: TemporaryDirectory { index.scarybug.directory }

    init() throws { index = try IndexedProgram() }

    @Test(arguments: [0o000, 0o022, 0o277])
    func `the index is accessible to its owner only`(umask: Int) throws {
        let transcript = try index.scarybug.shell(
            #"""
            umask \#(String(umask, radix: 8))
            rm -r ../home/.cache
            "$SCARYBUG" count && find ../home/.cache -mindepth 1 -printf '%m %y\n' | sort
            """#)
        #expect(transcript.gave("3\n600 f\n700 d\n"))
    }

    private static let noPlaces: [[String: String?]] = [
        ["XDG_CACHE_HOME": "/dev/null"], ["XDG_CACHE_HOME": "/dev/null/x"],
        ["XDG_CACHE_HOME": "/proc"], ["XDG_CACHE_HOME": "/dev/fd/99/x"],
        ["XDG_CACHE_HOME": nil, "HOME": nil], ["XDG_CACHE_HOME": "relative", "HOME": nil],
        ["XDG_CACHE_HOME": nil, "HOME": "/dev/null"],
    ]

    @Test(arguments: noPlaces)
    func `without a directory for the index all commands work`(environment: [String: String?])
        throws
    {
        var without = index
        for (name, value) in environment { without.scarybug.environment[name] = value }
        #expect(try without.agrees())
        let lines = "new Changed\nset 1 title=Changed\ndelete 2\ncount\nrefresh\n"
        #expect(
            try without.scarybug.run(input: lines).gave(
                "4  Changed\n1  Changed\ndeleted 2  Scary 2\n3\n0 read\n"))
        #expect(try without.agrees())
        // The session continued without the existing index, and that index includes the change.
        #expect(try index.agrees())
    }

    @Test(arguments: ["", "/users/../../home/.cache"])
    func `a file in the place of a directory is left alone`(path: String) throws {
        try FileManager.default.removeItem(atPath: directory.path("home/.cache"))
        try directory.write("kept", to: "home/.cache")
        #expect(try index.agrees())
        try index.scarybug.run("new", "Changed")
        #expect(try index.agrees())
        #expect(try directory.text(of: "home/.cache") == "kept")
    }

    @Test func `a link in the place of the index leads nowhere`() throws {
        let file = try index.file
        try directory.write("kept", to: "work/target")
        try FileManager.default.removeItem(atPath: directory.path(file))
        for target in ["work/target", "work/missing"] {
            try? FileManager.default.removeItem(atPath: directory.path(file))
            try FileManager.default.createSymbolicLink(
                atPath: directory.path(file),
                withDestinationPath: directory.path(target))
            #expect(try index.agrees())
            try index.scarybug.run("set", "1", "title=Changed")
            #expect(try index.agrees())
        }
        #expect(try directory.text(of: "work/target") == "kept")
        #expect(!directory.exists("work/missing"))
    }

    @Test func `a link in the place of the directory of indexes leads nowhere`() throws {
        try directory.makeDirectory("work/target")
        try FileManager.default.removeItem(atPath: directory.path(IndexedProgram.cache))
        try FileManager.default.createSymbolicLink(
            atPath: directory.path(IndexedProgram.cache),
            withDestinationPath: directory.path("work/target"))
        #expect(try index.agrees())
        try index.scarybug.run("new", "Changed")
        #expect(try index.agrees())
        #expect(try directory.names(in: "work/target") == [])
    }

    @Test func `links above it are the user's own`() throws {
        try directory.makeDirectory("work/disk")
        try FileManager.default.removeItem(atPath: directory.path("home/.cache"))
        try FileManager.default.createSymbolicLink(
            atPath: directory.path("home/.cache"),
            withDestinationPath: directory.path("work/disk"))
        #expect(try index.agrees())
        #expect(try directory.names(in: "work/disk/scarybug").count == 1)
        #expect(try index.agrees())
    }

    @Test(
        .enabled(if: Sanitizer.current != .thread, "its runtime needs larger files"),
        arguments: [0, 1, 4, 16, 64])
    func `a disk that is full`(blocks: Int) throws {
        // A limit on the file size simulates a full disk.
        let script = try directory.write(
            (1...40).map { "new 'Scary more \($0)' notes=changed\n" }.joined(),
            to: "work/script")
        for preparation in ["true", "rm -r ../home/.cache"] {
            let transcript = try index.scarybug.shell(
                #"""
                \#(preparation); "$SCARYBUG" < \#(script) > /dev/null; ulimit -f \#(blocks)
                "$SCARYBUG" count; "$SCARYBUG" count changed
                """#)
            let count = preparation == "true" ? 43 : 83
            #expect(transcript.gave("\(count)\n\(count - 3)\n"))
            #expect(try index.agrees())
        }
    }

    @Test func `a disk that cannot be written`() throws {
        let transcript = try index.scarybug.shell(
            #"""
            unshare -m true 2> /dev/null || exit 77
            unshare -m bash -c '
                mount --bind ../home/.cache ../home/.cache &&
                mount -o remount,ro,bind ../home/.cache || exit 77
                "$SCARYBUG" list && "$SCARYBUG" new Changed && "$SCARYBUG" count scary &&
                "$SCARYBUG" count'
            """#)
        if transcript.status == 77 {
            try Test.cancel("this system allows no mounts in a namespace")
        }
        #expect(
            transcript.gave(
                "1  Scary 1  1  t1\n2  Scary 2  2  t2\n3  Scary 3  3  t3\n4  Changed\n3\n4\n"))
        #expect(try index.agrees())
    }
}
