"""Friends edit copies of the same documents and exchange them as bundles, until all have the same.

Bundles are lost, doubled and out of order, clocks are wrong, and some friends send nothing until the end.
They undo what they have told, and go on at other machines with backups.
Half of the parties share a folder, too. Its synchronizer is late, brings some files before others, and
makes copies of them.
Then everybody exchanges everything with everybody, and all must have the same documents and conflicts.
Nothing is lost: they also give marks to documents, each another one, which nobody removes. A document
lacks no mark at the end, unless the one who gave it undid that or deleted the document.
If anything is wrong, the homes stay at the printed path.
"""

import concurrent.futures
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path

from disk import NO_PROGRAMS, NO_THUMBNAILS, Finding, digest
from story import quoted

# 2026-01-01
START = 1_767_225_600
DAY = 86_400
# Seconds that a friend's clock is wrong.
SKEWS = [0, 0, 1, -90, 400 * DAY, -3_000 * DAY]
TURNS = 60
ROUNDS = 6
# What a friend may be told.
USUAL = "|".join([
    NO_THUMBNAILS, "bundles tell who changed what", "there are no documents", "'resolve [0-9]+ ",
    "'list has:conflict' lists", "also restored", "is in the future",
    "with the identifier of another one stay", "'marks' is not declared here", "this line sets them: config sync=",
])  # fmt: skip
# Values of a document that belong to one workspace. A document with the same content elsewhere may have
# been modified at another time. Nor do all name the same author of a value that several have entered.
OWN = ["number", "source", "exchanges", "modified", "image"]


class Friend:
    def __init__(self, program, folder, name, dice):
        self.program, self.name, self.dice = program, name, dice
        self.folder = folder / name
        self.folder.mkdir()
        self.skew = dice.choice(SKEWS)
        self.is_silent = False
        self.exports = self.moves = self.mark_count = 0
        self.declare(START)

    def run(self, now, lines, may_fail=False):
        """Runs a script, whose lines may fail without a warning. Returns its results."""
        environment = {
            "SCARYBUG_HOME": str(self.folder / self.home), "XDG_CACHE_HOME": str(self.folder / "cache"),
            "HOME": str(self.folder), "PATH": NO_PROGRAMS, "LC_ALL": "C.UTF-8", "TZ": "UTC",
            "SCARYBUG_USER": self.name, "SOURCE_DATE_EPOCH": str(now + self.skew),
        }  # fmt: skip
        script = "".join(map(quoted, lines))
        with open(self.folder / "log", "a") as log:
            log.write(f"# {now + self.skew}\n{script}")
        result = subprocess.run(
            [self.program, "--json"], input=script.encode(), env=environment, cwd=self.folder.parent,
            capture_output=True, timeout=120,
        )  # fmt: skip
        said = [line for line in result.stderr.decode().splitlines() if not re.search(USUAL, line)]
        if may_fail:
            said = [line for line in said if "warning" in line]
        if said or result.returncode > 1:
            raise Finding(f"{self.name}: {said}, status {result.returncode}, of {script}")
        return [json.loads(line) for line in result.stdout.splitlines()]

    @property
    def home(self):
        return f"home{self.moves}"

    def move(self, now):
        """Goes on at another machine, with a backup."""
        if self.documents(now):
            path = f"{self.name}/{self.moves}.zip"
            self.run(now, [["backup", path]])
            self.moves += 1
            self.run(now, [["restore", path]])

    def documents(self, now):
        return self.run(now, [["show", "all"]])

    def files(self, number):
        """The digests of a document's files but its data."""
        place, = self.folder.glob(f"{self.home}/users/{self.name}/Private Documents/{number}.*")
        files = {path.name: digest(path.read_bytes()) for path in place.iterdir()}
        return {name: found for name, found in files.items() if name.lower() != "data.plist"}

    def export(self, now, selection="all", peer="all"):
        """Returns the paths of the bundles."""
        self.exports += 1
        place = f"{self.name}/out{self.exports}/"
        lines = [["export", selection, place, "--to", peer]]
        return [report["path"] for report in self.run(now, lines)]

    # A shared folder

    @property
    def share(self):
        """The folder as the synchronizer shows it here."""
        return self.folder / "Share"

    def sync(self, now):
        self.share.mkdir(exist_ok=True)
        self.run(now, [["sync", f"{self.name}/Share", "--all-fields"]])

    def receive(self, other):
        """Brings some of the bundles that another friend wrote, and copies of some."""
        for theirs in other.share.glob(f"{other.name}-*"):
            here = self.share / theirs.name
            here.mkdir(parents=True, exist_ok=True)
            files = {path.name for path in [*theirs.iterdir(), *here.iterdir()]}
            for name in sorted(files):
                if self.dice.random() < 0.3 or "conflict" in name:
                    continue
                if self.dice.random() < 0.05 and (here / name).exists():
                    copy = name.removesuffix(".scarybug") + ".sync-conflict-20260101-120000-ABCDEFG.scarybug"
                    shutil.copy2(here / name, here / copy)
                if (theirs / name).exists():
                    self.dice.choice([shutil.copy, shutil.copy2])(theirs / name, here / name)
                else:
                    (here / name).unlink(missing_ok=True)

    # Edits

    def declare(self, now):
        """Declares the field of marks, unless it is declared. An undo may end that."""
        self.run(now, [["field", "add", "marks", "list"]], may_fail=True)

    def marks(self, documents):
        """The marks that the friend gave, with the identifiers of their documents."""
        own = f"{self.name}-"
        return {(document["identifier"], mark) for document in documents
                for mark in document.get("marks") or [] if mark.startswith(own)}  # fmt: skip

    def edits(self, documents):
        """Some lines that change documents."""
        lines = []
        for _ in range(self.dice.randint(1, 4)):
            acts = {self.new: 1, self.undo: 3}
            if documents:
                acts |= {self.set: 12, self.mark: 4, self.refile: 4, self.delete: 0.5, self.resolve: 3}
            act = self.dice.choices(list(acts), list(acts.values()))[0]
            lines += act(documents)
        return lines

    def new(self, _):
        kind = self.dice.choice(["bug", "bug", "creature", "book"])
        return [["new", f"Title {self.dice.randrange(1_000)}", "--kind", kind]]

    def undo(self, _):
        return [[self.dice.choice(["undo", "undo", "redo"])]]

    def set(self, documents):
        document = self.dice.choice(documents)
        word = self.dice.choice([
            f"rating={self.dice.randrange(6)}", f"notes={self.text()}", f"place={self.text()}",
            f"title=Title {self.dice.randrange(9)}", f"tags+={self.tag()}", f"tags-={self.tag()}", "tags=",
            f"seen={self.dice.choice(['2026-05', '2026-05-01', '1900?', ''])}", f"image={self.file()}",
            f"image={self.dice.choice(['', self.file()])}",
        ])  # fmt: skip
        if document["kind"] == "book" and word.startswith("rating"):
            word = f"notes={self.text()}"
        return [["set", str(document["number"]), word]]

    def mark(self, documents):
        self.mark_count += 1
        return [["set", str(self.dice.choice(documents)["number"]), f"marks+={self.name}-{self.mark_count}"]]

    def refile(self, documents):
        document = self.dice.choice(documents)
        number = str(document["number"])
        names = [file["name"] for file in document.get("files", [])]
        if names and self.dice.random() < 0.4:
            return [["detach", number, self.dice.choice(names)]]
        path = self.file()
        name = path.rpartition("/")[2]
        # Other files of the name would be in the way.
        present = [file["name"] for file in document.get("files", []) if file.get("original", file["name"]) == name]
        if self.dice.random() < 0.5:
            present = []
        return [["detach", number, *present]] * bool(present) + [["attach", number, path]]

    def delete(self, documents):
        return [["delete", str(self.dice.choice(documents)["number"])]]

    def resolve(self, documents):
        torn = [document for document in documents if document.get("conflicts")]
        if not torn:
            return []
        document = self.dice.choice(torn)
        how = self.dice.choice([[], ["--other"], ["--both"]])
        names = self.dice.choice([[], [self.dice.choice(list(document["conflicts"]))]])
        return [["resolve", str(document["number"]), *names, *how]]

    def text(self):
        return self.dice.choice(["", "wood", "Étang", "two words", "x" * 500])

    def tag(self):
        return self.dice.choice(["red", "Red", "old", "Étang", "etang"])

    def file(self):
        return f"files/{self.dice.randrange(3)}/{self.dice.choice(['wing.jpg', 'song.wav'])}"


class Party:
    """All friends, and the bundles that are on their way."""

    def __init__(self, program, folder, dice):
        self.dice = dice
        self.now = START
        for number in range(3):
            place = folder / "files" / str(number)
            place.mkdir(parents=True)
            for name in ["wing.jpg", "song.wav"]:
                content = b"\xff\xd8\xff\xda\0\2" + bytes([number]) * 90 + name.encode() + b"\xff\xd9"
                (place / name).write_bytes(content)
        names = ["alice", "bob", "carol", "dan", "erin"]
        self.friends = [Friend(program, folder, name, dice) for name in names]
        for friend in dice.sample(self.friends, 2):
            friend.is_silent = True
        self.mail = []
        self.marks = set()
        self.has_folder = dice.random() < 0.5

    def run(self):
        for _ in range(TURNS):
            self.now += self.dice.choice([0, 1, 60, DAY])
            self.turn(self.dice.choice(self.friends))
        self.exchange_all()

    def turn(self, friend):
        documents = friend.documents(self.now)
        before = friend.marks(documents)
        friend.run(self.now, friend.edits(documents), may_fail=True)
        after = friend.marks(friend.documents(self.now))
        self.marks = self.marks - (before - after) | (after - before)
        if self.dice.random() < 0.1:
            friend.skew = self.dice.choice(SKEWS)
        if self.dice.random() < 0.05:
            friend.move(self.now)
        if self.has_folder and self.dice.random() < 0.6:
            if not friend.is_silent:
                friend.sync(self.now)
            for other in self.dice.sample(self.friends, 2):
                if other is not friend:
                    other.receive(friend)
        if not friend.is_silent and self.dice.random() < 0.6:
            self.mail += friend.export(self.now, peer=self.dice.choice(self.friends).name)
        if self.mail and self.dice.random() < 0.7:
            # Some bundles come twice, some late, some never.
            bundles = self.dice.choices(self.mail, k=self.dice.randint(1, 12))
            lines = [["import", *bundles, "--update"]]
            if self.dice.random() < 0.1:
                # A copy of its own, until both are merged.
                lines = [["import", bundles[0]]]
            friend.run(self.now, lines)

    def exchange_all(self):
        """Exchanges everything until nothing changes, and compares the documents."""
        for friend in self.friends:
            friend.declare(self.now)
            self.merge_copies(friend)
        states = None
        for _ in range(ROUNDS):
            before, states = states, [self.state(friend) for friend in self.friends]
            if before == states:
                self.compare(states)
                return self.look_for_marks(merged(states))
            bundles = [path for friend in self.friends for path in friend.export(self.now)]
            self.dice.shuffle(bundles)
            for friend in self.friends:
                friend.run(self.now, [["import", *bundles, "--update"]])
        raise Finding(f"changes go on: {differences(*map(merged, (before, states)))}")

    def merge_copies(self, friend):
        first = {}
        lines = []
        for document in friend.documents(self.now):
            key = (document["identifier"], document["kind"])
            if key in first:
                lines.append(["merge", str(first[key]), str(document["number"])])
            first.setdefault(key, document["number"])
        friend.run(self.now, lines)

    def state(self, friend):
        """A friend's documents by their identifiers."""
        found = {}
        torn = []
        for document in friend.documents(self.now):
            if document.get("conflicts"):
                torn.append(document["number"])
            values = {key: in_order(value) for key, value in document.items() if key not in OWN}
            values |= friend.files(document["number"])
            values["conflicts"] = {
                name: in_order([other["value"] for other in others])
                for name, others in (values.get("conflicts") or {}).items()
            }
            if found.setdefault(document["identifier"], values) is not values:
                raise Finding(f"{friend.name} has {document['identifier']} twice")
        listed = [line["number"] for line in friend.run(self.now, [["list", "has:conflict"]])]
        if listed != torn:
            raise Finding(f"{friend.name} lists {listed}, and {torn} have conflicts")
        return found

    def compare(self, states):
        everything = merged(states)
        for friend, state in zip(self.friends, states):
            expected = {key: everything[key] for key in state}
            if state != expected:
                raise Finding(f"{friend.name} has other values (expected, found): {differences(expected, state)}")

    def look_for_marks(self, documents):
        for identifier, mark in sorted(self.marks):
            if identifier in documents and mark not in documents[identifier]["marks"]:
                raise Finding(f"{identifier} has lost {mark}")


def in_order(value):
    return sorted(value, key=json.dumps) if isinstance(value, list) else value


def merged(states):
    return {key: value for state in states for key, value in state.items()}


def differences(expected, found):
    return {
        key: {name: (value.get(name), found.get(key, {}).get(name)) for name in value | found.get(key, {})
              if value.get(name) != found.get(key, {}).get(name)}
        for key, value in expected.items() if value != found.get(key)
    }  # fmt: skip


def main(program, count="20", seed=None):
    seed = seed or str(random.SystemRandom().randrange(1_000_000))
    print(f"{count} parties of friends, seed {seed}", flush=True)
    place = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    folder = Path(tempfile.mkdtemp(prefix="scarybug-friends-", dir=place))
    names = [seed] if "/" in seed else [f"{seed}/{number}" for number in range(1, int(count) + 1)]

    def attempt(name):
        place = folder / name.replace("/", "-")
        place.mkdir()
        try:
            Party(program, place, random.Random(zlib.crc32(name.encode()))).run()
            shutil.rmtree(place)
            return None
        except Exception as error:
            return f"{name} failed, see {place}: {error!r}"

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        failures = [failure for failure in pool.map(attempt, names) if failure]
    for failure in failures:
        print(failure)
    print(f"{len(failures)} of {len(names)} parties failed")
    if failures:
        sys.exit(1)
    shutil.rmtree(folder)


if __name__ == "__main__":
    main(*sys.argv[1:])
