"""Bundles go from Alice's machine to Bob's by Postfix, and to Carol's by IMAP; see `run`."""

import email
import email.policy
import os
import pwd
import random
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import servers

TITLE = "Stag Beetle – „Hirschkäfer“ ☂, Bcc: eve@bugs.test"


class Machine:
    """The home of a user, with a mail program, or without one."""

    def __init__(self, program, folder, user):
        self.program, self.user = program, user
        self.work, self.home = folder / user / "work", folder / user / "home"
        self.work.mkdir(parents=True)
        self.inbox = self.home / "inboxes" / user
        self.run("new", "First one here")

    def run(self, *words, status=0):
        environment = {
            "SCARYBUG_HOME": str(self.home), "XDG_CACHE_HOME": str(self.work.parent / "cache"),
            "HOME": str(self.work.parent), "LC_ALL": "C.UTF-8", "PATH": os.environ["PATH"], "USER": self.user,
        }  # fmt: skip
        child = subprocess.run(
            [self.program, "--user", self.user, *words], env=environment, cwd=self.work,
            stdin=subprocess.DEVNULL, capture_output=True, text=True,
        )  # fmt: skip
        expect(child.returncode == status, f"{self.user}: {words} ended with {child.returncode}: {child.stderr}")
        return child.stdout + child.stderr

    def messages(self):
        return [path for part in ["new", "cur"] for path in (self.inbox / part).glob("*")]

    def message(self):
        path, = self.messages()
        return path.read_bytes()

    def files(self, *numbers):
        """The names and bytes of the files of documents, as others get them."""
        self.run("export", ",".join(map(str, numbers)), "out.zip", "--bare", "--force")
        with zipfile.ZipFile(self.work / "out.zip") as archive:
            return sorted((Path(name).name, archive.read(name)) for name in archive.namelist())


def expect(is_so, what):
    if not is_so:
        raise AssertionError(what)


def bundles(message):
    """The names and bytes of the bundles in a message, as Python's `email` reads them."""
    parts = email.message_from_bytes(message, policy=email.policy.default).walk()
    return [
        (part.get_filename(), part.get_payload(decode=True))
        for part in parts if part.get_content_type() == "application/vnd.scarybug+zip"
    ]  # fmt: skip


def travel(program, folder):
    dice = random.Random(1)
    owner = pwd.getpwnam("nobody")
    alice, bob, carol = [Machine(program, folder, user) for user in ["alice", "bob", "carol"]]
    # Postfix delivers as another user than root, and makes Bob's inbox.
    bob.home.chmod(0o755)
    (bob.home / "inboxes").mkdir()
    os.chown(bob.home / "inboxes", owner.pw_uid, owner.pw_gid)
    for number, size in [(2, 3_000), (3, 3_000_000)]:
        picture = b"\xff\xd8\xff\xda\0\2" + dice.randbytes(size) + b"\xff\xd9"
        (alice.work / "photo.jpg").write_bytes(picture)
        alice.run("new", TITLE, "image=photo.jpg", f"rating={number}", "notes=From\nalice\n.\n")
    address = f"bob@{servers.DOMAIN}"
    with servers.Postfix(folder, bob.home / "inboxes", owner) as postfix:
        alice.run("config", f"sendmail={postfix.sendmail}")
        printed = alice.run("send", "2-3", address, "--print").encode()
        said = alice.run("send", "2-3", address, "--message", ".\nFrom me\n" + "long " * 300)
        expect(said.startswith(f"sent 2  {TITLE} to {address}\n"), said)
        # Postfix returns what it can't deliver to the sender, and takes no message over its limit.
        big = b"\xff\xd8\xff\xda\0\2" + dice.randbytes(8 << 20) + b"\xff\xd9"
        (alice.work / "big.jpg").write_bytes(big)
        alice.run("new", "Too big", "image=big.jpg")
        subprocess.run(["postconf", "-c", postfix.settings, "-e", "message_size_limit=10000000"], check=True)
        refused = alice.run("send", "4", address, status=1)
        expect("too big" in refused, f"a message over the limit: {refused}")
        servers.wait_for(lambda: bob.messages(), "in Bob's inbox")
    received = bob.message()
    with servers.Dovecot(folder, bob.home / "inboxes", owner) as dovecot:
        carol.inbox.parent.mkdir()
        servers.fetch(folder, dovecot.port, carol.inbox)
    expect(bundles(received) == bundles(printed), "Postfix changed the bundles")
    expect(bundles(carol.message()) == bundles(printed), "IMAP changed the bundles")
    for machine in [bob, carol]:
        said = machine.run("accept")
        expect(TITLE in machine.run("list"), said)
        expect(machine.files(2, 3) == alice.files(2, 3), f"{machine.user} has other documents: {said}")
        expect("First one here" in machine.run("show", "1"), "the own document is there")
    print(f"{len(bundles(printed))} bundles went through Postfix, Dovecot and mbsync, and are the same", flush=True)


def main(program):
    folder = Path(tempfile.mkdtemp(prefix="scarybug-mail-"))
    # The servers have users of their own.
    folder.chmod(0o755)
    try:
        travel(program, folder)
    except BaseException:
        print(f"see {folder}", file=sys.stderr)
        raise
    shutil.rmtree(folder)


if __name__ == "__main__":
    main(*sys.argv[1:])
