import Testing

@testable import ScaryBugRecords

@Suite struct SpeciesNameTests {
    @Test(arguments: [
        ("Bombus terrestris (Linnaeus, 1758)", "Bombus terrestris"),
        ("bombus terrestris Linnaeus, 1758", "bombus terrestris"),
        ("Carabus auratus d'Orbigny, 1850", "Carabus auratus"),
        ("Carabus auratus van der Hoeven", "Carabus auratus"),
        ("Bombus terrestris L.", "Bombus terrestris"),
        ("Andrena fulva Müller, O. F., 1766", "Andrena fulva"),
        ("Apis mellifera carnica Pollmann, 1879", "Apis mellifera carnica"),
        ("Bombus (Bombus) terrestris (Linnaeus, 1758)", "Bombus (Bombus) terrestris"),
        ("Bombus Latreille, 1802", "Bombus"), ("Osmia rufa von Siebold & Koch 1850", "Osmia rufa"),
        ("Bombus cf. terrestris (Linnaeus, 1758)", "Bombus cf. terrestris"),
    ])
    func `a name without its author`(text: String, name: String) {
        #expect(QualifiedName.withoutAuthor(text) == name)
    }

    @Test(arguments: [
        "Bombus terrestris", "Bombus (Bombus) terrestris", "BOMBUS TERRESTRIS", "Linnaeus, 1758",
        "three bees in 1999", "bees of Anna",
        "(Linnaeus, 1758)", "Red Admiral", "Andrena sp. A", "Andrena sp. 1", "Salix × rubra",
        "Salix x rubra", "Carabus aff. auratus", "Kleiner Fuchs", "Bombus terrestris ?", "Bombus",
        "", "Osmia rufa s. str.", "bombus terrestris", "Aglais io (Peacock butterfly)",
        "Rubus idaeus L. subsp. strigosus", "Bombus  terrestris",
    ])
    func `another text stays as it is`(text: String) {
        #expect(QualifiedName.withoutAuthor(text) == text)
    }

    @Test func `the greatest of the distances of a species counts`() throws {
        let list = try SensitiveSpecies("Bombus, 1km\n\"Bombus terrestris\", 10km; Apis (L.), 2 km")
        var data = try DocumentData(new: .bug, now: Timestamp(secondsSince1970: 0))
        for (species, blur) in [
            ("Bombus terrestris audax", "blur:10km"), ("Bombus (Bombus) terrestris", "blur:10km"),
            ("Bombus muscorum", "blur:1km"), ("Apis mellifera", "blur:2km"), ("Bombusia x", ""),
            ("B. terrestris", "blur:10km"), ("B.terrestris L.", "blur:10km"), ("L. terrestris", ""),
            ("Bo. cf. terrestris", "blur:10km"), ("B terrestris", "blur:10km"), ("B. muscorum", ""),
            (". terrestris", ""),
        ] {
            try data.set(.text(species), for: .species)
            #expect(list.withholding(of: data)?.text ?? "" == blur, "\(species)")
        }
    }

    @Test(arguments: ["12, 1km", "*, 1km", ", 1km"])
    func `a line without letters names no species`(line: String) {
        #expect(throws: ScaryBugsError.self) { try SensitiveSpecies(line) }
    }
}
