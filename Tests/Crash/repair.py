"""Kills `check --repair` at each of its system calls that change files."""

import collections
import shutil

import disk
from bench import Bench
from every_call import CALLS
from killing import Moment
from story import USERS


class Repair:
    """A workspace with flaws that one transaction repairs together, and some that need their own."""

    def __init__(self, program, folder):
        self.bench = Bench(program, folder)
        self.user = USERS[0]
        for kind in ["bug", "creature"]:
            self.bench.run(self.user, "new", "Moth", "--kind", kind, "image=p40.jpg")
        self.base = self.bench.home / "users" / self.user
        self.damage(self.base / "Private Documents")
        self.contents = self.found()
        self.bench.keep()

    def damage(self, documents):
        moth, newt = documents / "1.scarybug", documents / "2.scarycreature"
        for name in ["Moth.scarybug", "007.scarybug", "3.scarybug", "4.scarybug"]:
            shutil.copytree(moth, documents / name)
        for name in ["3.scarycreature", "4.scarycreature"]:
            shutil.copytree(newt, documents / name)
        for place in [documents, moth, self.base, self.base / "History", self.base / "Staging"]:
            for name in ["one", "two"]:
                (place / name).mkdir(parents=True)
                (place / name / "stray").write_text(f"{place.name}/{name}")
        (moth / "DATA.PLIST").write_text("differs only in case")
        documents.chmod(0o755)

    def run(self):
        """Returns the number of kills."""
        return sum(map(self.kills, CALLS))

    def kills(self, call):
        count = 0
        while self.kill(Moment(call=call, count=count + 1)):
            count += 1
        return count

    def kill(self, moment):
        """Returns whether the program was killed before its end."""
        self.bench.back()
        self.bench.note(moment, ["check --repair\n"])
        _, has_ended = self.bench.start(self.user, "check", "--repair", moment=moment)
        self.bench.check_log()
        self.bench.run(self.user, "check", "--repair")
        self.bench.run(self.user, "check")
        if self.found() != self.contents:
            raise disk.Finding(f"there is {self.found()}, not {self.contents}")
        return not has_ended

    def found(self):
        """The contents of all files but the program's own, each with the number of such files."""
        files = [path for path in self.base.rglob("*") if path.is_file() and not self.is_own(path)]
        return collections.Counter(disk.digest(path.read_bytes()) for path in files)

    def is_own(self, path):
        """Whether a file is the history's or the preferences."""
        return path.name == "preferences.plist" or path.parent == self.base / "History"
