"""Ten friends keep 1,000 documents in one folder for a year, with one `sync` each a month.

Each document is one friend's for a quarter, so no two edit it unless they know each other's edits. A few
documents are edited by two friends in one month. Just these must have a conflict, everybody must have the
same in the end. It prints the time of a `sync` with nothing new as a multiple of that of `ls -lR`; five is
the goal.
"""

import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from disk import Finding
from friends import DAY, OWN, START, Friend, in_order

NAMES = ["alice", "bob", "carol", "dan", "erin", "frank", "gina", "henry", "ida", "jack"]
MONTHS = 12
# Documents that two friends edit in one month.
TORN = range(1, 6)


class Year:
    def __init__(self, program, folder, count, dice):
        self.folder, self.count, self.dice = folder, count, dice
        self.now = START
        self.friends = [Friend(program, folder, name, dice) for name in NAMES]
        for friend in self.friends:
            friend.skew = 0
        (folder / "Share").mkdir()

    def run(self):
        lines = [["new", f"Bug {number}"] for number in range(1, self.count + 1)]
        self.friends[0].run(self.now, lines)
        for month in range(MONTHS):
            for friend in self.friends:
                self.now += DAY
                self.sync(friend)
                if month > 1:
                    friend.run(self.now, self.edits(friend, month))
        # Twice, since the first does not know the last edits of the last.
        for friend in self.friends * 2:
            self.sync(friend)
        self.compare()
        self.look_at_time()

    def sync(self, friend):
        return friend.run(self.now, [["sync", str(self.folder / "Share"), "--all-fields"]])[-1]

    def edits(self, friend, month):
        """A friend's edits of the documents that are his in this quarter, in its first month."""
        lines = []
        place = self.friends.index(friend)
        for number in range(1, self.count + 1):
            is_own = (number + month // 3) % len(NAMES) == place and month % 3 == 0
            is_torn = number in TORN and month == 10 and place in (2, 7)
            if is_torn or is_own and self.dice.random() < 0.3:
                lines.append([
                    "set", str(number), f"notes={friend.name} {month}", f"rating={self.dice.randrange(6)}",
                    f"tags+={friend.name}",
                ])  # fmt: skip
        return lines

    def compare(self):
        states = [self.state(friend) for friend in self.friends]
        for friend, state in zip(self.friends, states):
            if state != states[0]:
                raise Finding(f"{friend.name} has other documents than {NAMES[0]}")
            torn = [line["number"] for line in friend.run(self.now, [["list", "has:conflict"]])]
            if torn != list(TORN):
                raise Finding(f"{friend.name} has conflicts in {torn}, not in {list(TORN)}")

    def state(self, friend):
        """A friend's documents. In a conflict, each has a value of his own."""
        documents = friend.documents(self.now)
        return [
            {key: in_order(value) for key, value in document.items()
             if key not in OWN and key not in (document.get("conflicts") or {}) and key != "conflicts"}
            for document in documents
        ]  # fmt: skip

    def look_at_time(self):
        """Compares a `sync` with nothing new and the listing of the folder, the best of five."""
        folder = str(self.folder / "Share")

        def best(act):
            times = []
            for _ in range(5):
                start = time.monotonic()
                act()
                times.append(time.monotonic() - start)
            return min(times)

        listing = best(lambda: subprocess.run(["ls", "-lR", folder], stdout=subprocess.DEVNULL, check=True))
        if self.sync(self.friends[0])["wrote"]:
            raise Finding("a second sync wrote something")
        syncing = best(lambda: self.sync(self.friends[0]))
        print(f"nothing new: {syncing:.3f} s, ls -lR: {listing:.3f} s, {syncing / listing:.1f} times")


def main(program, count="1000", seed=None):
    seed = seed or str(random.SystemRandom().randrange(1_000_000))
    print(f"a year of {len(NAMES)} friends, {count} documents, seed {seed}", flush=True)
    place = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    folder = Path(tempfile.mkdtemp(prefix="scarybug-year-", dir=place))
    try:
        Year(program, folder, int(count), random.Random(seed)).run()
    except Finding as finding:
        print(f"seed {seed} failed, see {folder}: {finding}")
        sys.exit(1)
    shutil.rmtree(folder)


if __name__ == "__main__":
    main(*sys.argv[1:])
