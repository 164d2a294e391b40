"""Types the session of README, the first on its page, in a new system, and compares what is shown.

session.py ROOT
"""

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time

PROMPTS = re.compile(r"((?:\$|alice>|bob>) |\[y/N\] )$")


def expected(root):
    with open(f"{root}/usr/share/doc/scarybug/README.md", encoding="utf-8") as page:
        return re.search(r"```console\n(.*?)```", page.read(), re.S).group(1)


def shown(root, text):
    """Types each line at its prompt. Returns all that the terminal shows."""
    terminal, other = pty.openpty()
    fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 200, 0, 0))
    namespace = ["unshare", "--mount", "--pid", "--fork", "--kill-child", f"--mount-proc={root}/proc"]
    shell = "cd && LC_ALL=C.UTF-8 TERM=dumb PS1='$ ' exec bash --norc --noediting -i"
    command = [*namespace, "chroot", root, "su", "-l", "alice", "-c", shell]
    child = subprocess.Popen(command, stdin=other, stdout=other, stderr=other)
    os.close(other)
    typed = [m.group(2) for m in re.finditer(r"(?m)(^(?:\$|alice>|bob>) |\[y/N\] )(.*)$", text)]
    seen, start = "", 0
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if not select.select([terminal], [], [], 1)[0]:
            continue
        seen += os.read(terminal, 65536).decode(errors="replace").replace("\r\n", "\n")
        if PROMPTS.search(seen, start):
            if not typed:
                break
            start = len(seen)
            os.write(terminal, typed.pop(0).encode() + b"\n")
    child.kill()
    child.wait()
    # The shell has no jobs here, and says so before its prompt.
    seen = seen[max(0, seen.find("$ ")) :]
    # Debian 12 gets nothing that makes thumbnails.
    return re.sub(r"(?m)^scarybug: warning: photographs get no thumbnails.*\n", "", PROMPTS.sub("", seen))


root = sys.argv[1]
wanted = expected(root)
got = shown(root, wanted)
if got != wanted:
    sys.exit(f"README's session shows\n{got}\n-- instead of --\n{wanted}")
