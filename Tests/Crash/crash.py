"""Kills the program at random moments and checks the remaining files; see `run`."""

import concurrent.futures
import functools
import os
import random
import shutil
import sys
import tempfile
import time
from pathlib import Path

import killing
from bench import Bench
from damage import Damage
from every_call import EveryCall
from recovery import Recovery
from repair import Repair
from round import Pace, Round
from story import USERS, Story, quoted


def measure(program, folder):
    """Measures the time of a script, and counts each of its system calls."""
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
    command, environment = bench.command(USERS[0])
    calls = killing.count_calls(command, environment, bench.work, bench.log, pieces)
    return Pace(seconds, calls)


def tasks(program, folder, rounds, seed):
    """Returns the tasks by name. The name is the seed, so each task can be repeated."""
    pace = measure(program, folder / "measure")
    if not pace.calls:
        print("strace may not trace here: no kills at system calls", flush=True)

    def a_round(name, place):
        return Round(Bench(program, place), random.Random(name), pace).run()

    def every_call(act, name, place):
        return EveryCall(program, place, random.Random(name)).run(act)

    def repair(_, place):
        return Repair(program, place).run()

    def recovery(name, place):
        return Recovery(program, place, random.Random(name)).run()

    def damage(_, place):
        return Damage(program, place).run()

    for body in [repair, recovery, damage]:
        if seed.endswith(f"/{body.__name__}"):
            return {seed: body}
    if "/" in seed:
        acts = {act.__name__: act for act in EveryCall.ACTS}
        act = acts.get(seed.rpartition("/")[2])
        return {seed: functools.partial(every_call, act) if act else a_round}
    found = {f"{seed}/{number}": a_round for number in range(1, rounds + 1)}
    for act in EveryCall.ACTS if pace.calls else []:
        found[f"{seed}/{act.__name__}"] = functools.partial(every_call, act)
    if pace.calls:
        found[f"{seed}/repair"] = repair
        found[f"{seed}/recovery"] = recovery
    found[f"{seed}/damage"] = damage
    return found


def main(program, rounds="200", seed=None):
    seed = seed or str(random.SystemRandom().randrange(1_000_000))
    folder = Path(tempfile.mkdtemp(prefix="scarybug-crash-"))
    print(f"{rounds} rounds, seed {seed}", flush=True)
    failures = kills = 0

    def attempt(task):
        name, body = task
        place = folder / name.replace("/", "-")
        try:
            killed = body(name, place)
            shutil.rmtree(place)
            return killed, None
        except Exception as error:
            return 0, f"{name} failed, see {place}: {error!r}"

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for killed, failure in pool.map(attempt, tasks(program, folder, int(rounds), seed).items()):
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
