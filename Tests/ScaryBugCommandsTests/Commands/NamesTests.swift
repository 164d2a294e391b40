import TestSupport
import Testing

/// `check --names`.
@Suite struct NamesTests {
    private let scarybug: InProcess

    init() throws {
        scarybug = try InProcess(user: "alice")
        try scarybug.run(
            "-c",
            """
            new A species='Bombus cf. terrestris'
            new B species='Bombus muscorm'
            new C species='PSITHYRUS vestalis (Geoffroy)'
            new D species='Andrena sp.'
            new E species='Nomada'
            new F
            """)
    }

    private func check(_ list: String, _ name: String = "taxa.csv") throws -> Transcript {
        try scarybug.directory.write(Array(list.utf8), to: "work/\(name)")
        return try scarybug.run("check", "--names", "%/\(name)")
    }

    private static let taxa = """
        taxonID,scientificName,taxonomicStatus,acceptedNameUsageID
        1,"Bombus terrestris (Linnaeus, 1758)",accepted,
        2,"Bombus (Thoracobombus) muscorum de Geer",accepted,
        3,"Psithyrus vestalis (Geoffroy, 1785)",heterotypic synonym,4
        4,"Bombus vestalis (Geoffroy, 1785)",accepted,
        5,Andrena haemorrhoa,,
        6,Bombus muscorx
        """

    @Test func `config names gives the list`() throws {
        let misuse = try scarybug.run("check", "--names")
        #expect(misuse.standardError.contains("'config names=FILE' is the default"))
        let named = try check(Self.taxa)
        let path = scarybug.directory.path("work/taxa.csv")
        #expect(try scarybug.run("config", "names=%/taxa.csv").standardOutput.contains("taxa.csv"))
        #expect(try scarybug.run("check", "--names").standardOutput == named.standardOutput)
        #expect(try scarybug.run("check", "--names", "--json").standardOutput.contains("taxa.csv"))
        #expect(try scarybug.run("config", "names=%/no.csv").status == 1)
        #expect(!path.isEmpty)
    }

    @Test func `unknown names and synonyms are told`() throws {
        #expect(
            try check(Self.taxa).gave(
                """
                2  Bombus muscorm: not in %/taxa.csv; the nearest is Bombus muscorum
                3  PSITHYRUS vestalis (Geoffroy): a synonym of Bombus vestalis
                5  Nomada: not in %/taxa.csv

                """,
                error: "scarybug: 3 findings in 5 documents with a species\n", status: 1))
        let json = try scarybug.run("--json", "check", "--names", "%/taxa.csv").lines
        #expect(
            json.first
                == #"{"code":"unknown-name","path":"Private Documents/2.scarybug","number":2,"#
                + #""message":"Bombus muscorm: not in %/taxa.csv; the nearest is Bombus muscorum","#
                + #""outcome":"told","to":"Bombus muscorum"}"#)
    }

    @Test func `a genus that is a synonym is no accepted one`() throws {
        try scarybug.run("-c", "new G species=Psithyrus\nnew H species=Bombus")
        let list = Self.taxa + "\n7,Psithyrus,synonym,8\n8,Bombus,accepted,\n"
        let found = try check(list).standardOutput
        #expect(found.contains("7  Psithyrus: a synonym of Bombus\n"))
        #expect(!found.contains("8  Bombus"))
    }

    @Test(arguments: [
        // ColDP
        """
        col:ID\tcol:parentID\tcol:status\tcol:scientificName\tcol:authorship
        a\t\tsynonym\tPsithyrus vestalis\tGeoffroy
        a\tb\tsynonym\tPsithyrus vestalis\tGeoffroy
        b\tx\taccepted\tBombus vestalis\tGeoffroy
        c\tx\taccepted\tBombus terrestris\t
        d\tx\taccepted\tBombus muscorum\t
        e\tx\taccepted\tAndrena\t
        """,
        // Darwin Core with names, and without a status
        """
        {"acceptedNameUsage":"Bombus vestalis (Geoffroy, 1785)","scientificName":"Psithyrus vestalis"}
        {"genus":"Bombus","specificEpithet":"terrestris"}
        {"genus":"Bombus","specificEpithet":"muscorum"}
        {"genus":"Andrena"}
        """,
    ])
    func `lists have several forms`(list: String) throws {
        let found = try check(list, list.hasPrefix("{") ? "a.jsonl" : "a.tsv").standardOutput
        #expect(found.contains("3  PSITHYRUS vestalis (Geoffroy): a synonym of Bombus vestalis\n"))
        #expect(found.contains("2  Bombus muscorm: not in %/"))
        #expect(!found.contains("1  ") && !found.contains("4  "))
    }

    @Test(arguments: ["taxa.txt", "taxa.csv"], ["", "scientificName\n"])
    func `the comma of an author separates nothing in a list of lines`(
        name: String, header: String
    ) throws {
        try scarybug.run("-c", "new G species='Bombus terrestris (Linnaeus, 1758)'")
        let list = """
            \(header)Bombus terrestris (Linnaeus, 1758)
            Bombus muscorum de Geer, 1776
            Psithyrus vestalis
            "Andrena haemorrhoa (Fabricius, 1781)"
            Nomada flava Panzer, 1798

            """
        #expect(
            try check(list, name).gave(
                "2  Bombus muscorm: not in %/\(name); the nearest is Bombus muscorum\n",
                error: "scarybug: 1 finding in 6 documents with a species\n", status: 1))
        let other = try check("a,b\nBombus terrestris,1\n", name).standardError
        #expect(other.contains("no column of names"))
    }

    @Test func `qualifiers don't count, and a synonym of a synonym has a name`() throws {
        try scarybug.run(
            "-c",
            """
            delete 1-6
            new A species='cf. Bombus terrestris s. str.'
            new B species='Osmia? rufa'
            new C species='Andrena indet.'
            new D species='Bombus terrestris dalmatinus'
            new E species='Psithyrus vestalis sensu lato'
            """)
        let list = """
            taxonID,scientificName,taxonomicStatus,acceptedNameUsageID
            1,Bombus terrestris,accepted,
            5,Bombus terrestrix,accepted,
            2,Bombus vestalis,accepted,
            3,Psithyrus campestris,synonym,2
            4,Psithyrus vestalis,synonym,3
            6,Osmia rufa,,
            7,Andrena flavipes,,
            """
        let found = try check(list).lines.map { $0.drop { $0 != " " }.dropFirst(2) }
        #expect(
            found == [
                "Bombus terrestris dalmatinus: not in %/taxa.csv; the nearest is Bombus terrestris",
                "Psithyrus vestalis sensu lato: a synonym of Bombus vestalis",
            ])
    }

    @Test func `synonyms of each other end`() throws {
        let list = "ID,scientificName,status,acceptedID\n"
        let found = try check(
            list + "1,Psithyrus vestalis,synonym,2\n2,Psithyrus b,synonym,1\n"
        ).standardOutput
        #expect(
            found.contains("3  PSITHYRUS vestalis (Geoffroy): a synonym in %/taxa.csv\n"),
            "\(found)")
    }

    @Test func `a plain list of names will do`() throws {
        let list =
            "Bombus terrestris\nBombus muscorm\nPsithyrus vestalis\nAndrena flavipes\nNomada fabriciana\n"
        #expect(try check(list).gave("5 documents with a species checked\n"))
    }

    @Test func `what is no list of names is named`() throws {
        let remedy =
            "the first line names the columns, one of them scientificName, species or genus, or "
            + "meta.xml beside the table does\n"
        let wrong = [
            ("taxa.csv", "a,b\n1,2\n", "no column of names; \(remedy)"),
            ("taxa.csv", "1,a,a\n2,b,b\n", "no column of names; \(remedy)"),
            ("taxa.csv", "1,Nomada,genus\n", "no column of names; \(remedy)"),
            ("taxa.csv", "scientificName,genus\n", "a list without names\n"),
            ("taxa.csv", "species\n", "a list without names\n"),
            (
                "a.gpx", "<gpx/>",
                "not a list of names; give a table, or a Darwin Core or ColDP archive\n"
            ),
        ]
        for (name, text, message) in wrong {
            #expect(try check(text, name).gave(error: "scarybug: %/\(name): \(message)", status: 1))
        }
        #expect(try scarybug.run("check", "--names", "%/taxa.csv", "--repair").status == 1)
    }

    @Test func `the first wrong row is told`() throws {
        let one = try check("species,x\nBombus terrestris,1\n\"Nomada,2\n")
        #expect(
            one.standardError.hasPrefix(
                "scarybug: warning: %/taxa.csv: 1 row can't be read: line 3, column 1: the value has"
            ))
        let two = try check("species,x\nNomada\nNomada\nNomada,1\n")
        #expect(
            two.standardError.hasPrefix(
                "scarybug: warning: %/taxa.csv: 2 rows can't be read, the first on line 2: the row has"
            ))
    }

    @Test(arguments: [
        "taxonID\tscientificName\ttaxonomicStatus", "id\tparentNameUsageID\tscientificName",
        "ID\tparentID\tstatus\tscientificName", "identifier\tscientificName\tparentNameUsageID",
        "col:ID\tcol:scientificName",
        "ID\tscientificName\trank",
    ])
    func `a list of names is no table of records`(header: String) throws {
        let row = header.split(separator: "\t").map { _ in "Apis" }.joined(separator: "\t")
        try scarybug.directory.write(Array("\(header)\n\(row)\n".utf8), to: "work/Taxon.tsv")
        let refused = try scarybug.run("import", "%/Taxon.tsv").standardError
        #expect(refused.hasPrefix("scarybug: %/Taxon.tsv: a checklist of names"), "\(refused)")
        // A table with a column "identifier" is one of our own otherwise.
        if header.hasPrefix("identifier") { return }
        let records = "\(header)\teventDate\n\(row)\t2026\n"
        try scarybug.directory.write(Array(records.utf8), to: "work/Taxon.tsv")
        #expect(try scarybug.run("import", "%/Taxon.tsv").status == 0)
    }

    // MARK: Archives

    private static let found = """
        2  Bombus muscorm: not in LIST; the nearest is Bombus muscorum
        3  PSITHYRUS vestalis (Geoffroy): a synonym of Bombus vestalis
        5  Nomada: not in LIST

        """

    private func found(in path: String) throws -> Bool {
        let found = Self.found.replacing("LIST", with: "%/\(path)")
        return try scarybug.run("check", "--names", "%/\(path)").standardOutput == found
    }

    /// Packs the directory `a` as `a.zip`.
    private func pack() throws {
        var python = try Program(executable: "/usr/bin/env")
        python.workingDirectory = scarybug.directory.path("work")
        #expect(try python.run("python3", "-m", "zipfile", "-c", "a.zip", "a").status == 0)
    }

    @Test(arguments: ["Taxon", "DarwinCore"])
    func `a Darwin Core archive tells its columns`(rowType: String) throws {
        var draft = ArchiveDraft()
        draft.core = "fieldsTerminatedBy=\"|\" fieldsEnclosedBy=\"\""
        draft.rowType = rowType
        draft.columns = ["1:scientificName", "2:acceptedNameUsageID"]
        draft.locations = ["taxa.txt"]
        // An extension of the checklist 980 repeats a term.
        let picture = ArchiveDraft.pictures("media.txt")
        draft.rest = picture.replacing("terms/license", with: "terms/identifier")
        try scarybug.directory.makeDirectory("work/a")
        try scarybug.directory.write(draft.meta, to: "work/a/meta.xml")
        let taxa = """
            1|Bombus terrestris (Linnaeus, 1758)|
            2|Bombus muscorum|
            3|Psithyrus vestalis|4
            4|Bombus vestalis|
            5|Andrena haemorrhoa|
            """
        try scarybug.directory.write(Array(taxa.utf8), to: "work/a/taxa.txt")
        try pack()
        for path in ["a", "a.zip", "a/taxa.txt"] { #expect(try found(in: path), "\(path)") }
    }

    @Test func `an archive of records is no list of names`() throws {
        try scarybug.directory.makeDirectory("work/a")
        try scarybug.directory.write(ArchiveDraft().meta, to: "work/a/meta.xml")
        #expect(
            try scarybug.run("check", "--names", "%/a").gave(
                error:
                    "scarybug: %/a: a Darwin Core archive of rows of the type 'Occurrence'; a list "
                    + "of names has taxa\n", status: 1))
    }

    @Test func `a ColDP archive has a table NameUsage`() throws {
        try scarybug.directory.makeDirectory("work/a")
        try scarybug.directory.write(Array("ID\n".utf8), to: "work/a/Reference.tsv")
        try scarybug.directory.write(Array("ID\n".utf8), to: "work/a/VernacularName.tsv")
        #expect(
            try scarybug.run("check", "--names", "%/a").gave(
                error:
                    "scarybug: %/a: holds neither a meta.xml nor a table NameUsage; give the table "
                    + "of names in it\n", status: 1))
        let names = """
            col:ID\tcol:parentID\tcol:status\tcol:scientificName
            a\tb\tsynonym\tPsithyrus vestalis
            b\tx\taccepted\tBombus vestalis
            c\tx\taccepted\tBombus terrestris
            d\tx\taccepted\tBombus muscorum
            e\tx\taccepted\tAndrena
            """
        try scarybug.directory.write(Array(names.utf8), to: "work/a/NameUsage.tsv")
        try pack()
        #expect(try found(in: "a") && found(in: "a.zip"))
        // No records come from it.
        for path in ["a", "a.zip", "a/NameUsage.tsv"] {
            let refused = try scarybug.run("import", "%/\(path)")
            #expect(
                refused.gave(
                    error: "scarybug: %/\(path): a checklist of names, not of records; "
                        + "'check --names FILE' compares species with it\n", status: 1),
                "\(refused)")
        }
    }
}
