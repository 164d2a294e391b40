import Foundation
import KeyedArchive
import Testing

/// The deepest allowed nesting, on a thread with a small stack of the usual size.
@Suite("On a stack of 512 KiB")
struct StackTests {
    @Test("the deepest binary property list is read, compared, hashed and written")
    func binary() async throws {
        let bytes = BinaryFile.nested(256).bytes
        #expect(await onSmallStack { Self.exercise(bytes) })
    }

    @Test("the deepest XML property list is read, compared, hashed and written")
    func xml() async throws {
        let open = String(repeating: "<dict><key>a</key>", count: 256)
        let close = String(repeating: "</dict>", count: 256)
        let bytes = Array("<plist>\(open)<true/>\(close)</plist>".utf8)
        #expect(await onSmallStack { Self.exercise(bytes) })
    }

    @Test("the deepest value is resolved and set")
    func resolving() async throws {
        let archive = try HostileArchiveTests.collections(128, copies: 1)
        #expect(await onSmallStack { Self.exercise(archive) })
    }

    private static func exercise(_ bytes: [UInt8]) -> Bool {
        guard let one = try? PropertyList(bytes: bytes), let two = try? PropertyList(bytes: bytes)
        else { return false }
        return one == two && Set([one, two]).count == 1
            && (try? PropertyList(bytes: one.binary())) == two
    }

    private static func exercise(_ archive: KeyedArchive) -> Bool {
        var archive = archive
        guard let root = try? archive.root("root"), let value = try? archive.value(of: root) else {
            return false
        }
        let object = archive.addObject(className: "C")
        guard (try? archive.setValue(value, forKey: "a", of: object)) != nil else { return false }
        return Set([value]).contains(value)
            && (try? archive.value(forKey: "a", of: object)) == value
    }

    private func onSmallStack(_ body: @escaping @Sendable () -> Bool) async -> Bool {
        await withCheckedContinuation { continuation in
            let thread = Thread { continuation.resume(returning: body()) }
            thread.stackSize = 512 << 10
            thread.start()
        }
    }
}
