"""Power failures of real file systems: images that are shut down while the program uses them.

FS_IOC_SHUTDOWN without a flush of the log has the effect of a power failure. btrfs lacks this call, so
the image is copied instead. These tests confirm the model in power.py. They need permission to mount.
"""

import fcntl
import os
import random
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import disk
from disk import Finding

USER = "alice"
SHUTDOWN = 0x8004587D
WITHOUT_LOG = struct.pack("I", 2)
SIZES = {"ext4": 64, "xfs": 320, "btrfs": 128}
DOCUMENTS = 20


def quiet(*words):
    return subprocess.run(words, capture_output=True).returncode == 0


class Image:
    def __init__(self, kind, program, folder):
        self.kind, self.program = kind, program
        self.image, self.place = folder / f"{kind}.image", folder / kind
        self.place.mkdir()
        with open(self.image, "wb") as file:
            file.truncate(SIZES[kind] << 20)
        self.can_run = (
            bool(shutil.which(f"mkfs.{kind}")) and quiet(f"mkfs.{kind}", str(self.image)) and self.mount()
        )

    def mount(self):
        return quiet("mount", "-o", "loop", str(self.image), str(self.place))

    def unmount(self):
        return quiet("umount", str(self.place))

    def start(self, *words, **options):
        environment = {
            "SCARYBUG_HOME": str(self.place / "home"), "XDG_CACHE_HOME": "/dev/null", "HOME": "/",
            "SCARYBUG_USER": USER,
        }  # fmt: skip
        command = [self.program, "--json", *words]
        return subprocess.Popen(
            command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options
        )

    def run(self, *words):
        process = self.start(*words)
        said = b"".join(process.communicate())
        return process.returncode, said.decode(errors="replace")

    def lose_power(self, process):
        """Reverts the image to its state on disk, as a power failure does."""
        process.send_signal(signal.SIGSTOP)
        copy = self.image.with_suffix(".copy")
        descriptor = os.open(self.place, os.O_RDONLY)
        try:
            fcntl.ioctl(descriptor, SHUTDOWN, WITHOUT_LOG)
        except OSError:
            # btrfs lacks this call. It writes during a sync, and the last sync has ended.
            time.sleep(0.1)
            subprocess.run(["cp", "--sparse=always", str(self.image), str(copy)], check=True)
        os.close(descriptor)
        process.kill()
        process.communicate()
        if not self.unmount():
            raise Finding("the image cannot be unmounted")
        if copy.exists():
            copy.replace(self.image)
        if not self.mount():
            raise Finding("the image cannot be mounted again")

    def round(self, number, dice):
        """Sets the notes of all documents to one value repeatedly, until the power fails."""
        seconds = dice.random() * 2.5
        last = f"{number} 0"
        if dice.random() < 0.5:
            last = self.commands(number, seconds)
        else:
            lines = [f"set 1-{DOCUMENTS} notes='{number} {count}'" for count in range(1, 4000)]
            (self.image.parent / "lines").write_text("\n".join(lines))
            with open(self.image.parent / "lines") as file:
                process = self.start(stdin=file)
            time.sleep(seconds)
            self.lose_power(process)
        self.look(number, last)

    def commands(self, number, seconds):
        """Runs single commands. The change of each is durable when it ends."""
        last, end = f"{number} 0", time.monotonic() + seconds
        self.run("set", f"1-{DOCUMENTS}", f"notes={last}", "--yes")
        count = 0
        while time.monotonic() < end:
            count += 1
            if self.run("set", f"1-{DOCUMENTS}", f"notes={number} {count}", "--yes")[0] == 0:
                last = f"{number} {count}"
        process = self.start("set", f"1-{DOCUMENTS}", f"notes={number} {count + 1}", "--yes")
        time.sleep(0.01)
        self.lose_power(process)
        return last

    def look(self, number, last):
        status, said = self.run("check")
        if status:
            raise Finding(said)
        documents = self.place / "home/users" / USER / "Private Documents"
        notes = {disk.directory(path).get("notes") for path in documents.iterdir()}
        if len(list(documents.iterdir())) != DOCUMENTS or len(notes) != 1:
            raise Finding(f"documents have the notes {notes}")
        found = notes.pop().split()
        if int(found[0]) == number and int(found[1]) < int(last.split()[1]):
            raise Finding(f"the notes are {found}, after {last} was reported")


def main(program, rounds="5", seed=None):
    seed = seed or str(random.SystemRandom().randrange(1_000_000))
    dice = random.Random(seed)
    failures = 0
    for kind in SIZES:
        folder = Path(tempfile.mkdtemp(prefix="scarybug-image-"))
        image = Image(kind, program, folder)
        if not image.can_run:
            print(f"{kind}: skipped, since it cannot be made or mounted here")
            shutil.rmtree(folder)
            continue
        try:
            for count in range(DOCUMENTS):
                image.run("new", f"Title {count}", "notes=0 0")
            for number in range(1, int(rounds) + 1):
                image.round(number, dice)
            print(f"{kind}: {rounds} losses of power, seed {seed}")
        except Exception as error:
            failures += 1
            print(f"{kind} failed, seed {seed}: {error}")
        finally:
            image.unmount()
            shutil.rmtree(folder)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main(*sys.argv[1:])
