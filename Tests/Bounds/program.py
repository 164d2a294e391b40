"""Runs the program with a home of its own, and measures what a run costs."""

import os
import pty
import resource
import select
import shutil
import signal
import subprocess
import sys
import time
import traceback
from dataclasses import dataclass
from pathlib import Path

# The address space that a run may use. What the program needs beyond it would fail.
MEMORY_LIMIT = 256 << 20
PROMPT = b"alice> "
# The quick selection has one case in so many, among those that are not much like another one.
QUICK_STEP = 9
# Seconds after which a run is killed, and counts as one without an end.
PATIENCE = 60


@dataclass
class Run:
    """What a run did and cost."""

    status: int  # the exit status, or the negative number of the signal that ended it
    output: Path
    errors: str
    seconds: float  # by the clock, since SIGINT if the run got one
    processor: float  # seconds of processor time, of all threads
    memory: int  # the most bytes of memory at one time
    was_interrupted: bool

    @property
    def is_killed(self):
        return self.status < 0 or self.status > 130


class Home:
    """A home with its cache, in a directory."""

    def __init__(self, program, folder):
        self.program, self.folder = program, Path(folder)
        self.work = self.folder / "work"
        self.work.mkdir(parents=True, exist_ok=True)

    @property
    def environment(self):
        return {
            "HOME": str(self.folder), "SCARYBUG_HOME": str(self.folder / "home"),
            "XDG_CACHE_HOME": str(self.folder / "cache"), "SCARYBUG_USER": "alice",
            "PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "TZ": "UTC",
            "TMPDIR": str(self.folder), "SWIFT_BACKTRACE": "enable=no",
        }

    @property
    def documents(self):
        return self.folder / "home" / "users" / "alice" / "Private Documents"

    @property
    def is_empty(self):
        return not self.documents.exists() or not any(self.documents.iterdir())

    def run(self, *words, script=None, interrupt_after=None, kill_after=PATIENCE,
            limit=MEMORY_LIMIT):
        """Runs one command, or a script.

        interrupt_after, kill_after: seconds after which the run gets SIGINT, or SIGKILL.
        """

        def bound():
            resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

        output, errors, source = (self.folder / name for name in ("output", "errors", "script"))
        source.write_text(script or "", "utf-8")
        with open(output, "wb") as out, open(errors, "wb") as err, open(source, "rb") as lines:
            start = time.monotonic()
            process = subprocess.Popen(
                [self.program, *map(str, words)], env=self.environment, cwd=self.work,
                stdin=lines, stdout=out, stderr=err, preexec_fn=bound)
            interrupted = interrupt_after is not None and not ends(process, interrupt_after)
            if interrupted:
                start = time.monotonic()
                process.send_signal(signal.SIGINT)
            if not ends(process, kill_after):
                process.kill()
            _, status, usage = os.wait4(process.pid, 0)
            seconds = time.monotonic() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        with open(errors, errors="replace") as text:
            message = text.read(2_000)
        return Run(
            process.returncode, output, message, seconds, usage.ru_utime + usage.ru_stime,
            usage.ru_maxrss << 10, interrupted)

    def succeed(self, *words, script=None):
        """Runs what prepares a measurement, and must not fail."""
        run = self.run(*words, script=script, limit=resource.RLIM_INFINITY, kill_after=600)
        if run.status != 0:
            raise SystemExit(f"{' '.join(map(str, words))[:200]}: {run.status}: {run.errors[:500]}")
        return run

    def type(self, lines):
        """Types lines in a session at a terminal, where each is a step of its own."""
        child, terminal = pty.fork()
        if child == 0:
            os.chdir(self.work)
            os.execve(self.program, [self.program], self.environment | {"TERM": "dumb"})
        for line in [*lines, "quit"]:
            shown = b""
            while PROMPT not in shown:
                shown += os.read(terminal, 1 << 16)
            os.write(terminal, f"{line}\n".encode())
        while os.waitpid(child, os.WNOHANG) == (0, 0):
            try:
                os.read(terminal, 1 << 16)
            except OSError:
                pass
        os.close(terminal)

    def copy(self, folder, has_index=True):
        """Returns a copy whose index is up to date, or missing."""
        subprocess.run(["cp", "-a", self.folder, folder], check=True)
        copy = Home(self.program, folder)
        if has_index:
            copy.succeed("count")
        else:
            copy.forget_index()
        return copy

    def forget_index(self):
        shutil.rmtree(self.folder / "cache", ignore_errors=True)

    def remove(self):
        shutil.rmtree(self.folder)


def ends(process, seconds):
    """Returns whether a process ends within some seconds."""
    end = os.pidfd_open(process.pid)
    try:
        return bool(select.select([end], [], [], seconds)[0])
    finally:
        os.close(end)


def apart(action, *arguments):
    """Does something in a process of its own.

    A measured run counts the memory of the process that started it. So that one stays small.
    """
    child = os.fork()
    if child == 0:
        status = 1
        try:
            action(*arguments)
            status = 0
        except BaseException:
            traceback.print_exc()
        sys.stderr.flush()
        os._exit(status)
    if os.waitpid(child, 0)[1] != 0:
        raise SystemExit(f"cannot prepare {arguments}")


def selection(cases, is_quick):
    """The cases of a run. The quick selection is always the same."""
    return cases[::QUICK_STEP] if is_quick else cases


def report(line, failures):
    """Prints the line of a case, and below it why it failed. Returns whether it did."""
    print(f"{'FAIL' if failures else 'ok  '} {line}", flush=True)
    for failure in failures:
        print(f"     {failure}", flush=True)
    return bool(failures)


def megabytes(count):
    return f"{count / (1 << 20):.0f} MB"


def first_line(text, length):
    return text.strip().partition("\n")[0][:length]
