import Fuzzing
import KeyedArchive

/// Every property list that can be read can be written, and reads back equal.
@main
enum PropertyListFuzzer {
    static func main() {
        fuzz { bytes in
            guard let value = try? PropertyList(bytes: bytes) else { return }
            let written = try value.binary()
            let again = try PropertyList(bytes: written)
            verify(try again.binary() == written, "is written differently the second time")
        }
    }
}
