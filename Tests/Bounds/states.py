"""Work in homes in an unusual but legal state, for `proportion`."""

import shutil

import inputs
from program import apart
from proportion import Work


def states():
    def of(name, size, setup, *lines, **options):
        for line in lines:
            yield Work(
                f"{name}: {line}", size, setup=setup,
                script=lambda n, line=line: line.replace("N", str(n)) + "\n", **options)

    yield from of(
        "same title", 4_000, None, "list", "count by title", "list sort:title", "check", "show all",
        documents=lambda n: n, rows=inputs.same_titles)
    yield from of(
        "same identifier", 3_000, copies, "list", "check", "export all out", "show all",
        "import ../copies --skip-known --dry-run", "import ../copies")
    yield from of(
        "unknown keys", 50_000, unknown_keys, "show 1", "check", "export 1 out", "set 1 rating=1",
        "set 1 rating=1 --dry-run")
    yield from of(
        "custom fields", 45, custom_fields, "list", "check", "show all", "fields", "count by f1",
        "set all f1=2 --yes", "field rename f1 g1", changes=True, documents=lambda n: 700)
    yield from of("custom fields", 45, custom_fields, "mode csv\nlist", documents=lambda n: 700)
    yield from of(
        "saved queries", 450, saved_queries, "queries", "list @q1", "query add x y",
        "query remove q1", changes=True)
    yield from of(
        "steps", 3_000, steps, "history", "history 1", "undo", "undo 3-N", "check", "set 1 rating=5",
        changes=True)
    yield from of(
        "litter", 20_000, litter, "list", "check", "new moth", "check --repair --dry-run",
        changes=True)
    yield from of("foreign directories", 6_000, foreign_directories, "check", status=1)
    yield from of("foreign files", 10_000, foreign, "check", changes=True, status=1)
    yield from of("foreign files", 2_000, foreign, "check --repair", changes=True)
    yield from of(
        "damaged", 2_000, damaged, "check", "list", documents=lambda n: n, changes=True, status=1)
    yield from of("damaged", 2_000, damaged, "check --repair", documents=lambda n: n, changes=True)
    yield from of(
        "vanished", 4_000, vanished, "list", "check", "history 1", documents=lambda n: n,
        changes=True)
    yield from of("users", 2_000, users, "users", "whoami")
    yield from of(
        "misnamed", 2_000, misnamed, "check --repair", documents=lambda n: n, changes=True)
    yield from of("leading zeros", 1_000, leading_zeros, "check --repair", changes=True)
    yield from of("shared numbers", 1_000, shared_numbers, "check --repair", changes=True)
    yield from of("staged", 2_000, staged, "check --repair", changes=True)
    yield from of(
        "strays with alike names", 1_000, alike, "check --repair", "check --repair --dry-run",
        changes=True)
    yield from of("inner directories", 1_000, inner_directories, "check --repair", changes=True)
    yield from of(
        "many files", 10_000, many_files, "export 1 out/ --format directory", "delete 1\nundo",
        changes=True)
    yield from of("taken numbers", 2_000, taken_numbers, "redo", changes=True)


def copies(home, n):
    """Documents with one identifier, as copied directories have it."""
    home.succeed("new", "Moth")
    data = (home.documents / "1.scarybug" / "data.plist").read_bytes()
    for folder in (home.documents, home.folder / "copies"):
        for i in range(1, n + 1):
            document = folder / f"{i}.scarybug"
            document.mkdir(mode=0o700, parents=True, exist_ok=True)
            (document / "data.plist").write_bytes(data)
    home.succeed("count")


def unknown_keys(home, n):
    apart(lambda: inputs.bundle(
        home.folder / "keys.scarybug", inputs.document(**{f"X{i}": f"y{i}" for i in range(n)})))
    home.succeed("import", home.folder / "keys.scarybug")


def custom_fields(home, n):
    home.succeed(script="".join(f"field add f{i} text\n" for i in range(n)))
    home.succeed("set", "all", "--yes", *(f"f{i}=value" for i in range(n)))


def saved_queries(home, n):
    home.succeed(script="".join(f"query add q{i} tag:t{i}\n" for i in range(n)))


def steps(home, n):
    """A history of n steps: at a terminal, each line is one."""
    home.succeed("config", "historySteps=1000000")
    home.type(["new Moth", *(f"set 1 rating={i % 5 + 1}" for i in range(n - 2))])


def litter(home, n):
    home.succeed("new", "Moth")
    for i in range(n):
        (home.documents / f"._{i}").touch(mode=0o600)


def foreign(home, n):
    home.succeed("new", "Moth")
    for i in range(n):
        (home.documents / f"{i}.txt").touch(mode=0o600)


def damaged(home, n):
    for i in range(1, n + 1, 2):
        (home.documents / f"{i}.scarybug" / "data.plist").write_bytes(b"bplist00")


def vanished(home, n):
    for i in range(1, n + 1, 2):
        (home.documents / f"{i}.scarybug" / "data.plist").unlink()
        (home.documents / f"{i}.scarybug").rmdir()


def users(home, n):
    for i in range(n):
        (home.folder / "home" / "users" / f"u{i}" / "Private Documents").mkdir(parents=True)


def misnamed(home, n):
    for i in range(1, n + 1):
        (home.documents / f"{i}.scarybug").rename(home.documents / f"x{i}.scarybug")


def leading_zeros(home, n):
    home.succeed("new", "Moth")
    for i in range(2, n + 2):
        shutil.copytree(home.documents / "1.scarybug", home.documents / f"{i:07}.scarybug")


def shared_numbers(home, n):
    """Pairs of documents of two kinds that have one number."""
    home.succeed("new", "Moth")
    home.succeed("new", "Newt", "--kind", "creature")
    for i in range(3, n + 3):
        shutil.copytree(home.documents / "1.scarybug", home.documents / f"{i}.scarybug")
        shutil.copytree(home.documents / "2.scarycreature", home.documents / f"{i}.scarycreature")


def staged(home, n):
    """Entries that no program has staged."""
    home.succeed("new", "Moth")
    staging = home.documents.parent / "Staging"
    staging.mkdir(mode=0o700, exist_ok=True)
    for i in range(n):
        (staging / f"{i}-x").touch(mode=0o600)


def alike(home, n):
    """Strays whose names differ only in what `Lost and Found` cuts off."""
    home.succeed("new", "Moth")
    for i in range(n):
        (home.documents / (f"{i:05}" + "x" * 230)).touch(mode=0o600)


def foreign_directories(home, n):
    """Directories in `Staging` that are not the program's."""
    home.succeed("new", "Moth")
    for i in range(n):
        (home.documents.parent / "Staging" / f"foreign{i}").mkdir(mode=0o700, parents=True)


def inner_directories(home, n):
    home.succeed("new", "Moth")
    for i in range(n):
        (home.documents / "1.scarybug" / f"d{i}").mkdir()


def many_files(home, n):
    """A document whose files have come from another program."""
    home.succeed("new", "Moth")
    for i in range(n):
        (home.documents / "1.scarybug" / f"f{i}").touch(mode=0o600)


def taken_numbers(home, n):
    """An import was undone, and then another program brought its documents back."""
    table = home.folder / "moths.csv"
    table.write_text("title\n" + "".join(f"Moth {i}\n" for i in range(n)))
    home.succeed("import", table)
    shutil.copytree(home.documents, home.folder / "saved")
    home.succeed("undo")
    for document in (home.folder / "saved").iterdir():
        document.rename(home.documents / document.name)
