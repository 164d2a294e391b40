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

    @Test func `a plain list of names will do`() throws {
        let list =
            "Bombus terrestris\nBombus muscorm\nPsithyrus vestalis\nAndrena flavipes\nNomada fabriciana\n"
        #expect(try check(list).gave("5 documents with a species checked\n"))
    }

    @Test func `what is no list of names is named`() throws {
        #expect(
            try check("a,b\n1,2\n").gave(
                error: "scarybug: %/taxa.csv: no column of names; the first line names one "
                    + "scientificName, species or genus\n", status: 1))
        #expect(
            try check("<gpx/>", "a.gpx").gave(
                error: "scarybug: %/a.gpx: not a table; if it is packed, unpack it\n", status: 1))
        let wrong = try check("species,x\nBombus terrestris,1\n\"Nomada,2\n")
        #expect(wrong.standardError.contains("%/taxa.csv: 1 row can't be read"))
        #expect(try scarybug.run("check", "--names", "%/taxa.csv", "--repair").status == 1)
    }
}
