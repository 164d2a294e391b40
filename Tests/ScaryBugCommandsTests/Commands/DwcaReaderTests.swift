import TestSupport
import Testing

/// Archives as python-dwca-reader reads them, an independent program
/// (https://github.com/BelgianBiodiversityPlatform/python-dwca-reader).
@Suite(.enabled(if: Python.hasDarwinCoreReader, "python-dwca-reader (pip) is missing"))
struct DwcaReaderTests {
    @Test func `another reader sees the records and their pictures`() throws {
        let scarybug = try InProcess(user: "alice")
        try scarybug.directory.write(SamplePhotograph.jpeg(9), to: "work/a.jpg")
        try scarybug.run(
            "-c",
            """
            new 'A "b"' species='Apis cf. x' notes='"two\tparts' at=50.9324,-1.45 image=%/a.jpg
            new '=B' seen=2026-05-01 place='é, ü'
            """)
        try scarybug.run("export", "all", "%/a.zip", "--format", "dwca")
        let read = try Python.run(
            """
            import sys
            from dwca.read import DwCAReader
            with DwCAReader(sys.argv[1]) as archive:
                for row in archive:
                    values = {key.rsplit('/')[-1]: value for key, value in row.data.items()}
                    print('|'.join(values[name] for name in [
                        'vernacularName', 'scientificName', 'occurrenceRemarks', 'decimalLatitude',
                        'eventDate', 'locality']), len(row.extensions))
                print(archive.metadata.find('dataset').find('title').text)
            """, scarybug.directory.path("work/a.zip"))
        #expect(
            read.gave(
                """
                A "b"|Apis x|"two parts|50.9324|| 1
                =B||||2026-05-01|é, ü 0
                Records of insects by alice

                """), "\(read)")
    }
}
