"""Kills the program at random moments and looks what is left; see `run`."""

import concurrent.futures
import os
import random
import shutil
import sys
import tempfile
import time
from pathlib import Path

import killing
from bench import Bench
from round import Pace, Round
from story import Story, quoted, USERS


def measure(program, folder):
    """How long a script takes, and how often it makes each system call."""
    bench = Bench(program, folder)
    story = Story(random.Random(1), bench.material, {})
    story.go_on(Round.LINES)
    lines = [words for _, words in story.lines]
    start = time.monotonic()
    reports = bench.run(USERS[0], lines=lines)
    seconds = time.monotonic() - start
    story.reached(bench.world(), reports)
    shutil.rmtree(bench.home)
    pieces = [(0, "".join(map(quoted, lines)))]
    command = [program, "--json", "--user", USERS[0]]
    calls = killing.count_calls(command, bench.environment, bench.work, bench.log, pieces)
    if not calls:
        print("strace may not trace here: no kills at system calls", flush=True)
    return Pace(seconds, calls)


def main(program, rounds="200", seed=None):
    seed = seed or str(random.SystemRandom().randrange(1_000_000))
    folder = Path(tempfile.mkdtemp(prefix="scarybug-crash-"))
    print(f"{rounds} rounds, seed {seed}", flush=True)
    pace = measure(program, folder / "whole")
    failures = kills = 0

    def attempt(number):
        name = seed if "/" in seed else f"{seed}/{number}"
        place = folder / f"round-{number}"
        try:
            killed = Round(Bench(program, place), random.Random(name), pace).run()
            shutil.rmtree(place)
            return killed, None
        except Exception as error:
            return 0, f"round {name}, see {place}: {error!r}"

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for killed, failure in pool.map(attempt, range(1, int(rounds) + 1)):
            kills += killed
            if failure:
                print(failure, flush=True)
                failures += 1
    print(f"{kills} kills, {failures} failures")
    if failures:
        sys.exit(1)
    shutil.rmtree(folder)


if __name__ == "__main__":
    main(*sys.argv[1:])
