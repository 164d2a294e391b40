"""Reads the files on disk without the program, to compare them with the program's reports."""

import email
import email.policy
import hashlib
import io
import plistlib
import re
import zipfile
from pathlib import Path

# Keys with unpredictable values.
VOLATILE = {"Identifier", "Created", "Modified", "Version", "ImageName"}
KINDS = {"ScaryBugData": "bug", "ScaryCreatureData": "creature", "Book": "book"}
SUFFIXES = {"bug": "scarybug", "creature": "scarycreature", "book": "book"}


# A search path without the program that makes thumbnails, since no random bytes are a picture. The program
# warns of that.
NO_PROGRAMS = "/nonexistent"
NO_THUMBNAILS = "no thumbnails"
# What the program may tell in these tests: that, that it waits for another session, what the first bundle
# tells, what a merge leaves to be chosen, what a restore leaves out, and hints.
USUAL = (
    rf"{NO_THUMBNAILS}|waiting for process \d+, which|bundles tell who changed what|'resolve \d+ "
    r"|'count by title' counts|'undo', then 'import --update'"
    r"|not restored: what was exchanged"
)


class Finding(Exception):
    """A failed check."""


def digest(data):
    return hashlib.sha256(data).hexdigest()[:12]


def unarchived(data):
    """The root of a keyed archive as plain values."""
    archive = plistlib.loads(data)
    objects = archive["$objects"]

    def value(of):
        if isinstance(of, plistlib.UID):
            of = objects[of.data]
        if isinstance(of, dict) and "NS.keys" in of:
            return dict(zip(map(value, of["NS.keys"]), map(value, of["NS.objects"])))
        if isinstance(of, dict) and "NS.objects" in of:
            return [value(element) for element in of["NS.objects"]]
        if isinstance(of, dict) and "$classname" in of:
            return of["$classname"]
        if isinstance(of, dict):
            return {key: value(inner) for key, inner in of.items() if key not in VOLATILE}
        return of

    return value(next(iter(archive["$top"].values())))


def document(files):
    """A document as one value: the contents of its data file, and digests of its other files."""
    data = [files.pop(name) for name in ["data.plist", "Data.plist"] if name in files]
    if len(data) != 1:
        raise Finding(f"it has {len(data)} data files")
    # Keys with a tilde tell who changed what, and hold the other values of conflicts.
    fields = {
        key.lower(): value for key, value in unarchived(data[0]).items() if value and "~" not in key
    }
    kind = KINDS[fields.pop("$class")]
    return {"kind": kind} | fields | {name: digest(inner) for name, inner in files.items()}


def directory(path):
    return document({file.name: file.read_bytes() for file in path.iterdir()})


def bundle(path):
    with zipfile.ZipFile(path) as archive:
        names = [name for name in archive.namelist() if not name.endswith("/")]
        # Reading checks lengths and checksums.
        files = {name.partition("/")[2]: archive.read(name) for name in names}
    if len(files) != len(names):
        raise Finding(f"it holds {names}")
    return document(files)


def message(path):
    """The document of a message with one bundle."""
    content = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
    attached, = content.iter_attachments()
    if content.defects or attached.defects:
        raise Finding(f"it is half a message: {content.defects}, {attached.defects}")
    return bundle(io.BytesIO(attached.get_content()))


def reading(path, body):
    try:
        return body(path)
    except Exception as error:
        raise Finding(f"{path}: {error!r}") from error


def shared(work):
    """The bundles in a shared folder but the friend's. The names have random keys and identifiers."""
    return [path for path in work.glob("share/alice-*/*.scarybug") if not path.name.startswith(".")]


def world(home, work, folders):
    """All users' documents and preferences, and all exported and shared files, by place."""
    found = {}
    for user in sorted(home.glob("users/*")):
        for path in (user / "Private Documents").glob("*"):
            match = re.fullmatch(r"([1-9][0-9]*)\.([a-z]+)", path.name)
            if not match:
                raise Finding(f"{path} is no document")
            place = (user.name, int(match[1]))
            if place in found:
                raise Finding(f"{path} has a number that another document has")
            found[place] = reading(path, directory)
            if match[2] != SUFFIXES[found[place]["kind"]]:
                raise Finding(f"{path} holds a {found[place]['kind']}")
        choices = user / "preferences.plist"
        if choices.exists():
            for what, values in reading(choices, lambda it: unarchived(it.read_bytes())).items():
                if isinstance(values, dict):
                    found |= {(user.name, what, name): value for name, value in values.items()}
    for path in home.glob("inboxes/*/*/*"):
        if path.parent.name != "tmp":
            document = reading(path, message)
            state = "accepted" if "S" in path.name.partition(":2,")[2] else "new"
            found[("inbox", path.parts[-3], document["title"])] = [document, state]
    for folder in folders:
        for path in (work / folder).iterdir():
            if not path.name.startswith("."):
                found[("export", f"{folder}/{path.name}")] = reading(path, directory if path.is_dir() else bundle)
    for path in shared(work):
        document = reading(path, bundle)
        place = ("share", document["title"])
        if place in found:
            raise Finding(f"{path} is shared twice")
        found[place] = document
    return found


def litter(home, work, folders):
    """Temporary files that sessions made and didn't remove."""
    staged = [path for user in home.glob("users/*") for path in user.glob("Staging/*")]
    places = [work] + [work / folder for folder in folders] + list(work.glob("share/*"))
    return staged + [path for place in places for path in place.glob(".*")]
