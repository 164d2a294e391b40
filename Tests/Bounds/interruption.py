"""SIGINT ends the program within a second, and the next command works; see `run`."""

import shutil
import signal
import subprocess
import time

import inputs
from exchange import bundles, directory, photograph, plist, zeros
from hostile import FILES, make
from program import Home, apart, first_line, report, selection
from queries import GROWING

# Seconds after the start at which SIGINT comes.
MOMENTS = [0.05, 0.3, 1.0]
# A group has grown by then, so that its rollback takes longer than an interrupted program may.
LATE_MOMENTS = [*MOMENTS, 3.0]
SECONDS = 1
# Seconds for the command after an interrupted one, which may remove what that one left.
NEXT_SECONDS = 5
INTERRUPTED = 130
# A noisy machine may slow a run down; the fastest of these counts.
ATTEMPTS = 3

# Inputs that take a while although nothing is wrong with them.
LARGE = {
    "rows.csv": lambda path: inputs.csv(
        path, ((f"M {i}", 3) for i in range(200_000)), ("title", "rating")),
    "rows.jsonl": lambda path: inputs.json_lines(path, inputs.catalogue(100_000)),
    "wrong.csv": lambda path: path.write_text("title,rating\n" + "a,x\n" * 1_000_000 + "a,1\n"),
    "books.plist": lambda path: plist(path, inputs.books(90_000)),
    "titles.plist": lambda path: plist(path, inputs.titles(f"T {i}" for i in range(90_000))),
    "photograph.scarybug": lambda path: photograph(path, 250 << 20),
    "zeros.tgz": lambda path: zeros(path, 250 << 20),
    "bundles.many": lambda path: (path.mkdir(), bundles(path, 3_000)),
    "directory": lambda path: (path.mkdir(), directory(path, 20_000)),
}

# What is done with a hostile file that was taken. The index is made anew each time.
AFTERWARDS = ["list", "show all", "check", "count by tag", "export all out", "set all place=here"]

# Commands on many documents.
DOCUMENTS = 60_000
COMMANDS = [
    "list sort:title", "list zz|z sort:-notes", "--json list", "--csv list", "count by title",
    "count by tag", "show all", "check", "check --repair", "refresh", "export all out",
    "export all out --format directory", "export all out/books --format books-owned",
    "set all place=here --yes", "set all tags+=here --dry-run", "delete all --yes",
    "delete all --dry-run", "field rename colour shade", "field remove colour",
    "import ../rows.jsonl --update", "undo --dry-run", "undo", "history forget",
]

# Scripts that take long.
SCRIPTS = {
    "a script that runs itself": "source ../script\n" * 9,
    "a script of many lines": "new Moth\n" * 100_000,
    "a script of many errors": "nothing\n" * 400_000,
    "a script of many undos": "new Moth\nundo\n" * 3_000,
    "a line of many wildcards": "import " + "/*" * 200 + "\n",
    "a line of many options": "import a.csv" + "".join(f" --map d{i}=" for i in range(70_000)) + "\n",
    "a group of many lines": "begin\n" + "new Moth\n" * 100_000 + "commit\n",
    "a group of many errors": "begin\n" + "nothing\n" * 400_000,
}


class Interruption:
    """Interrupts runs in one home, and collects what goes wrong."""

    def __init__(self, home, name):
        self.home, self.name, self.failures, self.slowest, self.count = home, name, [], 0, 0

    def all(self, *words, script=None, before=lambda: None, moments=MOMENTS):
        """Interrupts a command at each moment. Returns whether the last one ended before it."""
        title = " ".join(map(str, words))[:60] or script[:60]
        for moment in moments:
            for _ in range(ATTEMPTS):
                before()
                shutil.rmtree(self.home.work)
                (self.home.work / "out").mkdir(parents=True)
                run = self.home.run(*words, script=script, interrupt_after=moment)
                following = self.home.run("count")
                slow, wrong = self.slowness(run, following), list(self.problems(run, following))
                if wrong or not slow:
                    break
            self.failures += [f"{title}, {moment} s: {problem}" for problem in slow + wrong]
            if not run.was_interrupted:
                return True
            self.slowest, self.count = max(self.slowest, run.seconds), self.count + 1
        return False

    def slowness(self, run, following):
        slow = []
        if run.was_interrupted and run.seconds > SECONDS:
            slow.append(f"ended {run.seconds:.1f} s after SIGINT")
        if following.seconds > NEXT_SECONDS:
            slow.append(f"then count took {following.seconds:.1f} s")
        return slow

    def problems(self, run, following):
        # SIGINT may come when the run is already at its end.
        if run.was_interrupted and run.status not in (INTERRUPTED, 0, 1) or run.is_killed:
            yield f"status {run.status}: {first_line(run.errors, 120)}"
        if following.status != 0:
            yield f"then count: status {following.status}: {first_line(following.errors, 120)}"

    def report(self):
        line = f"{self.name}: {self.count} interrupted, the slowest end after {self.slowest:.2f} s"
        return report(line, self.failures)


def sources(program, folder, files, chosen):
    """Yields homes in which a file is previewed, imported, and used if it was taken."""
    for name, write in files.items():
        if chosen not in name:
            continue
        place = folder / "source"
        place.mkdir()
        case = Interruption(Home(program, place / "home"), name)
        paths = make(name, place, write)
        case.all("preview", *paths)
        if case.all("import", *paths) and not case.home.is_empty:
            for command in AFTERWARDS:
                case.all(*command.split(), before=case.home.forget_index)
        yield case.report()
        shutil.rmtree(place)


def catalogue(program, folder):
    """Returns a home with many documents."""
    home = Home(program, folder / "catalogue")
    apart(inputs.json_lines, home.folder / "rows.jsonl", inputs.catalogue(DOCUMENTS))
    home.succeed("field", "add", "colour", "text")
    home.succeed("import", home.folder / "rows.jsonl")
    home.succeed("set", "all", "colour=red", "--yes")
    listed = home.succeed("--json", "list").output
    shutil.copy(listed, home.folder / "rows.jsonl")
    return home


def commands(program, folder, chosen):
    """Yields commands on many documents. What comes to its end is undone."""
    home = None
    for line in [*COMMANDS, *(f"query of {name}" for name in GROWING), "index", "the sweep"]:
        if chosen not in line:
            continue
        home = home or catalogue(program, folder)
        case = Interruption(home, line)
        if line == "index":
            case.all("count", before=home.forget_index)
        elif line == "the sweep":
            case.all("set", "1", "notes=new", before=lambda: kill_an_import(home))
        elif line.startswith("query of "):
            size, query = GROWING[line.removeprefix("query of ")]
            case.all(script=f"list {query(size * 2)}\n")
        else:
            case.all(*line.split())
        count = int(home.succeed("count").output.read_text().split()[0])
        if count != DOCUMENTS:
            if count != 0:
                case.failures.append(f"half done: {count} documents are left")
            home.succeed("redo" if line == "undo" else "undo")
        yield case.report()


def scripts(program, folder, chosen):
    """Yields scripts that are read from standard input."""
    for name, text in SCRIPTS.items():
        if chosen in name:
            place = folder / "script"
            case = Interruption(Home(program, place), name)
            case.all("-f", "../script", script=text, moments=LATE_MOMENTS)
            yield case.report()
            shutil.rmtree(place)


def kill_an_import(home):
    """Leaves much in the staging directory."""
    process = subprocess.Popen(
        [home.program, "import", home.folder / "rows.jsonl"], env=home.environment, cwd=home.folder,
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(2.5)
    process.send_signal(signal.SIGKILL)
    process.wait()


def run(program, folder, chosen, is_quick):
    """Returns the number of cases with failures."""
    named = [
        (name, file.write) for name, file in FILES.items()
        if chosen in name and not (is_quick and file.is_variant)]
    files = LARGE | dict(selection(named, is_quick))
    return (
        sum(scripts(program, folder, chosen)) + sum(commands(program, folder, chosen))
        + sum(sources(program, folder, files, chosen)))
