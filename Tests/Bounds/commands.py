"""Work of commands and scripts, for `proportion`."""

import inputs
from proportion import Work


def lines(line):
    """A script of one line for each number."""
    return lambda n: "".join(line(i) + "\n" for i in range(n))


def same(*words):
    return lambda n: list(words)


def commands():
    yield from scripts()
    yield from changes()
    yield from reports()


def scripts():
    """Scripts of n lines, in an empty home."""
    yield Work("lines new", 3_000, script=lines(lambda i: f"new 'Moth {i}' rating=2 tags=a,b"))
    yield Work("lines whoami", 20_000, script=lines(lambda i: "whoami"))
    yield Work("lines wrong", 20_000, script=lines(lambda i: f"nothing {i}"), status=1)
    yield Work("lines open", 8_000, documents=lambda n: n, script=lines(lambda i: f"open {i + 1}"))
    yield Work("lines show", 3_000, documents=lambda n: n, script=lines(lambda i: f"show {i + 1}"))
    yield Work(
        "lines set", 3_000, documents=lambda n: n, changes=True,
        script=lines(lambda i: f"set {i + 1} notes=new"))
    yield Work(
        "lines set of one", 3_000, documents=lambda n: 1, changes=True,
        script=lines(lambda i: f"set 1 notes={i}"))
    yield Work(
        "lines delete", 3_000, documents=lambda n: n, changes=True,
        script=lines(lambda i: f"delete {i + 1}"))
    yield Work(
        "lines new, undo", 300, script=lines(lambda i: "new Moth\nundo"))
    yield Work(
        "lines set, undo", 300, documents=lambda n: 1, changes=True,
        script=lines(lambda i: f"set 1 notes={i}\nundo\nredo"))
    yield Work(
        "lines undo", 300, documents=lambda n: 1, changes=True, script=lambda n: "".join(
            f"set 1 notes={i}\n" for i in range(n)) + "undo\n" * n)
    yield Work(
        "lines export", 2_000, documents=lambda n: n,
        script=lines(lambda i: f"export {i + 1} out/{i}.scarybug"))
    yield Work("lines config", 3_000, script=lines(lambda i: f"config historySteps={i + 1}"))
    yield Work("lines login", 500, script=lines(lambda i: f"login u{i}\nnew Moth"))
    yield Work("lines login back and forth", 3_000, script=lines(lambda i: f"login u{i % 2}"))
    yield Work("lines begin, new, commit", 1_500, script=lines(lambda i: "begin\nnew Moth\ncommit"))
    yield Work(
        "lines begin, new, rollback", 300,
        script=lines(lambda i: "begin\nnew Moth\nrollback"))
    yield Work(
        "one group", 3_000, script=lambda n: "begin\n" + "new Moth tags=a\n" * n + "commit\n")
    yield Work(
        "one group that fails", 3_000, status=1,
        script=lambda n: "begin\n" + "new Moth tags=a\n" * n + "nothing\ncommit\n")
    yield Work(
        "options --map", 10_000, status=1,
        setup=lambda home, n: (home.folder / "a.csv").write_text("title\nMoth\n"),
        script=lambda n: "import ../a.csv" + "".join(f" --map d{i}=" for i in range(n)) + "\n")
    yield Work(
        "complete in an open quote", 100_000,
        script=lambda n: "complete \"scarybug list 'a" + " b" * n + "\"\n")
    yield Work(
        "complete --map", 6_000, lambda n: ["complete", "scarybug import ../a.csv --map "],
        setup=lambda home, n: (home.folder / "a.csv").write_text(
            "title," + ",".join(f"c{i}" for i in range(n)) + "\nMoth\n"))
    yield Work("--atomic", 3_000, words=same("--atomic"), script=lambda n: "new Moth\n" * n)
    yield Work("-c", 1_500, lambda n: ["-c", "new Moth"] * n)
    yield Work("-f", 1_500, lambda n: [word for _ in range(n) for word in ("-f", "FILES")],
               files=lambda folder, n: (folder / "new").write_text("new Moth\n"))
    yield Work(
        "lines source", 1_500, script=lines(lambda i: "source ../line"),
        setup=lambda home, n: (home.folder / "line").write_text("new Moth\n"))
    yield Work(
        "source nested", 200, words=same("source", "FILES"), status=0,
        files=lambda folder, n: nested(folder, n))
    yield Work("line joined", 100_000, script=lambda n: "new Moth notes=a" + "\\\n" * n + "\n")
    yield Work("line of words", 100_000, script=lambda n: "whoami" + " a" * n + "\n", status=1)
    yield Work("comments", 1_000_000, script=lambda n: "# a comment\n" * n)


def nested(folder, n):
    """A chain of eight scripts, each with lines before and after the next one."""
    folder = folder.parent / folder.name
    path = folder / "0"
    work = "new Moth\n" * n
    rest = ""
    for depth in range(7, 0, -1):
        script = folder.parent / f"{folder.name}-{depth}"
        script.write_text(work + rest + work)
        rest = f"source {script}\n"
    path.write_text(work + rest)


def changes():
    """Commands that change n documents."""
    def of(name, size, *words, **options):
        return Work(name, size, same(*words), changes=True, documents=lambda n: n, **options)

    yield of("set all", 3_000, "set", "all", "notes=new", "--yes")
    yield of("set all tags+=", 3_000, "set", "all", "tags+=new", "--yes")
    yield of("set all tags-=", 3_000, "set", "all", "tags-=tag1", "--yes")
    yield of("set all --dry-run", 3_000, "set", "all", "notes=new", "--dry-run")
    yield of("set a query", 6_000, "set", "tag:tag1", "notes=new", "--yes")
    yield of("delete all", 3_000, "delete", "all", "--yes")
    yield of("delete all --dry-run", 5_000, "delete", "all", "--dry-run")
    yield of("undo delete", 3_000, "undo", setup=delete)
    yield of("undo set", 3_000, "undo", setup=edit)
    yield of("undo import", 3_000, "undo")
    yield of("undo import --dry-run", 3_000, "undo", "--dry-run")
    yield of("redo import", 3_000, "redo", setup=lambda home, n: home.succeed("undo"))
    yield of("undo 2", 1_500, "undo", "2", setup=edit)
    yield of("redo 2", 1_500, "redo", "2", setup=lambda home, n: (
        edit(home, n), home.succeed("undo", "2")))
    yield of("history forget", 3_000, "history", "forget", setup=lambda home, n: (
        edit(home, n), delete(home, n)))
    yield Work(
        "set tags+= many", 4_900, documents=lambda n: 20, changes=True,
        words=lambda n: ["set", "all", "tags+=" + ",".join(inputs.word(i) for i in range(n))])
    yield Work(
        "lines set tags+=", 700, documents=lambda n: 1, changes=True,
        script=lambda n: "set 1 " + " ".join(f"tags+=new{i}" for i in range(n)) + "\n")
    yield Work(
        "set notes=@", 500_000, documents=lambda n: 200, changes=True,
        words=same("set", "all", "notes=@../text"), setup=a_text)
    yield of("field add", 6_000, "field", "add", "colour", "text")
    yield of("field rename", 3_000, "field", "rename", "colour", "shade", setup=colours)
    yield of("field remove", 3_000, "field", "remove", "colour", setup=colours)
    yield of("index from nothing", 6_000, "count", has_index=False)


def delete(home, n):
    home.succeed("delete", "all", "--yes")


def edit(home, n):
    home.succeed("set", "all", "notes=new", "--yes")


def a_text(home, n):
    (home.folder / "text").write_text("word " * (n // 5))


def colours(home, n):
    home.succeed("field", "add", "colour", "text")
    home.succeed("set", "all", "colour=red", "--yes")


def reports():
    """Commands that read n documents."""
    def of(name, size, *words, times=1, **options):
        script = lambda n: (" ".join(words) + "\n") * times
        return Work(name, size, script=script, documents=lambda n: n, **options)

    yield of("list", 20_000, "list", times=20)
    for mode in ("json", "csv"):
        yield Work(f"list in {mode}", 3_000, same(f"--{mode}", "list"), documents=lambda n: n)
    for field in inputs.SORTED:
        yield of(
            f"list sort:{field}", 20_000, f"list sort:{field} limit:10", times=3,
            is_variant=field not in ("title", "rating"))
        yield of(
            f"list sort:-{field}", 8_000, f"list sort:-{field}", times=3,
            is_variant=field != "species")
    yield of("count", 20_000, "count", times=300)
    for field in inputs.COUNTED:
        yield of(
            f"count by {field}", 20_000, f"count by {field}",
            is_variant=field not in ("tag", "notes"))
    yield of("show all", 6_000, "show", "all")
    yield Work("show all in json", 6_000, same("--json", "show", "all"), documents=lambda n: n)
    yield of("check", 6_000, "check")
    yield of("check --repair", 6_000, "check", "--repair")
    yield of("refresh", 6_000, "refresh")
    yield of("fields", 20_000, "fields", times=100)
