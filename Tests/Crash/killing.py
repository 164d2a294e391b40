"""Runs programs and kills them, after a time or at one of their system calls."""

import json
import re
import subprocess
import threading
import time

# Calls that change files, and locks. A process killed at a call hasn't made the call.
CALLS = [
    "renameat", "renameat2", "linkat", "unlinkat", "unlink", "mkdirat", "openat", "write", "pwrite64",
    "ftruncate", "fsync", "fdatasync", "utimensat", "copy_file_range", "flock", "fcntl",
]  # fmt: skip

# Seconds, more than any command takes unless it hangs.
PATIENCE = 60


class Moment:
    """The moment of a kill: a number of seconds after the start, or the nth call of a name."""

    def __init__(self, seconds=PATIENCE, call=None, count=None):
        self.seconds, self.call, self.count = seconds, call, count

    def __str__(self):
        return f"at {self.call} {self.count}" if self.call else f"after {self.seconds:.4f} s"

    @property
    def prefix(self):
        if not self.call:
            return []
        inject = f"inject={self.call}:signal=KILL:when={self.count}"
        options = ["-f", "-qqq", "-o", "/dev/null"]
        return ["/usr/bin/strace", *options, "-e", f"trace={self.call}", "-e", inject]


def run(command, environment, folder, log, pieces, moment=None):
    """Runs a program that gets its input in pieces, each after a pause.

    Returns the lines of its output, and whether it ended by itself. An incomplete last line is
    dropped. Standard error goes to the log.
    """
    moment = moment or Moment()
    with open(log, "ab") as errors:
        process = subprocess.Popen(
            moment.prefix + command, env=environment, cwd=folder, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=errors,
        )  # fmt: skip
    output = []
    threads = [
        threading.Thread(target=lambda: output.append(process.stdout.read())),
        threading.Thread(target=feed, args=(process.stdin, pieces)),
    ]
    for thread in threads:
        thread.start()
    try:
        process.wait(moment.seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        if moment.seconds == PATIENCE:
            raise
    finally:
        for thread in threads:
            thread.join()
    lines = output[0].split(b"\n")[:-1]
    return [json.loads(line) for line in lines], process.wait() == 0


def feed(stream, pieces):
    try:
        with stream:
            for pause, text in pieces:
                time.sleep(pause)
                stream.write(text.encode())
                stream.flush()
    except BrokenPipeError:
        pass


def count_calls(command, environment, folder, log, pieces):
    """Counts a program's calls, by name."""
    table = f"{log}.calls"
    trace = ["/usr/bin/strace", "-f", "-c", "-U", "calls,name", "-o", table]
    run(trace + command, environment, folder, log, pieces)
    with open(table) as lines:
        found = re.findall(r"^\s*([0-9]+) (\w+)$", lines.read(), re.MULTILINE)
    return {name: int(count) for count, name in found if name in CALLS}
