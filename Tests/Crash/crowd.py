"""Many processes use one workspace at the same time, while some are killed; see `run`.

At first none is killed, and nothing that they report may be lost or doubled. In the end nothing is left of those that died, and `check` finds nothing.
"""

import random
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path

import disk
from bench import Bench
from killing import PATIENCE
from story import FOLDERS, USERS, at_once, quoted

PROCESSES = 16
# The documents that each of them adds at first.
COUNT = 16

# What a session may be told because of the others, or because of its own choice of documents.
EXPECTED = [
    r"there (is|are) no documents? [\d, -]+; 'list' shows all documents",
    r"there is nothing to (undo|redo); 'history' lists the steps",
    r"step \d+ is (undone already|not undone); .*",
    r"the history has no step \d+; 'history' lists the steps",
    r"step \d+ changed .*, which (step \d+|another program) .*; nothing was changed.*",
    r"no document matches '.*'; 'list' shows all documents",
    r"a line after 'begin' failed, so the changes since then were rolled back",
    rf".*({disk.USUAL}).*",
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
        [["undo", str(dice.randint(1, 60))]],
        [["redo", str(dice.randint(1, 60))]],
        [["import", "table.csv"]],
        [["import", "guest3.scarybug", "guest7.scarybug"]],
        [["export", str(number), f"out/p{process}.scarybug", "--force"]],
        [["list", "tag:red"], ["count", "rating:>2"]],
        [["begin"], ["new", "In a group"], ["set", str(number), "place=wood"], ["commit"]],
        [["begin"], ["new", "Rolled back"], ["set", str(number), "tags+=x"], ["rollback"]],
        [["delete", "title:Picture", "--yes"]],
        [["check"]],
        [["history"]],
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
        self.together(self.count)
        self.look_whether_all_counted()
        self.look_beside_a_group()
        self.together(self.work)
        self.look_after()
        return self.failures

    def together(self, body):
        threads = [threading.Thread(target=body, args=(n,)) for n in range(PROCESSES)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    # Nothing is lost, nothing is doubled.

    def count(self, process):
        """Adds documents by single commands and by a script, and tags of its own to one document."""
        titles = [f"Counted {process} {n}" for n in range(COUNT)]
        try:
            for n in range(COUNT // 4):
                self.bench.run(USERS[0], "new", titles[n])
                self.bench.run(USERS[0], "set", "1", f"tags+=c{process}n{n}")
            lines = []
            for n in range(COUNT // 4, COUNT):
                lines += [["new", titles[n]], ["set", "@last", f"notes={n}"], ["set", "1", f"tags+=s{process}n{n}"]]
            self.bench.run(USERS[0], lines=lines)
        except Exception as error:
            self.fail(f"counting, process {process}: {error!r}")

    def look_whether_all_counted(self):
        world = self.bench.world()
        titles = sorted(value["title"] for key, value in world.items() if len(key) == 2)
        wanted = [f"First {n}" for n in range(12)]
        wanted += [f"Counted {process} {n}" for process in range(PROCESSES) for n in range(COUNT)]
        tags = sorted(world[(USERS[0], 1)].get("tags", []))
        wanted_tags = [
            f"{'c' if n < COUNT // 4 else 's'}{process}n{n}" for process in range(PROCESSES) for n in range(COUNT)
        ]  # fmt: skip
        for found, expected in [(titles, sorted(wanted)), (tags, sorted(wanted_tags))]:
            if found != expected:
                lost, more = Counter(expected) - Counter(found), Counter(found) - Counter(expected)
                self.fail(f"lost {dict(lost)}, and there are {dict(more)} too many")

    # Readers never wait.

    def look_beside_a_group(self):
        """Compares the time of readers with that beside a group of another session."""
        alone = self.time_of_reading()
        command, environment = self.bench.command(USERS[0])
        child = subprocess.Popen(
            command, env=environment, cwd=self.bench.work, stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL, text=True,
        )  # fmt: skip
        child.stdin.write("begin\nset 2-5 rating=3\nlist rating:3\nset 6 rating=4\n")
        child.stdin.flush()
        time.sleep(0.5)
        beside = self.time_of_reading()
        child.communicate("rollback\n", timeout=PATIENCE)
        print(f"readers: {alone * 1e3:.1f} ms alone, {beside * 1e3:.1f} ms beside a group", flush=True)
        if beside > alone * 1.2 + 0.002:
            self.fail(f"a reader takes {beside:.4f} s beside a group, {alone:.4f} s alone")

    def time_of_reading(self):
        def once(words):
            start = time.monotonic()
            self.bench.run(USERS[0], *words)
            return time.monotonic() - start

        return sum(min(once(words) for _ in range(15)) for words in [["list"], ["count", "rating:>2"], ["show", "3"]])

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
