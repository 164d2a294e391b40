import Fuzzing
import KeyedArchive

/// Every archive that can be read can also be traversed, written, copied and set. Its contents stay
/// the same.
@main
enum KeyedArchiveFuzzer {
    static func main() {
        fuzz { bytes in
            guard let archive = try? KeyedArchive(bytes: bytes) else { return }
            try checkWriting(of: archive)
            guard let key = archive.rootKeys.first, let root = try? archive.root(key) else {
                return
            }
            try checkCopying(of: root, key, in: archive)
            checkSetting(of: root, in: archive)
        }
    }

    private static func checkWriting(of archive: KeyedArchive) throws {
        let written = try archive.encoded()
        let again = try KeyedArchive(bytes: written)
        verify(try again.encoded() == written, "is written differently the second time")
        verify(
            Walk(over: again, from: again.rootKeys)
                == Walk(over: archive, from: archive.rootKeys),
            "is another archive after writing")
    }

    private static func checkCopying(
        of root: KeyedArchive.Reference, _ key: String, in archive: KeyedArchive
    ) throws {
        var other = KeyedArchive()
        other.setRoot(key, to: try other.add(copyOf: root, from: archive))
        verify(
            Walk(over: other, from: [key]) == Walk(over: archive, from: [key]),
            "is another object when copied")
    }

    private static func checkSetting(of root: KeyedArchive.Reference, in archive: KeyedArchive) {
        guard let keys = try? archive.values(of: root).keys else { return }
        for key in keys.prefix(8) {
            var changed = archive
            guard let value = try? archive.value(forKey: key, of: root),
                (try? changed.setValue(value, forKey: key, of: root)) != nil
            else { continue }
            let again = try? changed.value(forKey: key, of: root)
            verify(
                Walk(over: again, in: changed) == Walk(over: value, in: archive),
                "is another value when set")
        }
    }
}
