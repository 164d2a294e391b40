"""Work that must not grow faster than its input: it runs at a size and at twice that; see `run`."""

import shutil
from dataclasses import dataclass
from statistics import median
from time import sleep
from typing import Any, Callable

import inputs
from program import Home, apart, megabytes, report, selection

# How much time and memory may grow from a size to twice that. Twice would be in proportion;
# the rest is for sorting, caches and noise.
GROWTH = 2.4
# Runs at each size. The fastest of both sizes count, or the medians: a lucky run at the smaller size would
# look like growth. More follow only if the growth seems too large.
MOST_ATTEMPTS = 7
# Seconds after which the index trusts the times of a file, and need not read it again; see IndexStamp.
SETTLING = 3


@dataclass
class Work:
    """Some work whose input can have any size n."""

    name: str
    size: int
    words: Callable[[int], list] = lambda n: []  # the command; FILES are the made files
    script: Callable[[int], str] = None  # lines on standard input instead
    files: Callable = None  # makes the files of a size in a folder
    documents: Callable[[int], int] = None  # how many documents the home has, or none
    rows: Callable = inputs.catalogue  # what these documents are
    setup: Callable[[Home, int], Any] = None  # further preparation of the home
    changes: bool = False  # whether the run changes its home
    has_index: bool = True  # else the run makes the index
    status: int = 0
    is_variant: bool = False  # whether it is much like other work


class Bench:
    """The homes and files of the work at hand."""

    def __init__(self, program, folder):
        self.program, self.folder = program, folder
        self.homes, self.names = {}, 0

    def place(self):
        self.names += 1
        return self.folder / str(self.names)

    def documents(self, rows, count):
        """A home with some documents, which several works share."""
        if (rows, count) not in self.homes:
            home = Home(self.program, self.place())
            path = home.work / "rows.jsonl"
            apart(inputs.json_lines, path, rows(count))
            home.succeed("import", path)
            # Otherwise the files would settle between two runs, and only later ones would be quick.
            sleep(SETTLING)
            home.succeed("count")
            path.unlink()
            self.homes[rows, count] = home
        return self.homes[rows, count]

    def prepare(self, work, n):
        """Returns a function that runs the work once."""
        home = self.documents(work.rows, work.documents(n)) if work.documents else None
        if work.setup:
            home = home.copy(self.place()) if home else Home(self.program, self.place())
            work.setup(home, n)
        folder, paths = self.place(), []
        if work.files:
            folder.mkdir()
            apart(work.files, folder, n)
            paths = sorted(folder.iterdir())
        words = []
        for word in work.words(n):
            words += paths if word == "FILES" else [word]

        def run():
            place = home
            if home is None:
                place = Home(self.program, self.place())
            elif work.changes or not work.has_index:
                place = home.copy(self.place(), work.has_index)
            shutil.rmtree(place.work)
            place.work.mkdir()
            (place.work / "out").mkdir()
            result = place.run(*words, script=work.script(n) if work.script else None)
            if place is not home:
                place.remove()
            return result

        def clean():
            shutil.rmtree(folder, ignore_errors=True)
            if work.setup:
                home.remove()

        return run, clean


def costs(runs, cost):
    """A function that reduces the costs at both sizes."""
    return lambda reduce: [reduce([getattr(pair[side], cost) for pair in runs]) for side in (0, 1)]


def measure(bench, work, attempts):
    """Returns the line of the table, and what is wrong."""
    (small, clean_small), (large, clean_large) = (
        bench.prepare(work, n) for n in (work.size, 2 * work.size))
    runs, wrong = [], []
    while len(runs) < MOST_ATTEMPTS:
        runs.append((small(), large()))
        for run in runs[-1]:
            if run.status != work.status:
                wrong.append(f"status {run.status}, not {work.status}: {run.errors.strip()[:160]}")
        time, memory = (
            min(map(costs(runs, cost), (min, median)), key=lambda pair: pair[1] / pair[0])
            for cost in ("processor", "memory"))
        growth = [cost[1] / cost[0] for cost in (time, memory)]
        if wrong or len(runs) >= attempts and max(growth) <= GROWTH:
            break
    clean_small()
    clean_large()
    row = (f"{time[0]:6.2f} s {time[1]:6.2f} s {growth[0]:5.2f}"
           f" {megabytes(memory[0]):>7} {megabytes(memory[1]):>7} {growth[1]:5.2f}")
    for name, factor in zip(("time", "memory"), growth):
        if factor > GROWTH:
            wrong.append(f"{name} grows by {factor:.2f}")
    return row, wrong


def run(program, folder, chosen, is_quick):
    """Returns the number of works that grow too fast."""
    from commands import commands
    from exchange import exports, imports
    from queries import queries
    from states import states

    failures, bench = 0, Bench(program, folder)
    groups = {
        "import": imports(), "export": exports(), "query": queries(), "command": commands(),
        "state": states()}
    works = {f"{group}/{work.name}": work for group, works in groups.items() for work in works}
    named = [
        (name, work) for name, work in works.items()
        if chosen in name and not (is_quick and work.is_variant)]
    for name, work in selection(named, is_quick):
        try:
            row, wrong = measure(bench, work, 1 if is_quick else 2)
        except (Exception, SystemExit) as error:
            row, wrong = "", [f"not measured: {error}"]
        failures += report(f"{name:50} {work.size:7} {row}", wrong)
    return failures
