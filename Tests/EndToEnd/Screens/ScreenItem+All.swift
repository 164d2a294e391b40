extension ScreenItem {
    static let all = inAndOut + inSight + help

    // MARK: In and out

    private static let inAndOut = [
        ScreenItem(
            "directories", "export all bundles", "", "export 1 new/", "import bundles",
            "import bundles --dry-run"),
        ScreenItem(
            "backup", "backup alice.zip", "backup --verify alice.zip", "restore --list alice.zip",
            "restore alice.zip --dry-run", "restore alice.zip", "backup note.txt",
            preparation: "echo note >note.txt"),
        ScreenItem(
            "paths", "export 3 ~/ants/", "Alice Berg", "import ~/ants/*.scarybug", "import *.csv",
            "!ls",
            "import none*",
            environment: ["HOME": "home"]),
        ScreenItem(
            "tables", "import catalogue.csv --dry-run", "import catalogue.csv",
            "import wrong.csv",
            preparation: """
                printf 'title,rating\\nBee,2\\nMoth,1\\n' >catalogue.csv
                printf 'title,rating\\nBee,9\\n' >wrong.csv
                """),
        ScreenItem(
            "edit", "edit 3", "edit 2", "edit 3 rating=3",
            environment: [
                "TMPDIR": ".",
                "EDITOR": """
                f() { if grep -q '^# error' "$1"; then grep '^# error' "$1"; \
                elif grep -q '^rating: 3$' "$1"; \
                then sed -i -e 's/^rating: .*/rating: 9/' -e 's/^seen: .*/seen: never/' "$1"; \
                else sed -i 's/^rating: .*/rating: 2/' "$1"; fi; }; f
                """,
            ]),
        ScreenItem(
            "several-lines", "new Wasp notes='black", "and yellow'", "show @last", "new 'Bee",
            "delete all\u{3}", "new \"Fly", "\u{4}"),
        ScreenItem(
            "users", "users", "login bob", "n", "login bob", "y", "list", "new Flea", "users",
            "login alcie", "n"),
    ]

    // MARK: In sight

    private static let inSight = [
        ScreenItem(
            "columns", "list", "list --columns number,species,seen",
            "config columns=number,title,place,tags,rating", "list 1-2",
            "list 1 --json --columns title,seen",
            "list nothing", "list --columns colour"),
        ScreenItem(
            "last", "list rating:>3", "set @last tags+=sent", "list tag:sent", "show @last",
            "count @last"),
        ScreenItem("statistics", "stats", "stats 2 --json"),
        ScreenItem(
            "pager", "list",
            environment: ["SCARYBUG_PAGER": "less -FRX"],
            preparation: "seq -f \"new 'Moth %g'\" 4 60 | scarybug >/dev/null"),
        ScreenItem(
            "colours", "list 1-2", "list 1-2 --columns number,place", "stats 2", "show 2",
            "show 9", "set 1 raitng=3", "delete 1-2 --dry-run", "set 1-2 rating=1 --dry-run",
            "whoami >x", hasColors: true),
        ScreenItem(
            "text", "list --columns number,title,place,tags", "show 1", "fields",
            "count by tag", "config columns"),
        ScreenItem(
            "history", "set 1-3 tags+=seen,photographed 'place=Old Mill near the river' --yes",
            "delete 2", "undo", "history", "undo --dry-run", "history 2"),
        ScreenItem(
            "dry-runs", "delete 1-3,10,12 --dry-run", "set 2,3,12 rating=1 tags= --dry-run",
            "undo --dry-run", "delete 3 12 --yes", "undo --dry-run",
            "import bundles --dry-run",
            preparation: """
                seq -f "new 'Moth %g'" 4 12 | scarybug >/dev/null
                scarybug export 9-11 bundles/ >/dev/null
                """),
        ScreenItem(
            "messages", "show 99", "set 1 'place=Old Mill' rating=17", "list raiting:>3 tag:garden",
            "delete -tag:garden place:sinnamary", "new 'Weta' habitat=forest",
            "import /no/such/directory/with-a-long-name/catalogue.csv", "hand 1 bob",
            "undo 17", "delete all", "n", "history forget", "n"),
    ]

    // MARK: Help

    private static let help = [
        ScreenItem("help", "help", "help delete", "help dates"),
        ScreenItem("habits", "?", "list --help", ".help", "lst", "SELECT * FROM bugs", "rm -rf x"),
    ]
}
