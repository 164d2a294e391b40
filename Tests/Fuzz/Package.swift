// swift-tools-version: 6.2
import PackageDescription

/// One executable per reader of external data. `Tests/Fuzz/run` builds and runs them.
func fuzzer(_ name: String, of library: String) -> Target {
    .executableTarget(
        name: name, dependencies: ["Fuzzing", .product(name: library, package: "ScaryBugs")])
}

let package = Package(
    name: "Fuzz",
    dependencies: [.package(name: "ScaryBugs", path: "../..")],
    targets: [
        .systemLibrary(name: "CFuzzer"),
        .target(name: "Fuzzing", dependencies: ["CFuzzer"]),
        fuzzer("PropertyListFuzzer", of: "KeyedArchive"),
        fuzzer("KeyedArchiveFuzzer", of: "KeyedArchive"),
        fuzzer("SerializedWrapperFuzzer", of: "ScaryBugs"),
        fuzzer("LineGrammarFuzzer", of: "ScaryBugCommands"),
        fuzzer("ImportFuzzer", of: "ScaryBugs"),
        fuzzer("CopyStateFuzzer", of: "ScaryBugs"),
        fuzzer("MailFuzzer", of: "ScaryBugs"),
        fuzzer("DarwinCoreFuzzer", of: "ScaryBugs"),
        fuzzer("PhotographFactsFuzzer", of: "ScaryBugs"),
        fuzzer("XMLFuzzer", of: "KeyedArchive"),
        fuzzer("MapFuzzer", of: "ScaryBugs"),
    ]
)
