"""Histories that are damaged, missing or in use. They must not hinder reading or editing."""

import os
import shutil
import sqlite3
import subprocess
import time

from bench import Bench
from disk import NO_THUMBNAILS, Finding
from killing import PATIENCE
from story import USERS


class Damage:
    def __init__(self, program, folder):
        self.bench = Bench(program, folder)
        self.user = USERS[0]
        lines = [["new", f"Moth {n}", "image=p40.jpg"] for n in range(6)]
        self.bench.run(self.user, lines=lines)
        self.bench.run(self.user, "set", "1-3", "rating=2")
        self.bench.run(self.user, "delete", "6")
        self.history = self.bench.home / "users" / self.user / "History"
        self.file = self.history / "history.db"
        self.bench.keep()

    KINDS = {
        "missing": lambda self: self.file.unlink(),
        "without log": lambda self: (self.history / "history.db-wal").unlink(),
        "without directory": lambda self: shutil.rmtree(self.history),
        "empty": lambda self: self.cut(0),
        "empty, without log": lambda self: (self.cut(0), (self.history / "history.db-wal").unlink()),
        "truncated": lambda self: self.cut(10_000, True),
        "of zeros": lambda self: self.fill(bytes(40_000)),
        "of other bytes": lambda self: self.fill(b"no database " * 4_000),
        "with other pages": lambda self: self.scramble(),
        "of another version": lambda self: self.change("PRAGMA user_version = 99"),
        "without tables": lambda self: self.change("DROP TABLE changes"),
        "without state": lambda self: self.change("DELETE FROM state"),
        "a directory": lambda self: (self.file.unlink(), self.file.mkdir(), (self.file / "x").touch()),
        "a link": lambda self: (self.file.unlink(), self.file.symlink_to("/dev/null")),
        "a pipe": lambda self: (self.file.unlink(), os.mkfifo(self.file)),
        "a file in the directory's place": lambda self: (shutil.rmtree(self.history), self.history.touch()),
        "with a log of other bytes": lambda self: (self.history / "history.db-wal").write_bytes(b"x" * 50_000),
        "with a log that is a directory": lambda self: self.replace_log(),
        "with index memory of other bytes": lambda self: (self.history / "history.db-shm").write_bytes(b"x" * 40_000),
    }  # fmt: skip

    def cut(self, size, all_in_file=False):
        if all_in_file:
            self.change("PRAGMA wal_checkpoint(TRUNCATE)")
        os.truncate(self.file, size)

    def fill(self, data):
        self.file.write_bytes(data)
        (self.history / "history.db-wal").unlink()

    def scramble(self):
        self.change("PRAGMA wal_checkpoint(TRUNCATE)")
        with open(self.file, "r+b") as file:
            for page in range(1, os.path.getsize(self.file) // 4096):
                file.seek(page * 4096)
                file.write(b"\x0d\xff" * 2048)

    def change(self, sql):
        base = sqlite3.connect(self.file)
        base.execute(sql)
        base.commit()
        base.close()

    def replace_log(self):
        log = self.history / "history.db-wal"
        log.unlink()
        log.mkdir()

    def run(self):
        """Returns the number of kills: none."""
        failures = []
        for name, damage in self.KINDS.items():
            # The damage may be there before the first command, or between two commands that read.
            for was_settled in [True, False]:
                self.bench.back()
                damage(self)
                if not was_settled:
                    for mark in self.history.glob("settled-*"):
                        mark.unlink()
                failures += self.look(f"{name}{'' if was_settled else ', not settled'}")
        failures += self.look_while_locked()
        if failures:
            raise Finding("\n".join(failures))
        return 0

    def look(self, name):
        failures = []
        for words, expected in [
            (["count"], '{"count":5}'), (["list"], '"number":5'), (["show", "1"], '"rating":2'),
            (["set", "2", "rating=3"], '"rating":3'), (["new", "Newt"], '"title":"Newt"'),
            (["set", "2", "image=p5000.jpg"], '"bytes":5008'), (["delete", "3"], '"number":3'),
            (["undo"], '"action":"restored"'), (["history"], '"command":"delete 3"'),
            (["check", "--repair"], ""), (["check"], ""), (["count"], '{"count":6}'),
        ]:  # fmt: skip
            status, output, said = self.program(*words)
            if status or expected not in output:
                failures.append(f"{name}: {words} ended with {status}: {output[-200:]} {said}")
            if len([line for line in said.splitlines() if "warning" in line]) > 1:
                failures.append(f"{name}: {words} warned more than once: {said}")
        return failures

    def look_while_locked(self):
        """Another program holds the database. A reader goes on, and a writer names it."""
        self.bench.back()
        base = sqlite3.connect(self.file, isolation_level=None)
        base.execute("BEGIN IMMEDIATE")
        failures = []
        for words, expected in [(["list"], 0), (["history"], 0), (["set", "1", "rating=4"], 1)]:
            start = time.monotonic()
            status, output, said = self.program(*words)
            if status != expected or (status and "is locked by another program" not in said):
                failures.append(f"locked: {words} ended with {status}: {said}")
            if not status and time.monotonic() - start > 1:
                failures.append(f"locked: {words} took {time.monotonic() - start} s")
        base.execute("ROLLBACK")
        base.execute("BEGIN IMMEDIATE")
        command, environment = self.bench.command(self.user, "set", "1", "rating=4")
        child = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        time.sleep(0.7)
        base.close()
        child.communicate(timeout=PATIENCE)
        if child.returncode:
            failures.append("locked: it was not waited for")
        return failures

    def program(self, *words):
        command, environment = self.bench.command(self.user, *words)
        try:
            result = subprocess.run(
                command, env=environment, cwd=self.bench.work, stdin=subprocess.DEVNULL, capture_output=True,
                text=True, timeout=PATIENCE,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            return "no end", "", ""
        said = "\n".join(line for line in result.stderr.splitlines() if NO_THUMBNAILS not in line)
        return result.returncode, result.stdout, said
