"""Work of importers and exporters, for `proportion`."""

import os
import plistlib
import shutil

import inputs
from program import apart
from proportion import Work


def plist(path, value, format=plistlib.FMT_BINARY):
    path.write_bytes(inputs.plist(value, format))


def unique(n):
    return [inputs.word(i) for i in range(n)]


def repeated(text, count):
    """A text that has about a number of characters."""
    return text * (count // len(text))


# MARK: Files of a size, by their names

TABLES = {
    "rows.csv": (8_000, lambda path, n: inputs.csv(
        path, ((f"M {i}", 3) for i in range(n)), ("title", "rating"))),
    "rows.jsonl": (6_000, lambda path, n: inputs.json_lines(path, inputs.catalogue(n))),
    "same.csv": (8_000, lambda path, n: inputs.csv(path, ([title] for title in ["Moth"] * n))),
    "tags.csv": (4_900, lambda path, n: inputs.csv(
        path, [(f"M {k}", ",".join(unique(n))) for k in range(50)], ("title", "tags"))),
    "tags.jsonl": (4_900, lambda path, n: inputs.json_lines(
        path, ({"title": f"M {k}", "tags": unique(n)} for k in range(50)))),
    "tags-of-all.csv": (2_000, lambda path, n: inputs.csv(
        path, ((f"M {i}", f"a{i},b{i},c{i}") for i in range(n)), ("title", "tags"))),
    "notes.csv": (400_000, lambda path, n: inputs.csv(
        path, [(f"M {i}", repeated("ab é ", n)) for i in range(40)], ("title", "notes"))),
    "quotes.csv": (250_000, lambda path, n: inputs.csv(
        path, [(f"M {i}", '"' * n) for i in range(20)], ("title", "notes"))),
    "titles.csv": (2_000, lambda path, n: inputs.csv(
        path, (["x" * n + str(i)] for i in range(3_000)))),
    "blank.csv": (10_000_000, lambda path, n: path.write_text("title\n" + "\n" * n + "a\n")),
}

REFUSED_TABLES = {
    "columns.csv": (8_000, lambda path, n: inputs.csv(
        path, [["a"] * (n + 1)] * 30, ["title", *(f"x{i}" for i in range(n))])),
    "same-columns.csv": (8_000, lambda path, n: inputs.csv(
        path, [["a"] * (n + 1)] * 10, ["title", *(["x"] * n)])),
    "keys.jsonl": (40_000, lambda path, n: inputs.json_lines(
        path, [{"title": "a"} | {inputs.word(i): 1 for i in range(n)}])),
    "unknown.jsonl": (40_000, lambda path, n: inputs.json_lines(
        path, ({"title": "a", "x" + inputs.word(i): 1} for i in range(n)))),
    "wrong.csv": (50_000, lambda path, n: path.write_text("title,rating\n" + "a,x\n" * n)),
    "short.csv": (50_000, lambda path, n: path.write_text("title,rating\n" + "a\n" * n)),
}

ARCHIVES = {
    "books.plist": (6_000, lambda path, n: plist(path, inputs.books(n))),
    "titles.plist": (6_000, lambda path, n: plist(path, inputs.titles(f"T {i}" for i in range(n)))),
    "shared.plist": (6_000, lambda path, n: plist(path, inputs.titles(["T"] * n))),
    "defaults.plist": (2_000, lambda path, n: plist(
        path, {f"k{i}": inputs.plist(inputs.books(1)) for i in range(n)})),
    "books-with-notes.plist": (1_000, lambda path, n: plist(
        path, inputs.books(n, notes=lambda i: inputs.words(300)))),
    "books.xml.plist": (6_000, lambda path, n: plist(
        path, inputs.books(n), plistlib.FMT_XML)),
}

REFUSED_ARCHIVES = {
    "dictionary.plist": (100_000, lambda path, n: plist(path, {f"k{i}": i for i in range(n)})),
    "array.xml.plist": (500_000, lambda path, n: path.write_text(
        "<plist><array>" + "<true/>" * n + "</array></plist>")),
    "entities.xml.plist": (2_000_000, lambda path, n: path.write_text(
        "<plist><string>" + "&amp;" * n + "</string></plist>")),
    "dictionary.xml.plist": (100_000, lambda path, n: path.write_text(
        "<plist><dict>" + "".join(f"<key>{i}</key><true/>" for i in range(n)) + "</dict></plist>")),
    "classes.plist": (100_000, lambda path, n: plist(path, inputs.archive(
        [{"$class": plistlib.UID(i + 2)} for i in range(n)] + [{"$class": plistlib.UID(1)}], 1))),
}

BUNDLES = {
    "notes.scarybug": (400_000, dict(Notes=lambda n: repeated("ab é ", n))),
    "words.scarybug": (75_000, dict(Notes=inputs.words)),
    "cjk.scarybug": (150_000, dict(Notes=lambda n: "\u87f2" * n)),
    "marks.scarybug": (200_000, dict(Notes=lambda n: ("a" + "\u0301" * 99) * (n // 100))),
    "mixed-marks.scarybug": (80_000, dict(Notes=lambda n: ("a" + "\u0316\u0301\u0327" * 30) * (n // 30))),
    "ligatures.scarybug": (20_000, dict(Notes=lambda n: "\uFDFA" * n)),
    # With many more, the full-text index writes its words in several pieces.
    "tags.scarybug": (1_600, dict(tags=unique)),
    "similar-tags.scarybug": (4_900, dict(tags=lambda n: ["t" * 90 + str(i) for i in range(n)])),
    # Beyond 32,768 keys, each reference in the archive takes more bytes.
    "keys.scarybug": (35_000, dict(keys=lambda n: {f"X{i}": "y" for i in range(n)})),
}

FILES = {
    "files.scarybug": (450, inputs.bundle),
    "files.tgz": (450, inputs.tar),
    "files.sbz": (450, inputs.wrapper),
}


def data(n, format=plistlib.FMT_BINARY, keys=None, **fields):
    values = {key: value(n) for key, value in fields.items()}
    return inputs.document(format=format, **values, **(keys(n) if keys else {}))


def bundle_of(fields):
    return lambda path, n: inputs.bundle(path, data(n, **fields))


def copies(write, count=12):
    """Writes a file and copies of it, so that its import takes a measurable time."""

    def all(path, n):
        write(path, n)
        for i in range(count):
            shutil.copy(path, path.with_stem(f"{i}-{path.stem}"))

    return all


def photograph(path, n):
    inputs.bundle(path, inputs.document(), [("fullImage.jpg", b"\xff\xd8\xff\xe0" + os.urandom(n))])


def zeros(path, n):
    inputs.tar(path, inputs.document(), [("zeros", b"\0" * n)])


def bundles(folder, n):
    for i in range(n):
        inputs.bundle(folder / f"{i}.scarybug", inputs.document(f"Moth {i}"))


def directory(folder, n, title=lambda i: f"Moth {i}"):
    for i in range(n):
        document = folder / "all" / f"{i + 1}.scarybug"
        document.mkdir(parents=True)
        (document / "data.plist").write_bytes(inputs.document(title(i)))


def litter(folder, n):
    (folder / "all").mkdir()
    for i in range(n):
        (folder / "all" / f"{i}.txt").touch()
    directory(folder, 1)


# MARK: Work


def files():
    """Names, sizes, functions that write a file of a size, and the status of the import."""
    for table, status in ((TABLES | ARCHIVES, 0), (REFUSED_TABLES | REFUSED_ARCHIVES, 1)):
        for name, (size, write) in table.items():
            yield name, size, write, status
    for name, (size, fields) in BUNDLES.items():
        yield name, size, copies(bundle_of(fields)), 0
    yield "keys.xml.scarybug", 20_000, lambda path, n: inputs.bundle(
        path, data(n, plistlib.FMT_XML, **BUNDLES["keys.scarybug"][1])), 0
    for name, (size, pack) in FILES.items():
        yield name, size, copies(lambda path, n, pack=pack: pack(
            path, inputs.document(), [(f"file{i}", b"x" * 100) for i in range(n)])), 0
    yield "photograph.scarybug", 60 << 20, photograph, 0
    yield "zeros.tgz", 100 << 20, zeros, 0


def imports():
    for name, size, write, status in files():
        for command in ("import", "preview") if status == 0 else ("import",):
            yield Work(
                f"{command} {name}", size, lambda n, command=command: [command, "FILES"],
                files=lambda folder, n, name=name, write=write: write(folder / name, n),
                status=status, is_variant=command == "preview" and not name.startswith("rows"))
    for name, (size, fields) in BUNDLES.items():
        documents = copies(bundle_of(fields))
        for command in (
                "list zz", "check", "show all", "export all out", "set all notes=new tags=a"):
            yield Work(
                f"{command}, {name}", size, script=lambda n, command=command: command + "\n",
                setup=lambda home, n, documents=documents, name=name: take(
                    home, n, documents, name),
                changes=True, has_index=command != "list zz",
                is_variant=name not in ("words.scarybug", "mixed-marks.scarybug"))
    yield Work("import bundles", 500, lambda n: ["import", "FILES"], files=bundles)
    yield Work("import a directory", 2_000, lambda n: ["import", "FILES"], files=directory)
    yield Work(
        "import a directory of copies", 2_000, lambda n: ["import", "FILES"],
        files=lambda folder, n: directory(folder, n, lambda i: "Moth"))
    yield Work("import litter", 20_000, lambda n: ["import", "FILES"], files=litter)
    rows = lambda folder, n: inputs.json_lines(folder / "rows.jsonl", inputs.catalogue(n))
    yield Work(
        "import --dry-run", 6_000, lambda n: ["import", "--dry-run", "FILES"], files=rows)
    yield Work(
        "import --keep-going", 40_000, lambda n: ["import", "--keep-going", "FILES"], status=1,
        files=lambda folder, n: (folder / "wrong.csv").write_text(
            "title,rating\n" + "a,x\n" * n + "b,1\n"))
    yield Work(
        "import --skip-known", 2_000, lambda n: ["import", "--skip-known", "FILES"],
        files=directory, setup=known)
    for name, options in (("", []), (" --dry-run", ["--dry-run"])):
        yield Work(
            "import --update" + name, 4_000, documents=lambda n: n, setup=table, changes=True,
            words=lambda n, options=options: ["import", "--update", "../table.jsonl", *options])


def take(home, n, write, name):
    """Imports files."""
    folder = home.folder / "files"
    folder.mkdir()
    apart(write, folder / name, n)
    home.succeed("import", *folder.iterdir())
    # The first command that reads the index makes it, not an import of so many bytes.
    home.succeed("list", "zz")
    shutil.rmtree(folder)


def known(home, n):
    folder = home.folder / "known"
    apart(directory, folder, n)
    home.succeed("import", folder / "all")


def table(home, n):
    """Writes the documents as a table in which each has another place."""
    listed = home.succeed("--json", "list").output
    with open(listed) as source, open(home.folder / "table.jsonl", "w") as table:
        table.writelines(line.replace('"Place ', '"Pond ') for line in source)


def exports():
    for format in ("scarybug", "directory", "bug"):
        yield Work(
            f"export --format {format}", 3_000, documents=lambda n: n,
            words=lambda n, format=format: ["export", "all", "out", "--format", format])
    for format in ("book-archive", "books-owned"):
        yield Work(
            f"export --format {format}", 10_000, documents=lambda n: n, rows=inputs.library,
            words=lambda n, format=format: ["export", "all", "out/books", "--format", format])
    yield Work(
        "export books as directories", 3_000, documents=lambda n: n, rows=inputs.library,
        words=lambda n: ["export", "all", "out", "--format", "directory"])
    for name, rows in (("same titles", inputs.same_titles), ("long titles", inputs.long_titles),
                       ("similar titles", inputs.similar_titles)):
        yield Work(
            f"export {name}", 3_000, documents=lambda n: n, rows=rows,
            words=lambda n: ["export", "all", "out"])
        yield Work(
            f"export {name} as directories", 3_000, documents=lambda n: n, rows=rows,
            words=lambda n: ["export", "all", "out", "--format", "directory"])
    yield Work(
        "export --force over files", 2_000, documents=lambda n: n,
        script=lambda n: "export all out\nexport all out --force\n")
    for format in ("scarybug", "directory"):
        yield Work(
            f"export many files as {format}", 450, setup=many_files,
            words=lambda n, format=format: ["export", "1", "out", "--format", format])
        yield Work(
            f"export zeros as {format}", 50 << 20, setup=a_file_of_zeros,
            words=lambda n, format=format: ["export", "1", "out", "--format", format])
    yield Work(
        "export pictures", 3_000, setup=pictures,
        words=lambda n: ["export", "all", "out", "--format", "picture"])


def many_files(home, n):
    home.succeed("new", "Moth")
    for i in range(n):
        (home.documents / "1.scarybug" / f"file{i}").write_bytes(b"x" * 100)


def a_file_of_zeros(home, n):
    home.succeed("new", "Moth")
    os.truncate(os.open(home.documents / "1.scarybug" / "zeros", os.O_CREAT | os.O_WRONLY), n)


def pictures(home, n):
    (home.work / "a.jpg").write_bytes(b"\xff\xd8\xff\xda\0\2" + b"7" * 1_000 + b"\xff\xd9")
    home.succeed(script=f"new Moth image=a.jpg\n" * n)
