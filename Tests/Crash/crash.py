"""Kills the program at random moments and looks what is left; see `run`."""

import concurrent.futures
import json
import random
import shutil
import sys
import tempfile
import time
from pathlib import Path

import disk
import killing
from killing import Moment
from material import Material
from story import FOLDERS, USERS, Story

LINES = 60
SESSIONS = 3


class Bench:
    """A home of its own, with what is imported into it and where it is exported to."""

    def __init__(self, program, folder):
        self.program = program
        self.folder = folder
        self.home = folder / "home"
        self.work = folder / "work"
        self.log = folder / "errors"
        self.work.mkdir()
        for name in FOLDERS:
            (self.work / name).mkdir()
        self.material = Material(self.work)
        self.environment = {
            "SCARYBUG_HOME": str(self.home), "XDG_CACHE_HOME": str(folder / "cache"),
            "HOME": str(folder), "SCARYBUG_USER": USERS[0], "LC_ALL": "C.UTF-8",
            "PATH": "/usr/bin:/bin",
        }  # fmt: skip

    def command(self, *words):
        return [self.program, "--json", *words]

    def run(self, *words, cache=True, **options):
        environment = self.environment | ({} if cache else {"XDG_CACHE_HOME": "/dev/null"})
        return killing.run(self.command(*words), environment, self.work, self.log, **options)

    def world(self):
        return disk.world(self.home, self.work, FOLDERS)

    def story(self, dice, world, count=LINES):
        story = Story(dice, self.material, world)
        story.go_on(count)
        return story


def quoted(words):
    return " ".join(f"'{word}'" if " " in word else word for word in words) + "\n"


def pieces(dice, lines):
    """A script as somebody types it, or whole: what is reported early depends on it."""
    if dice.random() < 0.3:
        return [(0, "".join(lines))]
    return [(dice.random() * 0.004, line) for line in lines]


def calibrate(program, folder):
    """How long a script takes, and how often it makes each system call."""
    folder.mkdir()
    bench = Bench(program, folder)
    story = bench.story(random.Random(1), {})
    script = [(0, "".join(quoted(words) for _, words in story.lines))]
    start = time.monotonic()
    reports = bench.run(pieces=script)
    seconds = time.monotonic() - start
    compare(story, reports, bench)
    if len(reports) != len(story.reports):
        raise disk.Finding(f"{len(reports)} reports instead of {len(story.reports)}")
    shutil.rmtree(bench.home)
    calls = killing.count_calls(
        bench.command(), bench.environment, bench.work, bench.log, script
    )
    return seconds, calls


class Round:
    def __init__(self, program, folder, seed, seconds, calls):
        self.folder = folder
        folder.mkdir()
        self.bench = Bench(program, folder)
        self.dice = random.Random(seed)
        self.seconds, self.calls = seconds, calls
        self.kills = []

    def run(self):
        world = {}
        for session in range(SESSIONS):
            shutil.rmtree(self.folder / "before", ignore_errors=True)
            if self.bench.home.exists():
                shutil.copytree(self.bench.home, self.folder / "before")
            story = self.bench.story(self.dice, world)
            moment = self.moment()
            self.kills.append(str(moment))
            script = [quoted(words) for _, words in story.lines]
            (self.folder / "script").write_text("".join(script))
            (self.folder / "moment").write_text(f"{moment}\n")
            reports = self.bench.run(pieces=pieces(self.dice, script), moment=moment)
            (self.folder / "reports").write_text("\n".join(map(json.dumps, reports)))
            world = compare(story, reports, self.bench)
            if self.dice.random() < 0.7:
                look_after(self.bench, world)

    def moment(self):
        if self.dice.random() < 0.5:
            return Moment(seconds=self.dice.random() * self.seconds * 1.5)
        call = self.dice.choice(list(self.calls))
        return Moment(call=call, count=self.dice.randint(1, self.calls[call]))


def compare(story, reports, bench):
    """The world as it is, which must be one of the story's, after all that was reported."""
    for report, expected in zip(reports, story.reports):
        if any(report.get(key) != value for key, value in expected.items()):
            raise disk.Finding(f"reported {report} instead of {expected}")
    found = bench.world()
    if found not in story.worlds[len(reports):]:
        raise disk.Finding(f"after {len(reports)} reports: {difference(story, reports, found)}")
    errors = bench.log.read_text()
    if errors:
        raise disk.Finding(f"it said: {errors}")
    return found


def difference(story, reports, found):
    def differing(world):
        return {
            key: (found.get(key), world.get(key))
            for key in found | world
            if found.get(key) != world.get(key)
        }

    return min((differing(world) for world in story.worlds[len(reports):]), key=len)


def look_after(bench, world):
    """What the next sessions see, and leave."""
    for user in USERS:
        numbers = sorted(key[1] for key in world if key[0] == user and len(key) == 2)
        questions = [["list"], ["list", "tag:red"], ["list", "title"], ["count", "has:image"]]
        script = [(0, "".join(map(quoted, questions)))]
        plain = bench.run("--user", user, pieces=script, cache=False)
        indexed = bench.run("--user", user, pieces=script)
        if plain != indexed:
            raise disk.Finding(f"{user}: {indexed} by the index, {plain} without")
        if [it["number"] for it in plain[: len(numbers)]] != numbers:
            raise disk.Finding(f"{user}: {plain[: len(numbers)]} is listed, not {numbers}")
        if numbers:
            for folder in FOLDERS:
                path = f"{folder}/after.scarybug"
                bench.run("--user", user, "export", str(numbers[0]), path)
                (bench.work / path).unlink()
    litter = disk.litter(bench.home, bench.work, FOLDERS)
    if litter:
        raise disk.Finding(f"left behind: {litter}")
    if bench.log.read_text():
        raise disk.Finding(f"it said: {bench.log.read_text()}")


def main(program, rounds=200, seed=None):
    seed = seed or str(random.SystemRandom().randrange(1_000_000))
    folder = Path(tempfile.mkdtemp(prefix="scarybug-crash-"))
    print(f"{rounds} rounds, seed {seed}", flush=True)
    seconds, calls = calibrate(program, folder / "whole")
    print(f"a script takes {seconds:.2f} s and {sum(calls.values())} calls", flush=True)
    failures = 0

    def one(number):
        name = seed if "/" in seed else f"{seed}/{number}"
        round = Round(program, folder / f"round-{number}", name, seconds, calls)
        try:
            round.run()
        except Exception as error:
            return f"round {name} failed: {error!r}\nkilled {round.kills}; see {round.folder}"
        shutil.rmtree(round.folder)
        return None

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for failure in pool.map(one, range(1, int(rounds) + 1)):
            if failure:
                print(failure, flush=True)
                failures += 1
    if failures:
        sys.exit(1)
    shutil.rmtree(folder)
    print("all is well")


main(*sys.argv[1:])
