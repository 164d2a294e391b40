"""Makes files of any size: good ones, and ones that ask for much more than they hold."""

import gzip
import io
import json
import plistlib
import struct
import tarfile
import zipfile

SORTED = ["title", "rating", "seen", "species", "created", "number"]
COUNTED = [
    "tag", "place", "species", "kind", "rating", "seen:year", "seen:day", "title", "notes",
    "observer"]
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def word(number):
    """A word of its own for each number."""
    letters = LETTERS[number % 26]
    while number >= 26:
        number //= 26
        letters += LETTERS[number % 26]
    return letters


def words(count):
    return " ".join(word(i) for i in range(count))


# MARK: Tables


def csv(path, rows, columns=("title",), encoding="utf-8"):
    with open(path, "w", encoding=encoding, newline="") as file:
        file.write(",".join(columns) + "\n")
        for row in rows:
            file.write(",".join('"' + str(cell).replace('"', '""') + '"' for cell in row) + "\n")


def json_lines(path, rows):
    with open(path, "w", encoding="utf-8") as file:
        for row in rows:
            file.write(json.dumps(row, ensure_ascii=False) + "\n")


def catalogue(count):
    """Rows as a person keeps them."""
    for i in range(count):
        yield {
            "title": f"Beetle {word(i)}", "rating": i % 11 / 2,
            "tags": [f"tag{i % 50}", f"group{i % 7}"],
            "notes": f"Found under stone {i}. {words(20)}", "place": f"Place {i % 100}",
            "species": f"Genus{i % 300} species{i % 900}",
            "seen": f"{1900 + i % 120}-06-0{1 + i % 9}",
        }


def library(count):
    for i in range(count):
        yield {
            "kind": "book", "title": f"Book {i}", "author": f"Author {i % 100}",
            "pageCount": i % 900}


def same_titles(count):
    for _ in range(count):
        yield {"title": "Moth"}


def long_titles(count):
    """Titles that are equal where they are cut."""
    for i in range(count):
        yield {"title": "x" * 300 + str(i)}


def similar_titles(count):
    """Titles that meet the names made for others."""
    for i in range(count):
        yield {"title": ["Moth", f"Moth {i}", "moth", f"MOTH {i // 2}"][i % 4]}


# MARK: Property lists


class BinaryPlist:
    """A binary property list whose objects share others freely, as plistlib cannot write it."""

    def __init__(self, reference_size=4):
        self.size, self.objects = reference_size, []

    def add(self, data):
        self.objects.append(data)
        return len(self.objects) - 1

    def count(self, kind, count):
        return bytes([kind | min(count, 15)]) + (
            b"" if count < 15 else b"\x12" + struct.pack(">I", count))

    def reference(self, index):
        return index.to_bytes(self.size, "big")

    def text(self, text):
        if text.isascii():
            return self.add(self.count(0x50, len(text)) + text.encode())
        data = text.encode("utf-16-be")
        return self.add(self.count(0x60, len(data) // 2) + data)

    def uid(self, value):
        return self.add(b"\x83" + struct.pack(">I", value))

    def array(self, references):
        return self.add(
            self.count(0xA0, len(references)) + b"".join(map(self.reference, references)))

    def repeated(self, reference, count):
        return self.add(self.count(0xA0, count) + self.reference(reference) * count)

    def dictionary(self, pairs):
        keys = [self.text(key) for key, _ in pairs]
        return self.add(
            self.count(0xD0, len(pairs)) + b"".join(map(self.reference, keys))
            + b"".join(self.reference(value) for _, value in pairs))

    def data(self, top):
        body, offsets = bytearray(b"bplist00"), []
        for item in self.objects:
            offsets.append(len(body))
            body += item
        table = len(body)
        body += b"".join(struct.pack(">I", offset) for offset in offsets)
        return bytes(body) + b"\0" * 6 + bytes([4, self.size]) + struct.pack(
            ">QQQ", len(offsets), top, table)


def plist(value, format=plistlib.FMT_BINARY):
    return plistlib.dumps(value if format == plistlib.FMT_BINARY else with_keys(value), fmt=format)


def with_keys(value):
    """The value as Apple writes it in XML, where a reference is a dictionary."""
    if isinstance(value, plistlib.UID):
        return {"CF$UID": value.data}
    if isinstance(value, dict):
        return {key: with_keys(item) for key, item in value.items()}
    return [with_keys(item) for item in value] if isinstance(value, list) else value


def archive(objects, root):
    """A keyed archive. `objects` are those after $null; `root` is the index of the root."""
    return {
        "$version": 100000, "$archiver": "NSKeyedArchiver", "$top": {"root": plistlib.UID(root)},
        "$objects": ["$null", *objects],
    }


def class_object(*names):
    return {"$classname": names[0], "$classes": list(names)}


def books(count, title=lambda i: f"Book {i}", notes=None):
    """An archive of an array of books."""
    objects = [class_object("Book", "NSObject"), class_object("NSArray", "NSObject")]
    elements = []
    for i in range(count):
        objects.append(title(i))
        book = {"title": plistlib.UID(len(objects)), "pageCount": 10, "$class": plistlib.UID(1)}
        if notes:
            objects.append(notes(i) if callable(notes) else notes)
            book["Notes"] = plistlib.UID(len(objects))
        objects.append(book)
        elements.append(plistlib.UID(len(objects)))
    objects.append({"NS.objects": elements, "$class": plistlib.UID(2)})
    return archive(objects, len(objects))


def titles(texts):
    """An archive of an array of titles. Equal ones in a row are one object."""
    objects, elements = [class_object("NSArray", "NSObject")], []
    for text in texts:
        if not elements or objects[-1] != text:
            objects.append(text)
        elements.append(plistlib.UID(len(objects)))
    objects.append({"NS.objects": elements, "$class": plistlib.UID(1)})
    return archive(objects, len(objects))


def document(title="Moth", tags=None, format=plistlib.FMT_BINARY, **fields):
    """The data file of a bug, with further objects such as `Notes`."""
    objects, root = [class_object("ScaryBugData", "NSObject")], {}

    def add(value):
        objects.append(value)
        return plistlib.UID(len(objects))

    root["Title"] = add(title)
    root["Rating"] = 2.5
    if tags is not None:
        list_class = add(class_object("NSArray", "NSObject"))
        root["Tags"] = add({"NS.objects": [add(tag) for tag in tags], "$class": list_class})
    for key, value in fields.items():
        root[key] = add(value)
    root["$class"] = plistlib.UID(1)
    result = archive(objects + [root], len(objects) + 1)
    result["$top"] = {"Data": plistlib.UID(len(objects) + 1)}
    return plist(result, format)


# MARK: Bundles


def bundle(path, data, files=(), compression=zipfile.ZIP_DEFLATED):
    with zipfile.ZipFile(path, "w", compression) as archive:
        archive.writestr("1.scarybug/data.plist", data)
        for name, content in files:
            archive.writestr(f"1.scarybug/{name}", content)


def tar(path, data, files=(), mode="w:gz", pax_headers=None):
    with tarfile.open(path, mode, format=tarfile.PAX_FORMAT) as archive:
        for name, content in [("data.plist", data), *files]:
            info = tarfile.TarInfo(f"1.scarybug/{name}")
            info.size = len(content)
            info.pax_headers = pax_headers or {}
            archive.addfile(info, io.BytesIO(content))


def wrapper(path, data, files=()):
    """The form that the apps mail: gzip around a serialized file wrapper."""

    def integer(value):
        return struct.pack("<I", value)

    entries = [("data.plist", data), *files]
    body = integer(len(entries)) + b"".join(
        integer(len(name)) + name.encode() for name, _ in entries)
    bodies = [integer(1) + integer(len(content)) + content for _, content in entries]
    body += b"".join(integer(len(entry)) for entry in bodies) + b"".join(bodies)
    with gzip.open(path, "wb") as file:
        file.write(b"rtfd" + integer(0) + integer(3) + body)
