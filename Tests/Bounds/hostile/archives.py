"""Hostile archives of documents: property lists and keyed archives."""

import plistlib
import struct

import inputs
from exchange import plist
from hostile import MB, hostile

@hostile("plist")
def shared_titles(path):
    """Titles whose elements are one shared string."""
    plist(path, inputs.titles(["x" * MB] * 300))


@hostile("plist", has_many=True)
def shared_short_titles(path):
    plist(path, inputs.titles(["x" * 4_000] * 90_000))


@hostile("plist", has_many=True)
def many_titles(path):
    plist(path, inputs.titles(inputs.word(i) for i in range(100_000)))


@hostile("plist")
def shared_notes(path):
    """Books that share one long text."""
    plist(path, inputs.books(1_000, notes="n" * MB))


@hostile("plist", has_many=True)
def distinct_books_with_shared_notes(path):
    plist(path, inputs.books(90_000, notes="word " * 600))


@hostile("plist")
def archive_of_shared_title_and_tags(path):
    """Books whose tags are one array of one string, ten thousand times."""
    archive = inputs.books(1_000)
    objects = archive["$objects"]
    objects.append("t" * 1_000)
    tag = plistlib.UID(len(objects) - 1)
    objects.append({"NS.objects": [tag] * 1_000, "$class": plistlib.UID(2)})
    tags = plistlib.UID(len(objects) - 1)
    for item in objects:
        if isinstance(item, dict) and "pageCount" in item:
            item["categories"] = tags
    plist(path, archive)


def plist(path, value):
    path.write_bytes(plistlib.dumps(value, fmt=plistlib.FMT_BINARY))


def references(count):
    """A property list that is one array of references to one value."""
    list = inputs.BinaryPlist()
    value = list.add(b"\x09")
    return list.data(list.repeated(value, count))


@hostile("scarybug", can_be_dropped=True)
def bundle_of_references(path):
    inputs.bundle(path, references(4_000_000))


@hostile("plist")
def archive_of_references(path):
    path.write_bytes(references(2_400_000))


def arrays_of_arrays(count):
    """Arrays of references to arrays of references, whose values are a thousand millions."""
    list = inputs.BinaryPlist()
    value = list.add(b"\x09")
    for _ in range(count):
        value = list.repeated(value, 1_000)
    return list.data(value)


@hostile("scarybug", can_be_dropped=True)
def bundle_of_arrays_of_arrays(path):
    inputs.bundle(path, arrays_of_arrays(4))


@hostile("plist")
def archive_of_arrays_of_arrays(path):
    path.write_bytes(arrays_of_arrays(4))


def keyed_references(count):
    """A keyed archive whose list of tags has one shared string."""
    list = inputs.BinaryPlist()
    uids = {}

    def uid(index):
        return uids.setdefault(index, list.uid(index))

    null, title = list.text("$null"), list.text("Moth")
    bug_class = list.dictionary([("$classname", list.text("ScaryBugData"))])
    array_class = list.dictionary([("$classname", list.text("NSArray"))])
    tag = list.text("tag")
    tags = list.dictionary([("NS.objects", list.repeated(uid(4), count)), ("$class", uid(3))])
    rating = list.add(b"\x22\x40\x20\x00\x00")
    root = list.dictionary(
        [("Title", uid(1)), ("Rating", rating), ("Tags", uid(5)), ("$class", uid(2))])
    objects = list.array([null, title, bug_class, array_class, tag, tags, root])
    top = list.dictionary([("Data", uid(6))])
    return list.data(
        list.dictionary(
            [("$version", list.add(b"\x12\x00\x01\x86\xa0")), ("$objects", objects),
             ("$archiver", list.text("NSKeyedArchiver")), ("$top", top)]))


@hostile("scarybug", can_be_dropped=True)
def bundle_of_one_tag(path):
    inputs.bundle(path, keyed_references(900_000))


@hostile("plist")
def archive_of_one_tag(path):
    path.write_bytes(keyed_references(2_400_000))


@hostile("plist")
def wide_dictionary(path):
    list = inputs.BinaryPlist()
    value = list.add(b"\x09")
    path.write_bytes(list.data(list.dictionary([(inputs.word(i), value) for i in range(400_000)])))


@hostile("plist")
def equal_keys(path):
    list = inputs.BinaryPlist()
    value, key, count = list.add(b"\x09"), list.text("key"), 1_200_000
    top = list.add(
        list.count(0xD0, count) + list.reference(key) * count + list.reference(value) * count)
    path.write_bytes(list.data(top))


@hostile("plist")
def colliding_keys(path):
    """Keys of a dictionary that differ only in Unicode normal form."""
    list = inputs.BinaryPlist()
    value = list.add(b"\x09")
    keys = ["e\u0301" * (i % 700) + "\u00e9" * (i // 700) for i in range(6_000)]
    path.write_bytes(list.data(list.dictionary([(key, value) for key in keys])))


@hostile("plist")
def class_chain(path):
    """An object whose class is an object, and so on."""
    objects = [{"$class": plistlib.UID(i + 2)} for i in range(200_000)]
    plist(path, inputs.archive(objects + [{"$class": plistlib.UID(1)}], 1))


def book_with(name, value, *rest):
    """An archive of one book with a value under a key."""
    objects = [inputs.class_object("Book", "NSObject"), "Title", *rest]
    objects.append(
        {"title": plistlib.UID(2), "pageCount": 1, name: value, "$class": plistlib.UID(1)})
    return inputs.archive(objects, len(objects))


def doubling(depth, leaf="leaf"):
    """Arrays that each hold the next one twice. Object 3 is the class, 4 the first array."""
    arrays = [
        {"NS.objects": [plistlib.UID(5 + i)] * 2, "$class": plistlib.UID(3)} for i in range(depth)]
    return [inputs.class_object("NSArray", "NSObject"), *arrays, leaf]


@hostile("plist")
def doubling_in_an_unknown_key(path):
    plist(path, book_with("X", plistlib.UID(4), *doubling(100)))


@hostile("plist")
def doubling_in_tags(path):
    plist(path, book_with("categories", plistlib.UID(4), *doubling(100)))


@hostile("scarybug", can_be_dropped=True)
def doubling_in_a_bundle(path):
    objects = [inputs.class_object("ScaryBugData", "NSObject"), "Title", *doubling(120)]
    objects.append({
        "Title": plistlib.UID(2), "Rating": 2.0, "X": plistlib.UID(4), "$class": plistlib.UID(1)})
    archive = inputs.archive(objects, len(objects))
    archive["$top"] = {"Data": plistlib.UID(len(objects))}
    inputs.bundle(path, inputs.plist(archive))


@hostile("plist")
def array_that_holds_itself(path):
    array = [inputs.class_object("NSArray", "NSObject"),
             {"NS.objects": [plistlib.UID(4)] * 900_000, "$class": plistlib.UID(3)}]
    plist(path, book_with("X", plistlib.UID(4), *array))


@hostile("plist")
def overlapping_texts(path):
    """Texts that share their bytes in the file: each begins inside the one before."""
    count, length = 600_000, 0x00101010
    body = b"bplist00" + (b"\x5f\x12" + struct.pack(">I", length)) * count + b"x" * length
    array = len(body)
    body += b"\xaf\x12" + struct.pack(">I", 200_000) + b"".join(
        struct.pack(">I", i) for i in range(1, 200_001))
    table = len(body)
    offsets = [array, *(8 + 6 * i for i in range(200_000))]
    body += b"".join(struct.pack(">I", offset) for offset in offsets)
    path.write_bytes(body + b"\0" * 6 + bytes([4, 4]) + struct.pack(">QQQ", len(offsets), 0, table))


def trailer(path, count, top, table, sizes=(8, 8), body=b"\0" * 1_000):
    path.write_bytes(
        b"bplist00" + body + b"\0" * 6 + bytes(sizes) + struct.pack(">QQQ", count, top, table))


@hostile("plist")
def objects_beyond_number(path):
    trailer(path, (1 << 61) + 1, 0, 8)


@hostile("plist")
def offsets_beyond_number(path):
    trailer(path, 100, 0, (1 << 63) - 8)


@hostile("plist")
def counts_beyond_number(path):
    """Arrays and texts whose counts are near 2^63."""
    body = b"".join(
        bytes([kind]) + b"\x13" + struct.pack(">Q", (1 << 63) - 1 - i)
        for i, kind in enumerate(b"\xaf\xdf\x5f\x6f\x4f\xcf" * 50_000))
    offsets = b"".join(struct.pack(">I", 8 + 10 * i) for i in range(300_000))
    path.write_bytes(
        b"bplist00" + body + offsets + b"\0" * 6 + bytes([4, 4])
        + struct.pack(">QQQ", 300_000, 0, 8 + len(body)))


@hostile("plist", has_many=True)
def books_with_shared_categories(path):
    archive = inputs.books(60_000)
    objects = archive["$objects"]
    objects += ["tag", {"NS.objects": [plistlib.UID(len(objects))] * 10, "$class": plistlib.UID(2)}]
    for item in objects:
        if isinstance(item, dict) and "pageCount" in item:
            item["categories"] = plistlib.UID(len(objects) - 1)
    plist(path, archive)


@hostile("plist", has_many=True)
def books_of_ligatures(path):
    """Titles that become 18 times as long when they are folded."""
    plist(path, inputs.books(45_000, title=lambda i: "\uFDFA" * 70 + str(i)))


@hostile("plist")
def books_of_other_classes(path):
    objects = []
    for i in range(30_000):
        objects += [
            inputs.class_object(f"Class{i}" + "x" * 100, "NSObject"),
            {"$class": plistlib.UID(2 * i + 1)}]
    elements = [plistlib.UID(2 * i + 2) for i in range(30_000)]
    objects += [
        inputs.class_object("NSArray"), {"NS.objects": elements, "$class": plistlib.UID(60_001)}]
    plist(path, inputs.archive(objects, len(objects)))
