"""Sends a line to a program on pipes and waits for the whole answer, many times. Prints the median
time in seconds.

usage: roundtrip.py [--greets] LINE END COMMAND...

An answer is complete when it ends with END, with or without a newline. With --greets the program
also prints END before the first line. The client resembles a script that drives another program: it
is written in Python and accepts answers of any length. Its own share, about fifteen microseconds, is
part of all results, and the goals include it."""

import os
import select
import statistics
import subprocess
import sys
import time

COUNT, ROOM, PATIENCE_IN_MILLISECONDS = 10_000, 1 << 20, 10_000

arguments = sys.argv[1:]
greets = arguments[0] == "--greets"
if greets:
    del arguments[0]
line, end = arguments[0].encode() + b"\n", arguments[1].encode()
ends = (end, end + b"\n")
program = subprocess.Popen(
    arguments[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
to_program, from_program = program.stdin.fileno(), program.stdout.fileno()
poll = select.poll()
poll.register(from_program, select.POLLIN)


def take_answer():
    answer = b""
    while not answer.endswith(ends):
        some = poll.poll(PATIENCE_IN_MILLISECONDS) and os.read(from_program, ROOM)
        if not some:
            program.kill()
            sys.exit(f"no answer that ends with {end}: {answer}")
        answer += some


def round_trip():
    start = time.perf_counter()
    os.write(to_program, line)
    take_answer()
    return time.perf_counter() - start


if greets:
    take_answer()
# The first hundred round trips warm the caches.
times = [round_trip() for _ in range(COUNT + 100)][100:]
program.stdin.close()
if program.wait() != 0:
    sys.exit(f"{arguments[2]} failed with {program.returncode}")
print(f"{statistics.median(times):.9f}")
