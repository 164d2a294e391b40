import Foundation
import TestSupport

/// The files of a ZIP file, read by another program.
struct Unzipped {
    private let path: String

    init(_ path: String) throws { self.path = path }

    subscript(name: String) -> [UInt8] {
        get throws {
            let results = try Python.run(
                "import sys, zipfile; sys.stdout.buffer.write(zipfile.ZipFile(sys.argv[1]).read(sys.argv[2]))",
                path, name)
            return results.standardOutputBytes
        }
    }
}

/// Python, which every system with a desktop has.
enum Python {
    static let hasDarwinCoreReader = (try? run("import dwca.read").status) == 0

    /// The program of the virtual environment that `Tests/run` makes, or else the system's.
    private static let path: String = {
        // A standardized path would lead to the system's Python, to which this one links.
        let package = (0..<4).reduce(URL(filePath: #filePath)) { path, _ in
            path.deletingLastPathComponent()
        }
        let own = package.appending(path: ".build/python/bin/python3").path
        return FileManager.default.isExecutableFile(atPath: own) ? own : "/usr/bin/python3"
    }()

    static func run(_ script: String, _ arguments: String...) throws -> Transcript {
        try Program(executable: path).run(["-X", "utf8", "-c", script] + arguments)
    }
}

/// The rules without which GBIF does not index an archive.
enum ArchiveRules {
    /// Lines about broken rules; empty for a good archive.
    static func problems(of path: String) throws -> String {
        let results = try Python.run(script, path)
        return results.standardOutput + results.standardError
    }

    private static let script = """
        import re, sys, zipfile, xml.etree.ElementTree as tree
        archive = zipfile.ZipFile(sys.argv[1])
        space, terms = '{http://rs.tdwg.org/dwc/text/}', 'http://rs.tdwg.org/dwc/terms/'
        root = tree.fromstring(archive.read('meta.xml'))
        def table(element):
            lines = archive.read(element.find('.//' + space + 'location').text).decode().split('\\n')
            rows = [line.split('\\t') for line in lines[1:-1]]
            fields = [(int(f.get('index')), f.get('term')) for f in element.findall(space + 'field')]
            if len({len(row) for row in rows} | {len(fields) + 1}) > 1: print('columns differ')
            if len({term for _, term in fields}) < len(fields): print('a term twice')
            if lines[-1]: print('no end of the last line')
            return [{'id': row[0], **{term: row[index] for index, term in fields}} for row in rows]
        records = table(root.find(space + 'core'))
        ids = {record['id'].lower() for record in records}
        if len(ids) < len(records) or '' in ids: print('identifiers are not unique')
        date = r'\\d{4}(-\\d\\d(-\\d\\d(T\\d\\d:\\d\\d(:\\d\\d)?(Z|[+-]\\d\\d:\\d\\d)?)?)?)?'
        for record in records:
            when, count = record[terms + 'eventDate'], record[terms + 'individualCount']
            if when and not re.fullmatch(f'{date}(/{date})?', when): print('date', when)
            if count and not count.isdigit(): print('count', count)
            if (count == '0') != (record[terms + 'occurrenceStatus'] == 'absent'): print('status')
            if record[terms + 'coordinateUncertaintyInMeters'] == '0': print('uncertainty')
            if record[terms + 'occurrenceID'] != record['id']: print('occurrenceID')
        for row in table(root.find(space + 'extension')):
            if row['id'].lower() not in ids: print('a row without a core row')
        eml = tree.fromstring(archive.read(root.get('metadata')))
        text = lambda name: ''.join(next(eml.iter(name)).itertext())
        if len(text('title')) < 10 or len(text('abstract')) < 25: print('a short title')
        if not text('intellectualRights') or not text('surName'): print('no license or no name')
        """
}
