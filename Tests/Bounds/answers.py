"""Hostile files are answered in bounded time and memory; see `run`."""

import math
import shutil
import zipfile
from pathlib import Path

from hostile import FILES, make
from program import Home, apart, first_line, megabytes, report, selection

# For each 10 MB of the file.
SECONDS = 5
MEMORY = 150 << 20
# A noisy machine may slow a run down; the fastest of these counts.
ATTEMPTS = 3

# How a file comes in. A dropped document was put into the home by another program.
IMPORT = {
    "preview": ["preview", "FILE"], "import": ["import", "FILE"],
    "update": ["import", "FILE", "--update", "--dry-run"]}
SCRIPT = {"script": ["-f", "FILE"]}
DROP = {"dropped": ["refresh"]}

# What is done with what came in.
COMMANDS = {
    "list": ["list"],
    "search": ["list", "moth", "notes:a", "-tag:x", "sort:title"],
    "json": ["--json", "list"],
    "count by": ["count", "by", "tag"],
    "show": ["show", "all"],
    "resolve": ["resolve", "1"],
    "set": ["set", "all", "place=here", "notes=there", "tags+=new"],
    "check": ["check"],
    "export": ["export", "all", "bundles", "--force"],
    "export directories": ["export", "all", "plain", "--format", "directory", "--force"],
    "delete": ["delete", "all", "--yes"],
    "undo": ["undo"],
}

# Commands that would do something else if they were repeated.
CHANGES = ("import", "script", "delete", "resolve", "set", "undo")


def words(command, paths):
    return [word for words in command for word in (paths if words == "FILE" else [words])]


def seconds(paths):
    """The time that each command on these files may take."""
    files = [file for path in paths for file in [path, *path.rglob("*")]]
    return SECONDS * max(1, sum(file.lstat().st_blocks * 512 for file in files) / 10_000_000)


def problems(run, most_seconds):
    if run.is_killed:
        yield f"ended by signal {-run.status}" if run.status < 0 else f"status {run.status}"
    if run.seconds > most_seconds:
        yield f"took {run.seconds:.1f} s, {run.processor:.1f} s of processor time"
    if run.memory > MEMORY:
        yield f"took {megabytes(run.memory)}"


def answer(home, file, paths, ways):
    """Brings a file in, and runs all commands. Returns the row of a table, and the failures."""
    failures, row = [], []
    most_seconds = math.inf if file.has_many else seconds(map(Path, paths))
    for title, command in (ways | COMMANDS).items():
        if title == "list" and home.is_empty:
            row.append("refused: " + message)
            break
        for destination in ("bundles", "plain"):
            (home.work / destination).mkdir(exist_ok=True)
        for _ in range(ATTEMPTS):
            run = home.run(*words(command, paths + file.options * (title == "import")))
            found = list(problems(run, most_seconds))
            changes = title in CHANGES and not (title == "import" and home.is_empty)
            if not found or changes or run.is_killed or run.memory > MEMORY:
                break
        status = f" status {run.status}" if run.status else ""
        row.append(f"{title} {run.seconds:.1f} s {run.memory >> 20}{status}")
        failures += [f"{title} {problem}: {first_line(run.errors, 150)}" for problem in found]
        message = first_line(run.errors.replace(f"{home.folder.parent}/", ""), 150)
    return ", ".join(row), failures


def drop(path, home):
    """Puts a document from a ZIP into a home, as it is."""
    home.succeed("new", "Moth")
    document = home.documents / "1.scarybug"
    with zipfile.ZipFile(path) as archive:
        for entry in archive.infolist():
            (document / entry.filename.partition("/")[2]).write_bytes(archive.read(entry))


def cases(chosen, is_quick):
    """The names of cases, their files, and how they come in."""
    for name, file in FILES.items():
        ways = [("", SCRIPT if name.endswith(".script") else IMPORT)]
        if file.can_be_dropped:
            ways.append(("dropped ", DROP))
        for prefix, way in ways:
            if chosen in prefix + name and not (is_quick and file.is_variant):
                yield prefix + name, name, file, way


def run(program, folder, chosen, is_quick):
    """Returns the number of files with failures."""
    count = 0
    for title, name, file, way in selection(list(cases(chosen, is_quick)), is_quick):
        place = folder / "hostile"
        place.mkdir()
        try:
            home = Home(program, place / "home")
            paths = make(name, place, file.write)
            if way is DROP:
                apart(drop, paths[0], home)
            row, failures = answer(home, file, paths, way)
        except (Exception, SystemExit) as error:
            row, failures = "", [f"not run: {error}"]
        count += report(f"{title}: {row}", failures)
        shutil.rmtree(place)
    return count
