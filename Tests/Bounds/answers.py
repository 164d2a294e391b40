"""Hostile files are answered in bounded time and memory; see `run`."""

import shutil

from hostile import FILES, make
from program import Home, first_line, megabytes

SECONDS = 5
MEMORY = 150 << 20
# A noisy machine may slow a run down; the fastest of these counts.
ATTEMPTS = 3

# What is done with what an import took.
COMMANDS = {
    "preview": ["preview", "FILE"],
    "import": ["import", "FILE"],
    "list": ["list"],
    "search": ["list", "moth", "notes:a", "-tag:x", "sort:title"],
    "json": ["--json", "list"],
    "count by": ["count", "by", "tag"],
    "show": ["show", "all"],
    "set": ["set", "all", "place=here"],
    "check": ["check"],
    "export": ["export", "all", "bundles", "--force"],
    "export directories": ["export", "all", "plain", "--format", "directory", "--force"],
    "delete": ["delete", "all", "--yes"],
    "undo": ["undo"],
}


def words(command, paths):
    return [word for words in command for word in (paths if words == "FILE" else [words])]


def problems(run, has_many):
    if run.is_killed:
        yield f"ended by signal {-run.status}" if run.status < 0 else f"status {run.status}"
    if run.seconds > SECONDS and not has_many:
        yield f"took {run.seconds:.1f} s"
    if run.memory > MEMORY:
        yield f"took {megabytes(run.memory)}"


def answer(program, name, folder):
    """Runs all commands with one hostile file, and returns the failures."""
    home, failures, row = Home(program, folder / "home"), [], []
    file = FILES[name]
    paths = make(name, folder, file.write)
    for title, command in COMMANDS.items():
        if title == "list" and home.is_empty:
            row.append("refused: " + message)
            break
        for destination in ("bundles", "plain"):
            (home.work / destination).mkdir(exist_ok=True)
        for _ in range(ATTEMPTS):
            run = home.run(*words(command, paths + file.options * (title == "import")))
            found = list(problems(run, file.has_many))
            changes = title in ("import", "delete", "set", "undo")
            if not found or changes or run.is_killed or run.memory > MEMORY:
                break
        status = f" status {run.status}" if run.status else ""
        row.append(f"{title} {run.seconds:.1f} s {run.memory >> 20}{status}")
        failures += [f"{title} {problem}: {first_line(run.errors, 150)}" for problem in found]
        message = first_line(run.errors.replace(f"{folder}/", ""), 150)
    return ", ".join(row), failures


def run(program, folder, chosen=""):
    """Returns the number of files with failures."""
    count = 0
    for name in FILES:
        if chosen not in name:
            continue
        place = folder / "hostile"
        place.mkdir()
        try:
            row, failures = answer(program, name, place)
        except (Exception, SystemExit) as error:
            row, failures = "", [f"not run: {error}"]
        print(f"{'FAIL' if failures else 'ok  '} {name}: {row}", flush=True)
        for failure in failures:
            print(f"     {failure}", flush=True)
        count += bool(failures)
        shutil.rmtree(place)
    return count
