"""Power failures: possible states of the disk after one, computed from the program's system calls.

The metadata on disk has the state of any moment since the last sync. The writes to files that weren't
synced since are missing, incomplete, zeros, in any order, or complete. Any rename or removal since the last
sync of its directory may be missing, as on btrfs. A second power failure may happen during the
recovery.

The files of a failed case stay at the printed path: `before` is the disk before the program's run,
`disk` the disk after it, and `steps` the changes before the power failure.
"""

import concurrent.futures
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import scripts
from disk import NO_PROGRAMS, USUAL, Finding
from story import differences
from trace import CHANGES, SYNCS, Trace, Tree, put, resize

USER = "alice"
# The state of bytes that weren't synced.
LOSSES = ["none", "missing", "short", "zeros", "some", "mixed"]


class Timeline:
    """The states of a workspace between changes, as the files of all documents.

    A change ends when the program releases the workspace's lock. From then on it must last. So a batch
    of a script, a group or a command is there as a whole, or not at all.
    """

    def __init__(self, trace):
        tree = Tree.copy(trace.start)
        self.states = [versions(tree)]
        # The number of the state that must last after so many steps.
        self.lasting = [0]
        # All versions of each document, also within a change.
        self.known = {}
        self.note(self.states[0])
        for step in trace.steps:
            tree.apply(step)
            if step[0] == "rename":
                self.note(versions(tree))
            elif step[0] == "unlock" and versions(tree) != self.states[-1]:
                self.states.append(versions(tree))
            self.lasting.append(len(self.states) - 1)

    def note(self, found):
        for name, version in found.items():
            known = self.known.setdefault(name, [])
            if version not in known:
                known.append(version)

    def check_whole(self, found):
        """Checks that no document is torn, even before the recovery."""
        for name, version in found.items():
            if version not in self.known.get(name, []):
                known = [shown(version) for version in self.known.get(name, [])]
                raise Finding(f"before the recovery {name} is {shown(version)}, not one of {known}")

    def check(self, found, lasting):
        """Checks that a state is there, and not an older one than the one that must last."""
        if found in self.states[lasting:]:
            return
        if found in self.states:
            raise Finding(f"state {self.states.index(found)} is there, {lasting} was to last")
        nearest = min((differences(state, found) for state in self.states[lasting:]), key=len)
        names = {name: tuple(map(shown, pair)) for name, pair in nearest.items()}
        raise Finding(f"no state is there; the nearest differs in {names}")


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

    def tree(self, trace):
        """The disk after the power failure, and the bytes of each file."""
        dice = random.Random(self.seed)
        dropped = self.dropped(trace, dice) if self.renames else set()
        tree = Tree.copy(trace.start)
        for index, step in enumerate(trace.steps[: self.moment]):
            if index not in dropped:
                tree.apply(step)
        tree.restart()
        chosen = {}

        def data_of(node):
            if node.writes and node.number not in chosen:
                chosen[node.number] = self.data(node, dice)
            return chosen.get(node.number, bytes(node.data))

        return tree, data_of

    def data(self, node, dice):
        """The bytes of a file that was not synced."""
        loss = dice.choice(LOSSES[:-1]) if self.losses == "mixed" else self.losses
        data = bytearray(node.synced)
        if loss == "zeros":
            resize(data, len(node.data))
        elif loss == "none":
            data = node.data
        elif loss == "short":
            # The writes up to one, of which a part is missing.
            last = dice.randrange(len(node.writes))
            for offset, part in node.writes[:last]:
                put(data, offset, part)
            offset, part = node.writes[last]
            put(data, offset, part[: dice.randrange(len(part) + 1)])
        elif loss == "some":
            for offset, part in node.writes:
                if dice.random() < 0.5:
                    put(data, offset, part)
        return bytes(data)

    def dropped(self, trace, dice):
        """The renames and removals that are lost: any since the last sync of their directories."""
        unsettled = []
        for index, step in enumerate(trace.steps[: self.moment]):
            if step[0] in ("rename", "unlink"):
                unsettled.append(index)
            elif step[0] == "syncfs":
                unsettled = []
            elif step[0] == "fsync":
                unsettled = [i for i in unsettled if step[1] not in places(trace.steps[i])]
        return {index for index in unsettled if dice.random() < 0.5}


def places(step):
    """The directories whose entries a step changes."""
    return step[1:4:2] if step[0] == "rename" else step[1:2]


class Input:
    """Lines for a program. An empty line is a pause, in which the program commits a script."""

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
        self.traced.append((name, trace, Timeline(trace)))
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
        """The state that must last: the one before the next sync. The power may fail until then."""
        end = moment
        while end < len(trace.steps) and trace.steps[end][0] not in SYNCS | CHANGES:
            end += 1
        while end < len(trace.steps) and trace.steps[end][0] not in SYNCS:
            end += 1
        return timeline.lasting[end]

    def try_out(self, name, trace, timeline, cut):
        """Runs the program on a disk after a power failure."""
        place = Path(tempfile.mkdtemp(dir=self.folder))
        disk = place / "disk"
        tree, data_of = cut.tree(trace)
        tree.write(disk, data_of)
        (place / "cut").write_text(f"{name}, {cut}\n")
        lasting = self.lasting(trace, timeline, cut.moment)
        try:
            timeline.check_whole(versions(Tree.of(disk)))
            # The power fails again during the recovery.
            if cut.seed % 7 == 0:
                self.try_recovery(disk, timeline, cut, lasting)
            else:
                self.look(disk, timeline, lasting)
            shutil.rmtree(place)
            return None
        except Exception as error:
            tree.write(place / "before", data_of)
            (place / "steps").write_text("".join(map(trace.shown, trace.steps[: cut.moment])))
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
                timeline.check_whole(versions(Tree.of(disk)))
                self.look(disk, timeline, lasting)
            except Exception as error:
                raise Finding(f"again at {again}: {error}") from error

    def look(self, disk, timeline, lasting):
        self.run(disk, "check")
        self.run(disk, "list", "sent:nobody")
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
        said = "\n".join(line for line in lines if not re.search(USUAL, line))
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
        tasks = dice.sample(tasks, min(int(count), total))
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
