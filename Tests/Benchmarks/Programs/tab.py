"""Prints the seconds that Tab takes in a session at a terminal, or a command takes to end.

usage: tab.py LINE COMMAND...      types LINE and Tab until the list of names appears
       tab.py --ends COMMAND..."""

import os
import pty
import subprocess
import sys
import time

if sys.argv[1] == "--ends":
    start = time.perf_counter()
    subprocess.run(sys.argv[2:], stdout=subprocess.DEVNULL, check=True)
    print(f"{time.perf_counter() - start:.9f}")
    sys.exit()

PATIENCE_IN_SECONDS = 10
child, terminal = pty.fork()
if child == 0:
    os.environ["TERM"] = "xterm"
    os.environ["NO_COLOR"] = "1"
    os.execv(sys.argv[2], sys.argv[2:])


def wait(end):
    shown, start = b"", time.perf_counter()
    while end not in shown:
        if time.perf_counter() - start > PATIENCE_IN_SECONDS:
            sys.exit(f"no {end} in {shown}")
        shown += os.read(terminal, 65536)


wait(b"> ")
os.write(terminal, sys.argv[1].encode())
wait(sys.argv[1][-8:].encode())
start = time.perf_counter()
os.write(terminal, b"\t")
wait(b" more")
print(f"{time.perf_counter() - start:.9f}")
os.write(terminal, b"\x15quit\n")
os.waitpid(child, 0)
