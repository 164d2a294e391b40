"""A temporary home, with the files to import and the directories to export to."""

import os
import re
import shutil
import signal
import subprocess

import disk
import killing
from material import Material
from story import FOLDERS, USERS, differences, quoted

# Commands that read no document come first, because reading documents updates the index.
QUESTIONS = [
    ["count", query]
    for query in ["tag:red", "tag:old", "wood", "night", "rating:>2", "has:image", "title", "row"]
] + [["list", "sent:nobody"], ["list", "tag:green"], ["list"]]


class Bench:
    def __init__(self, program, folder):
        self.program = program
        self.folder = folder
        self.now = folder / "now"
        self.home = self.now / "home"
        # A session that stays open.
        self.neighbour = None
        self.work = self.now / "work"
        # Killed programs leave directories here.
        self.temporary = folder / "temporary"
        self.temporary.mkdir(parents=True, exist_ok=True)
        self.log = folder / "errors"
        self.has_check = subprocess.run(
            [program, "help", "check"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        ).returncode == 0
        for name in FOLDERS:
            (self.work / name).mkdir(parents=True)
        self.material = Material(self.work)

    @property
    def environment(self):
        return {
            "SCARYBUG_HOME": str(self.home), "XDG_CACHE_HOME": str(self.now / "cache"),
            "HOME": str(self.now), "TMPDIR": str(self.temporary), "LC_ALL": "C.UTF-8",
            "PATH": disk.NO_PROGRAMS,
        }  # fmt: skip

    def keep(self, name="before"):
        """Saves the state before a session, so that the session can be repeated."""
        shutil.rmtree(self.folder / name, ignore_errors=True)
        self.copy(self.now, self.folder / name)

    def back(self, name="before"):
        """Restores the state that was saved last."""
        shutil.rmtree(self.now)
        shutil.copytree(self.folder / name, self.now)
        self.home = self.now / "home"

    def copy(self, source, target):
        """Copies a directory, with a neighbour stopped meanwhile."""
        process = self.neighbour and self.neighbour.process
        if process:
            process.send_signal(signal.SIGSTOP)
            os.waitid(os.P_PID, process.pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)
        try:
            shutil.copytree(source, target)
        finally:
            if process:
                process.send_signal(signal.SIGCONT)

    def move_home(self):
        """The home becomes a copy in another place, or back in the first one."""
        copy = self.now / ("home" if self.home.name != "home" else "elsewhere")
        if self.home.exists():
            subprocess.run(["cp", "-a", self.home, copy], check=True)
            shutil.rmtree(self.home)
        self.home = copy

    def note(self, moment, lines):
        (self.folder / "script").write_text(f"# Killed {moment}\n" + "".join(lines))

    def command(self, user, *words, cache=True):
        """The words that start the program, and its environment."""
        environment = self.environment | ({} if cache else {"XDG_CACHE_HOME": "/dev/null"})
        return [self.program, "--json", *words], environment | {"SCARYBUG_USER": user}

    def start(self, user, *words, pieces=(), moment=None, cache=True):
        """Runs the program. Returns its results, and whether it ended by itself."""
        command, environment = self.command(user, *words, cache=cache)
        return killing.run(command, environment, self.work, self.log, pieces, moment)

    def run(self, user, *words, lines=(), cache=True):
        """Runs the program to its end, expecting success. Returns its results."""
        pieces = [(0, "".join(map(quoted, lines)))]
        results, has_ended = self.start(user, *words, pieces=pieces, cache=cache)
        if not has_ended:
            raise disk.Finding(f"{words or lines} did not end by itself")
        self.check_log()
        return results

    def check_log(self):
        """Looks for unusual messages. A neighbour may still be writing the last line, so an incomplete
        one is left for the next time."""
        complete = self.log.read_text().rpartition("\n")[0] if self.log.exists() else ""
        lines = complete.splitlines()
        said = "\n".join(line for line in lines if not re.search(disk.USUAL, line))
        if said:
            raise disk.Finding(f"it said: {said}")

    def world(self):
        """Returns the state that a session sees after recovery, on a copy of the home."""
        copy = self.folder / "copy"
        shutil.rmtree(copy, ignore_errors=True)
        if self.home.exists():
            self.copy(self.home, copy)
        for user in sorted(path.name for path in copy.glob("users/*")):
            self.run(user, "--home", str(copy), "count", cache=False)
        self.check_log()
        return disk.world(copy, self.work, FOLDERS)

    def expect(self, world):
        """Looks whether a session finds just this."""
        found = self.world()
        if found != world:
            raise disk.Finding(f"there is {differences(world, found)}")

    def look_after(self, world):
        """Checks the results and the files of the next sessions."""
        for user in sorted(path.name for path in self.home.glob("users/*")):
            numbers = sorted(place[1] for place in world if place[0] == user and len(place) == 2)
            plain = self.run(user, lines=QUESTIONS, cache=False)
            indexed = self.run(user, lines=QUESTIONS)
            if plain != indexed:
                raise disk.Finding(f"{user}: {indexed} by the index, {plain} without")
            if [line["number"] for line in plain[len(plain) - len(numbers) :]] != numbers:
                raise disk.Finding(f"{user}: {plain} is listed, not {numbers}")
            if self.has_check:
                self.run(user, "check")
        for folder in [self.work / name for name in FOLDERS] + list(self.work.glob("share/*")):
            if any(folder.glob(".*")):
                self.export(folder / "after.scarybug")
        backup = self.work / self.material.backup
        if backup.exists():
            # It is the old backup or the new one.
            self.run(USERS[0], "backup", "--verify", str(backup))
            if any(self.work.glob(".*")):
                self.run(USERS[0], "backup", str(backup))
        litter = disk.litter(self.home, self.work, FOLDERS)
        if litter:
            raise disk.Finding(f"left behind: {litter}")

    def export(self, path):
        """Exports a document as another user, and removes the bundle."""
        guest = ["guest", "--home", str(self.folder / "guest")]
        if not (self.folder / "guest").exists():
            self.run(*guest, "new", "Guest")
        self.run(*guest, "export", "1", str(path))
        path.unlink()
