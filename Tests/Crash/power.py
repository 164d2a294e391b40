"""Power failures: possible states of the disk after one, computed from the program's system calls.

The metadata on disk has the state of any moment since the last sync. The bytes of files that weren't
synced since are missing, incomplete, zeros or complete. Any rename since the last sync of its
directory may be missing, as on btrfs. A second power failure may happen during the recovery.

The files of a failed case stay at the printed path: `before` is the disk before the program's run,
`disk` the disk after it.
"""

import concurrent.futures
import os
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import scripts
from disk import NO_PROGRAMS, NO_THUMBNAILS, Finding
from trace import CHANGES, SYNCS, Trace, Tree

USER = "alice"
# The state of bytes that weren't synced.
LOSSES = ["none", "missing", "short", "zeros", "mixed"]


class Timeline:
    """The successive versions of documents, and the changes that must be durable at each moment."""

    def __init__(self, trace, is_durable_when_reported):
        self.tree = Tree.copy(trace.start)
        self.documents = versions(self.tree)
        # The versions of each document, each with its unit: a set of transactions that belong together.
        self.chains = {name: [(None, version)] for name, version in self.documents.items()}
        self.units = {}
        # Units that have ended.
        self.ended = []
        self.open = {}
        self.pending = None
        # The number of steps before each sync, and the units that are durable after it.
        self.durable = [(0, set())]
        self.lasts_at_once = is_durable_when_reported
        lasting = set()
        for index, step in enumerate(trace.steps):
            self.note(step)
            self.tree.apply(step)
            journal = self.journal
            is_journal = step[0] == "fsync" and journal and step[1] == journal.number
            if step[0] == "syncfs" or is_journal:
                # Only a sync of the whole file system makes changes durable without the journal.
                candidates = self.ended if step[0] == "syncfs" else self.committed
                lasting = lasting | set(candidates)
            elif step[0] == "report" and self.lasts_at_once:
                lasting = lasting | set(self.ended)
            self.durable.append((index + 1, lasting))
        self.close()

    @property
    def journal(self):
        return self.tree.find(["home", "users", USER, "History", "journal"])

    @property
    def committed(self):
        return [unit for unit in self.ended if isinstance(unit, tuple)]

    def note(self, step):
        if step[0] == "unlock":
            self.close()
        journal = self.journal
        if step[0] != "write" or not journal or step[1] != journal.number:
            return
        for line in step[3].decode().splitlines():
            fields = line.split("\t")
            state = dict(word.partition("=")[::2] for word in fields[5].split())
            if fields[1] == "commit":
                self.close()
                group = ("group", int(state["of"]))
                self.open.pop(group, None)
                self.ended.append(group)
            if len(fields) > 9:
                self.close()
                unit = int(fields[0])
                if "group" in state:
                    unit = ("group", int(state["group"]))
                    self.open[unit] = True
                self.pending = unit

    def close(self):
        """Ends a transaction and records the current versions as its own."""
        if self.pending is None:
            return
        unit, self.pending = self.pending, None
        found = versions(self.tree)
        for name in sorted(found | self.documents):
            old, new = self.documents.get(name), found.get(name)
            if old == new:
                continue
            chain = self.chains.setdefault(name, [(None, None)])
            if chain[-1][0] == unit:
                chain[-1] = (unit, new)
            else:
                chain.append((unit, new))
            self.units.setdefault(unit, set()).add(name)
        self.documents = found
        if unit not in self.open:
            self.ended.append(unit)

    def check(self, found, lasting):
        """Checks that each unit is complete or absent, and that the durable ones are complete."""
        for name in found:
            if name not in self.chains:
                raise Finding(f"{name} came out of nowhere: {shown(found[name])}")
        matches = {}
        for name, chain in self.chains.items():
            places = [i for i, (_, version) in enumerate(chain) if version == found.get(name)]
            if not places:
                known = [shown(version) for _, version in chain]
                raise Finding(f"{name} is {shown(found.get(name))}, not one of {known}")
            matches[name] = places
        place = {name: places[-1] for name, places in matches.items()}
        index = {
            (unit, name): i for name, chain in self.chains.items() for i, (unit, _) in enumerate(chain)
        }
        has_changed = True
        while has_changed:
            has_changed = False
            for unit, names in self.units.items():
                after = [name for name in names if place[name] >= index[unit, name]]
                if len(after) in (0, len(names)):
                    continue
                for name in after:
                    lower = [i for i in matches[name] if i < index[unit, name]]
                    if not lower:
                        before = sorted(names - set(after))
                        raise Finding(f"{unit} is there for {sorted(after)}, not for {before}")
                    place[name] = lower[-1]
                    has_changed = True
        for unit in lasting:
            for name in self.units.get(unit, ()):
                if place[name] < index[unit, name]:
                    raise Finding(f"{name} lost {unit}, which was to last")


def versions(tree):
    """The files of each document, and the preferences."""
    found = {}
    home = tree.find(["home", "users", USER])
    if not home:
        return found
    choices = tree.find(["home", "users", USER, "preferences.plist"])
    if choices:
        found["preferences"] = bytes(choices.data)
    documents = tree.find(["home", "users", USER, "Private Documents"])
    for name, number in (documents.entries if documents else {}).items():
        entries = tree.nodes[number].entries
        found[name] = {inner: bytes(tree.nodes[file].data) for inner, file in entries.items()}
    return found


def shown(version):
    if not isinstance(version, dict):
        return version and f"{len(version)}:{hash(version) & 0xFFFF:x}"
    return " ".join(f"{name}={shown(data)}" for name, data in sorted(version.items()))


class Cut:
    """A power failure: a moment of a trace, and the data that is lost."""

    def __init__(self, moment, losses, renames, seed):
        self.moment, self.losses, self.renames, self.seed = moment, losses, renames, seed

    def __str__(self):
        renames = ", some renames missing" if self.renames else ""
        return f"step {self.moment}, {self.losses}{renames}, seed {self.seed}"

    def follows_journal(self, trace):
        if not self.moment:
            return False
        step = trace.steps[self.moment - 1]
        return self.losses != "none" and step[0] == "rename" and step[2] == "journal.new"

    def tree(self, trace):
        """The disk after the power failure, and the bytes of each file."""
        dice = random.Random(self.seed)
        dropped = self.dropped(trace, dice) if self.renames else set()
        tree = Tree.copy(trace.start)
        for index, step in enumerate(trace.steps[: self.moment]):
            if index not in dropped:
                # The system restarts. The names of these marks show that.
                if step[0] in ("mkdir", "unlink") and step[2].startswith("added-"):
                    step = (*step[:2], step[2].rpartition("-")[0] + "-0", step[3])
                tree.apply(step)
        chosen = {}

        def data_of(node):
            whole, safe = bytes(node.data), node.synced
            if whole == safe:
                return whole
            if node.number not in chosen:
                loss = dice.choice(LOSSES[:-1]) if self.losses == "mixed" else self.losses
                rest = len(whole) - len(safe)
                chosen[node.number] = {
                    "none": whole,
                    "missing": safe,
                    "short": whole[: len(safe) + dice.randrange(rest)] if rest > 0 else safe,
                    "zeros": safe + bytes(max(0, rest)),
                }[loss]
            return chosen[node.number]

        return tree, data_of

    def dropped(self, trace, dice):
        """The renames that are lost: any since the last sync of their directories."""
        unsettled = []
        for index, step in enumerate(trace.steps[: self.moment]):
            if step[0] == "rename":
                unsettled.append(index)
            elif step[0] == "syncfs":
                unsettled = []
            elif step[0] == "fsync":
                unsettled = [i for i in unsettled if step[1] not in trace.steps[i][1:5:2]]
        return {index for index in unsettled if dice.random() < 0.5}


class Input:
    """Lines for a program. An empty line is a pause, after which the program syncs a script."""

    def __init__(self, lines):
        self.lines = lines

    def __enter__(self):
        parts = "\n".join(self.lines or []).split("\n\n")
        shell = "\nsleep 1.1\n".join(f"cat <<'END'\n{part}\nEND" for part in parts)
        self.process = subprocess.Popen(["sh", "-c", shell], stdout=subprocess.PIPE)
        return self.process.stdout

    def __exit__(self, *error):
        self.process.stdout.close()
        self.process.wait()


class Power:
    def __init__(self, program, folder, dice):
        self.program, self.folder, self.dice = program, folder, dice
        self.disk = folder / "disk"
        self.disk.mkdir()
        self.traced = []

    def environment(self, folder):
        return {
            "SCARYBUG_HOME": str(folder / "home"), "XDG_CACHE_HOME": "/dev/null", "LC_ALL": "C.UTF-8",
            "HOME": str(folder), "PATH": NO_PROGRAMS, "SCARYBUG_USER": USER,
        }  # fmt: skip

    def command(self, *words):
        return [self.program, "--json", *words]

    def trace(self, name, words, lines=None):
        """Runs the program on the current disk, and stores its trace under a name."""
        trace = Trace(self.disk, self.folder / "trace")
        command = self.command(*words)
        with Input(lines) as stdin:
            result = trace.run(
                command, env=self.environment(self.disk), cwd=self.folder / "work", stdin=stdin
            )
        timeline = Timeline(trace, is_durable_when_reported=lines is None)
        self.traced.append((name, trace, timeline))
        return result

    def cuts(self, trace):
        """The moments when the disk changes."""
        return [0] + [i + 1 for i, step in enumerate(trace.steps) if step[0] in CHANGES]

    def states(self, trace, is_whole):
        for moment in self.cuts(trace):
            for losses in LOSSES[:-1]:
                yield Cut(moment, losses, False, moment)
            for seed in range(4 if is_whole else 1):
                yield Cut(moment, "mixed", False, 1000 * seed + moment)
                yield Cut(moment, "mixed", True, 1000 * seed + moment)
            yield Cut(moment, "none", True, moment)

    def lasting(self, trace, timeline, moment):
        """The durable units: all up to the next sync. The power may fail before that sync."""
        end = moment
        while end < len(trace.steps) and trace.steps[end][0] not in SYNCS | CHANGES:
            end += 1
        while end < len(trace.steps) and trace.steps[end][0] not in SYNCS:
            end += 1
        return timeline.durable[end][1]

    def try_out(self, name, trace, timeline, cut):
        """Runs the program on a disk after a power failure."""
        place = Path(tempfile.mkdtemp(dir=self.folder))
        disk = place / "disk"
        tree, data_of = cut.tree(trace)
        tree.write(disk, data_of)
        (place / "cut").write_text(f"{name}, {cut}\n")
        lasting = self.lasting(trace, timeline, cut.moment)
        try:
            # The power fails again during the recovery.
            if cut.seed % 7 == 0:
                self.try_recovery(disk, timeline, cut, lasting)
            else:
                self.look(disk, timeline, lasting)
            shutil.rmtree(place)
            return None
        except Exception as error:
            tree.write(place / "before", data_of)
            return f"{name}, {cut} failed, see {place}: {error}"

    def try_recovery(self, disk, timeline, cut, lasting):
        trace = Trace(disk, disk.parent / "trace")
        trace.run(self.command("list"), env=self.environment(disk), stdin=subprocess.DEVNULL)
        dice = random.Random(cut.seed)
        cuts = list(self.states(trace, False))
        for again in dice.sample(cuts, min(len(cuts), 8)):
            shutil.rmtree(disk)
            tree, data_of = again.tree(trace)
            tree.write(disk, data_of)
            try:
                self.look(disk, timeline, lasting)
            except Exception as error:
                raise Finding(f"again at {again}: {error}") from error

    def look(self, disk, timeline, lasting):
        self.run(disk, "check")
        timeline.check(versions(Tree.of(disk)), lasting)
        numbers = [name.split(".")[0] for name in versions(Tree.of(disk)) if name[0].isdigit()]
        if len(set(numbers)) != len(numbers):
            raise Finding(f"numbers are not unique: {numbers}")
        self.run(disk, lines=["list", "new After", "set all place=after", "check"])
        after = versions(Tree.of(disk))
        count = len([name for name in after if name != "preferences"])
        if count != len(numbers) + 1:
            raise Finding(f"there are {count} documents after one was added to {numbers}")
        if list((disk / "home/users" / USER).glob("Staging/*")):
            raise Finding("something is left in Staging")

    def run(self, disk, *words, lines=None):
        text = None if lines is None else "".join(line + "\n" for line in lines).encode()
        options = {"stdin": subprocess.DEVNULL} if text is None else {"input": text}
        result = subprocess.run(
            self.command(*words), env=self.environment(disk), capture_output=True, timeout=60, **options
        )
        lines = result.stderr.decode().splitlines()
        said = "\n".join(line for line in lines if NO_THUMBNAILS not in line)
        if result.returncode or said:
            found = result.stdout.decode()[-600:] if words == ("check",) else ""
            raise Finding(f"{words or lines} ended with {result.returncode}: {said} {found}")
        if words == ("check",) and b"code" in result.stdout:
            raise Finding(f"check found {result.stdout.decode()}")
        return result.stdout


def main(program, count="300", seed=None):
    seed = seed or str(random.SystemRandom().randrange(1_000_000))
    print(f"loss of power: {count} states, seed {seed}", flush=True)
    place = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    folder = Path(tempfile.mkdtemp(prefix="scarybug-power-", dir=place))
    dice = random.Random(seed)
    tasks = []
    for story in scripts.STORIES:
        (folder / story.__name__).mkdir()
        power = Power(program, folder / story.__name__, dice)
        story(power)
        for name, trace, timeline in power.traced:
            for cut in power.states(trace, False):
                tasks.append((power, name, trace, timeline, cut))
    total = len(tasks)
    if count != "all":
        # Always includes the cases in which a new journal was just renamed.
        always = [task for task in tasks if task[-1].follows_journal(task[2])]
        tasks = always + dice.sample(tasks, min(int(count), total))
    failures = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for failure in pool.map(lambda task: task[0].try_out(*task[1:]), tasks):
            if failure:
                failures += 1
                print(failure, flush=True)
    print(f"{len(tasks)} of {total} states, {failures} failures")
    if failures:
        sys.exit(1)
    shutil.rmtree(folder)


if __name__ == "__main__":
    main(*sys.argv[1:])
