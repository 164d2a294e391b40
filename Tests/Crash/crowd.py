"""Many processes use one workspace at the same time, while some are killed; see `run`.

In the end nothing is left of those that died, and `check` finds nothing.
"""

import random
import re
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import disk
from bench import Bench
from killing import PATIENCE
from story import FOLDERS, USERS, at_once, quoted

PROCESSES = 16

# What a session may be told because of the others, or because of its own choice of documents.
EXPECTED = [
    r"there (is|are) no documents? [\d, -]+; 'list' shows all documents",
    r"there is nothing to (undo|redo); 'history' lists the steps",
    r"only \d+ steps? can be (undone|redone); write '(undo|redo) \d+'",
    r"cannot (undo|redo) '.*': .*; nothing was changed",
    r"cannot (undo|redo) '.*': .*; nothing was changed; '(undo|redo) \d+' takes both",
    r"cannot (undo|redo) '.*' while process \d+ runs it; try again when it has ended",
    r"(document \d+|the preferences) (was|were) changed by process \d+, which has not ended .*",
    r"no document matches '.*'; 'list' shows all documents",
    r"a line after 'begin' failed, so the changes since then were rolled back",
    r".*; try again",
    rf"warning: .*{disk.NO_THUMBNAILS}.*",
    r".*; try again; the next change rolls the group back first",
]  # fmt: skip


def lines(dice, process):
    """A few lines of a session, and whether they are one atomic script."""
    number = dice.randint(1, 12)
    choices = [
        [["new", f"Bug {process}", "rating=2", "tags=red"]],
        [["new", f"Picture {process}", "image=p5000.jpg"]],
        [["set", str(number), f"rating={dice.randint(0, 5)}", f"notes=by {process}"]],
        [["set", str(number), "image=p70000.jpg"]],
        [["delete", str(number)]],
        [["undo"], ["redo"]],
        [["undo", "2"]],
        [["import", "table.csv"]],
        [["import", "guest3.scarybug", "guest7.scarybug"]],
        [["export", str(number), f"out/p{process}.scarybug", "--force"]],
        [["list", "tag:red"], ["count", "rating:>2"]],
        [["begin"], ["new", "In a group"], ["set", str(number), "place=wood"], ["commit"]],
        [["begin"], ["new", "Rolled back"], ["set", str(number), "tags+=x"], ["rollback"]],
        [["delete", "title:Picture", "--yes"]],
        [["check"]],
        [["history", "3"]],
    ]  # fmt: skip
    return dice.choice(choices)


class Crowd:
    def __init__(self, program, folder, seconds, seed):
        self.bench = Bench(program, folder)
        self.end = time.monotonic() + seconds
        self.seed = seed
        self.runs = self.kills = self.indexes = 0
        self.failures = []
        self.lock = threading.Lock()

    def run(self):
        self.bench.run(USERS[0], lines=[["new", f"First {n}"] for n in range(12)])
        threads = [threading.Thread(target=self.work, args=(n,)) for n in range(PROCESSES)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.look_after()
        return self.failures

    def work(self, process):
        dice = random.Random(f"{self.seed}/{process}")
        while time.monotonic() < self.end and not self.failures:
            try:
                self.session(dice, process)
            except Exception as error:
                self.fail(f"process {process}: {error!r}")

    def session(self, dice, process):
        script = [words for _ in range(dice.randint(1, 6)) for words in lines(dice, process)]
        command, environment = self.bench.command(USERS[0])
        child = subprocess.Popen(
            command, env=environment, cwd=self.bench.work, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        timer = None
        if dice.random() < 0.3:
            timer = threading.Timer(dice.uniform(0, 0.3), child.kill)
            timer.start()
        text = at_once(map(quoted, script)) if dice.random() < 0.5 else "".join(map(quoted, script))
        output, errors = child.communicate(text, timeout=PATIENCE)
        if timer:
            timer.cancel()
        with self.lock:
            self.runs += 1
            self.kills += child.returncode == -9
        if child.returncode not in (0, 1, -9):
            self.fail(f"{script} ended with {child.returncode}: {errors}")
        # Only a finding of `check` has a code. An index is a cache, which `check` makes again.
        for line in filter(lambda line: '"code":' in line, output.splitlines()):
            if '"code":"damaged-index"' in line and '"outcome":"repaired"' in line:
                self.indexes += 1
            else:
                self.fail(f"{script} found: {line}")
        for line in errors.splitlines():
            told = re.sub(r"^scarybug: (stdin:\d+: )?", "", line)
            if child.returncode != -9 and not any(re.fullmatch(one, told) for one in EXPECTED):
                self.fail(f"{script} said: {line}")

    def fail(self, text):
        with self.lock:
            self.failures.append(text)

    def look_after(self):
        """Lets one session recover, and looks for what the others left."""
        try:
            self.bench.run(USERS[0], lines=[["count"]])
            self.bench.run(USERS[0], "check")
            # A killed export leaves its temporary files to the next one.
            self.bench.run(USERS[0], "export", "all", "out")
            litter = disk.litter(self.bench.home, self.bench.work, FOLDERS)
            if litter:
                self.fail(f"left behind: {litter}")
        except Exception as error:
            self.fail(f"afterwards: {error!r}")


def main(program, seconds="60", seed=None):
    seed = seed or str(random.SystemRandom().randrange(1_000_000))
    folder = Path(tempfile.mkdtemp(prefix="scarybug-crowd-"))
    print(f"{PROCESSES} processes for {seconds} s, seed {seed}", flush=True)
    crowd = Crowd(program, folder, float(seconds), seed)
    failures = crowd.run()
    print(
        f"{crowd.runs} sessions, {crowd.kills} kills, {crowd.indexes} indexes made again, "
        f"{len(failures)} failures")
    for failure in failures:
        print(failure)
    if failures:
        print(f"see {folder}")
        sys.exit(1)
    subprocess.run(["rm", "-rf", folder], check=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
