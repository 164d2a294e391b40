"""Random messages, and what the program, Python's `email` and GMime find in each; see `run`."""

import email
import email.policy
import io
import json
import os
import plistlib
import random
import shutil
import subprocess
import sys
import tempfile
import zipfile
from email.message import EmailMessage
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "Crash"))
from material import files_of

try:
    import gi

    gi.require_version("GMime", "3.0")
    from gi.repository import GMime

    GMime.init()
except (ImportError, ValueError):
    GMime = None

WORDS = ["Käfer", "moth", "Hello,\n\nthis is a text.\n", "From me\n.\n--x\n", "=?utf-8?q?a?=", "x" * 1200]


def bundle(title):
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files_of("scarybug", title, b"\xff\xd8\xff\xda\0\2" + b"a" * 40 + b"\xff\xd9").items():
            archive.writestr(f"3.scarybug/{name}", data)
    return made.getvalue()


def title_of(data):
    """The title in a bundle, or nil if the bytes are no bundle."""
    if not data or not data.startswith(b"PK\3\4"):
        return None
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return plistlib.loads(archive.read("3.scarybug/data.plist"))["$objects"][2]


class Author:
    """Writes random messages, and knows the titles of the bundles in them."""

    def __init__(self, dice):
        self.dice, self.count = dice, 0

    def message(self, depth=0):
        dice = self.dice
        message = EmailMessage(policy=email.policy.SMTP if dice.random() < 0.5 else email.policy.default)
        message["From"], message["To"] = "a@example.org", "b@example.org"
        message["Subject"] = dice.choice(WORDS).replace("\n", " ")
        titles = []
        message.set_content(dice.choice(WORDS), cte=dice.choice(["quoted-printable", "base64"]))
        if dice.random() < 0.4:
            message.add_alternative(f"<p>{dice.choice(WORDS)}</p>", subtype="html")
        for _ in range(dice.randrange(4)):
            kind = dice.randrange(4)
            if kind == 0 and depth < 4:
                inner, more = self.message(depth + 1)
                message.add_attachment(inner)
                titles += more
            elif kind == 1:
                message.add_attachment(dice.randbytes(30), "image", "jpeg", filename="a.jpg")
            else:
                titles.append(self.attach(message))
        return message, titles

    def attach(self, message):
        dice = self.dice
        self.count += 1
        title = f"{dice.choice(['Wolf Spider', 'Käfer', '蜘蛛'])} {self.count}"
        types = [("application", "zip"), ("application", "octet-stream"), ("text", "x-plain"), ("image", "png")]
        message.add_attachment(
            bundle(title), *dice.choice(types), cte=dice.choice(["base64", "quoted-printable"]),
            filename=dice.choice([f"{title}.scarybug", f"{title}.zip", "a" * 300, "data"]),
            disposition=dice.choice(["attachment", "inline"]))  # fmt: skip
        return title


def python_finds(data):
    parts = email.message_from_bytes(data, policy=email.policy.default).walk()
    contents = [part.get_payload(decode=True) for part in parts if not part.is_multipart()]
    return [title for title in map(title_of, contents) if title]


def gmime_finds(data):
    stream = GMime.StreamMem.new_with_buffer(data)
    message = GMime.Parser.new_with_stream(stream).construct_message(None)
    found = []
    collect(message.get_mime_part(), found)
    return found


def collect(part, found):
    if isinstance(part, GMime.Multipart):
        for index in range(part.get_count()):
            collect(part.get_part(index), found)
    elif isinstance(part, GMime.MessagePart):
        collect(part.get_message().get_mime_part(), found)
    elif isinstance(part, GMime.Part):
        memory = GMime.StreamMem.new()
        part.get_content().write_to_stream(memory)
        title = title_of(bytes(memory.get_byte_array()))
        found += [title] if title else []


def main(program, count="200", seed=None):
    seed = seed or str(random.SystemRandom().randrange(1_000_000))
    folder = Path(tempfile.mkdtemp(prefix="scarybug-oracles-"))
    environment = {"SCARYBUG_HOME": str(folder / "home"), "HOME": str(folder), "XDG_CACHE_HOME": str(folder),
                   "LC_ALL": "C.UTF-8", "PATH": os.environ["PATH"]}  # fmt: skip
    bundles = failures = 0
    for number in range(int(count)):
        message, titles = Author(random.Random(f"{seed}/{number}")).message()
        # A mailing list adds a footer.
        data = message.as_bytes() + random.Random(number).choice([b"", b"_____\nbugs@lists.example.org\n"])
        (folder / "message.eml").write_bytes(data)
        said = subprocess.run(
            [program, "--user", "alice", "--json", "preview", folder / "message.eml"], env=environment,
            capture_output=True, text=True,
        )  # fmt: skip
        finders = {"ScaryBugs": [json.loads(line)["title"] for line in said.stdout.splitlines()]}
        finders["email"] = python_finds(data)
        if GMime:
            finders["GMime"] = gmime_finds(data)
        bundles += len(titles)
        for name, found in finders.items():
            if found != titles:
                failures += 1
                print(f"{seed}/{number}: {name} finds {found} instead of {titles}: {said.stderr}")
    others = "Python's email" + (" and GMime" if GMime else "; GMime is not here")
    print(f"{count} messages with {bundles} bundles, seed {seed}, compared with {others}: {failures} failures")
    shutil.rmtree(folder)
    sys.exit(failures > 0)


if __name__ == "__main__":
    main(*sys.argv[1:])
