"""Programs that are killed, by the clock or at one of their system calls."""

import json
import re
import subprocess
import threading
import time

# Those that leave something behind, and the locks. Who is killed at a call has not made it.
CALLS = [
    "renameat2", "unlinkat", "unlink", "mkdirat", "openat", "write", "pwrite64", "linkat",
    "ftruncate", "fsync", "fdatasync", "utimensat", "copy_file_range", "flock", "fcntl",
]  # fmt: skip


class Moment:
    """When a process is to be killed: seconds after its start, or the nth of its calls."""

    def __init__(self, seconds=None, call=None, count=None):
        self.seconds, self.call, self.count = seconds, call, count

    def __str__(self):
        return f"at {self.call} {self.count}" if self.call else f"after {self.seconds:.4f} s"

    @property
    def prefix(self):
        if not self.call:
            return []
        inject = f"inject={self.call}:signal=KILL:when={self.count}"
        return [
            "strace", "-f", "--seccomp-bpf", "-qqq", "-o", "/dev/null",
            "-e", f"trace={self.call}", "-e", inject,
        ]  # fmt: skip


def run(command, environment, folder, log, pieces=(), moment=None):
    """Runs a program that gets its input in pieces, and returns the lines of its output.

    What it says besides goes to the log. The last line may be cut short, and is not counted then.
    """
    prefix = moment.prefix if moment else []
    with open(log, "ab") as errors:
        process = subprocess.Popen(
            prefix + command, env=environment, cwd=folder, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=errors,
        )  # fmt: skip
    output = []
    reader = threading.Thread(target=lambda: output.append(process.stdout.read()))
    feeder = threading.Thread(target=feed, args=(process.stdin, pieces))
    reader.start()
    feeder.start()
    try:
        process.wait(60 if not moment or moment.seconds is None else moment.seconds)
    except subprocess.TimeoutExpired:
        process.kill()
    process.wait()
    reader.join()
    feeder.join()
    return [json.loads(line) for line in output[0].split(b"\n")[:-1]]


def feed(stream, pieces):
    try:
        for pause, text in pieces:
            time.sleep(pause)
            stream.write(text.encode())
            stream.flush()
        stream.close()
    except BrokenPipeError:
        pass


def count_calls(command, environment, folder, log, pieces):
    """How often a program makes each of the calls."""
    table = f"{log}.calls"
    trace = ["strace", "-f", "-c", "-U", "calls,name", "-o", table]
    trace += ["-e", f"trace={','.join(CALLS)}"]
    run(trace + command, environment, folder, log, pieces)
    with open(table) as lines:
        found = re.findall(r"^\s*([0-9]+) (\w+)$", lines.read(), re.MULTILINE)
    return {name: int(count) for count, name in found if name in CALLS}
