// swift-tools-version: 6.2
import PackageDescription

/// Warnings are errors where nobody reads them.
let warnings: [SwiftSetting] =
    Context.environment["CI"] == "true" ? [.treatAllWarnings(as: .error)] : []

/// Tests use what they test and its neighbours without ceremony.
let tests: [SwiftSetting] = warnings + [.enableUpcomingFeature("ExistentialAny")]

let strict: [SwiftSetting] =
    tests + [
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
    ]

/// The program starts faster with C++ linked in, which only lld can do, with short relocations, and
/// without a table of all its functions for others. The last two save a fifth of the instructions. Without
/// the compiler's hashes, each compilation gives the same bytes.
let linker: [LinkerSetting] = [
    .unsafeFlags(
        [
            "-use-ld=lld", "-L", Context.packageDirectory + "/Sources/scarybug/Linker",
            "-Xclang-linker", "-static-libgcc", "-Xlinker", "-z", "-Xlinker",
            "pack-relative-relocs", "-Xlinker", "--no-export-dynamic", "-Xlinker", "-T", "-Xlinker",
            Context.packageDirectory + "/Sources/scarybug/Linker/discard.ld",
        ], .when(configuration: .release))
]

/// The commit, which `.ci/release` tells, so that `scarybug --version` names it. A new one compiles a
/// single line of C.
let commit = Context.environment["SCARYBUG_COMMIT"] ?? ""

/// The texts of `help`: everyday examples, topics, and links to pages of the documentation.
let helpPages = [
    "examples.txt", "topics.md", "copies.md", "dates.md", "maps.md", "messages.md",
    "photographs.md", "queries.md", "sharing.md", "tables.md",
]
let completionScripts = ["completion.bash", "completion.fish", "completion.zsh"]

let systemPackage = Target.Dependency.product(
    name: "SystemPackage", package: "swift-system")

let package = Package(
    name: "ScaryBugs",
    products: [
        .executable(name: "scarybug", targets: ["scarybug"]),
        .library(name: "ScaryBugs", targets: ["ScaryBugs"]),
        .library(name: "KeyedArchive", targets: ["KeyedArchive"]),
        .library(name: "ScaryBugCommands", targets: ["ScaryBugCommands"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1")
    ],
    targets: [
        .systemLibrary(
            name: "CArchive",
            providers: [
                .apt([
                    "libarchive-dev", "libzstd-dev", "liblzma-dev", "libbz2-dev", "zlib1g-dev",
                    "nettle-dev",
                ])
            ]),
        .systemLibrary(
            name: "CEditLine",
            providers: [.apt(["libedit-dev", "libbsd-dev", "libncurses-dev"])]),
        .systemLibrary(name: "CJansson", providers: [.apt(["libjansson-dev"])]),
        .systemLibrary(name: "CLinux"),
        .systemLibrary(name: "CQREncode", providers: [.apt(["libqrencode-dev"])]),
        .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CUTF8Proc", providers: [.apt(["libutf8proc-dev"])]),
        .target(
            name: "CVersion",
            cSettings: [.define("SCARYBUG_COMMIT", to: "\"\(commit)\"")]),
        .target(name: "XML", swiftSettings: strict),
        .target(name: "KeyedArchive", dependencies: ["XML"], swiftSettings: strict),
        .target(
            name: "SystemFiles",
            dependencies: [
                "CLinux", systemPackage,
            ],
            swiftSettings: strict),
        .target(
            name: "Containers",
            dependencies: [
                "CArchive", "SystemFiles",
                systemPackage,
            ],
            swiftSettings: strict),
        .target(
            name: "ScaryBugRecords",
            dependencies: [
                "CUTF8Proc", "Containers", "KeyedArchive", "SystemFiles", systemPackage,
            ],
            resources: [.embedInCode("Withholding/places.txt")], swiftSettings: strict),
        .target(
            name: "ScaryBugFormats",
            dependencies: [
                "CJansson", "CQREncode", "Containers", "KeyedArchive", "ScaryBugRecords",
                "SystemFiles", "XML", systemPackage,
            ],
            resources: [
                .embedInCode("DarwinCore/terms.txt"), .embedInCode("Rows/columns.txt"),
                .embedInCode("Pages/Gallery/gallery.css"),
                .embedInCode("Pages/Gallery/gallery.js"),
                .embedInCode("Pages/Gallery/without-script.css"),
            ], swiftSettings: strict),
        .target(
            name: "ScaryBugStore",
            dependencies: [
                "CLinux", "CSQLite", "Containers", "KeyedArchive", "ScaryBugFormats",
                "SystemFiles", systemPackage,
            ],
            swiftSettings: strict),
        .target(
            name: "ScaryBugs",
            dependencies: [
                "CLinux", "Containers", "KeyedArchive", "ScaryBugStore", "SystemFiles", "XML",
                systemPackage,
            ],
            swiftSettings: strict),
        .target(
            name: "ScaryBugCommands",
            dependencies: [
                "CEditLine", "CLinux", "CVersion", "KeyedArchive", "ScaryBugs", "XML",
                systemPackage,
            ],
            resources: helpPages.map { .embedInCode("Help/Pages/\($0)") }
                + completionScripts.map { .embedInCode("Completion/Scripts/\($0)") },
            swiftSettings: strict),
        .executableTarget(
            name: "scarybug", dependencies: ["ScaryBugCommands"], exclude: ["Desktop", "Linker"],
            swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])],
            linkerSettings: linker),
        .executableTarget(
            name: "LibraryExample", dependencies: ["ScaryBugs"], path: "Examples/Library",
            packageAccess: false, swiftSettings: strict),
        .target(name: "TestSupport", path: "Tests/Support", swiftSettings: strict),
        .testTarget(name: "XMLTests", dependencies: ["XML"], swiftSettings: tests),
        .testTarget(
            name: "KeyedArchiveTests", dependencies: ["KeyedArchive", "TestSupport"],
            swiftSettings: tests),
        // Tests of a module use the samples of the tests below.
        .testTarget(
            name: "ScaryBugRecordsTests", dependencies: ["ScaryBugRecords", "TestSupport"],
            swiftSettings: tests),
        .testTarget(
            name: "ScaryBugFormatsTests",
            dependencies: ["ScaryBugFormats", "ScaryBugRecordsTests", "TestSupport"],
            swiftSettings: tests),
        .testTarget(
            name: "ScaryBugStoreTests",
            dependencies: ["ScaryBugs", "ScaryBugFormatsTests", "TestSupport"],
            swiftSettings: tests),
        .testTarget(
            name: "ScaryBugsTests",
            dependencies: ["ScaryBugs", "ScaryBugStoreTests", "TestSupport"],
            swiftSettings: tests),
        .testTarget(
            name: "ScaryBugCommandsTests", dependencies: ["ScaryBugCommands", "TestSupport"],
            swiftSettings: tests),
        .testTarget(
            name: "EndToEndTests",
            dependencies: ["KeyedArchive", "LibraryExample", "scarybug", "TestSupport"],
            path: "Tests/EndToEnd",
            exclude: [
                "Screens/Expected", "Writing/coarse-times.c", "Writing/few-bytes.c",
                "Writing/moved-environment.c", "Writing/plain-renames.c",
            ],
            swiftSettings: tests),
    ]
)
