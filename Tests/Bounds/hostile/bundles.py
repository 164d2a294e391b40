"""Hostile bundles: ZIP files, names, serialized wrappers."""

import gzip
import struct
import zipfile

import inputs
from hostile import MB, hostile


@hostile("scarybug")
def zeros_in_a_bundle(path):
    inputs.bundle(path, inputs.document(), [("zeros", b"\0" * (300 * MB))])


@hostile("scarybug")
def zeros_in_a_tar(path):
    inputs.tar(path, inputs.document(), [("zeros", b"\0" * (240 * MB))])


@hostile("scarybug", can_be_dropped=True)
def many_files(path):
    inputs.bundle(path, inputs.document(), [(f"file{i}", b"x") for i in range(995)])


@hostile("scarybug")
def too_many_files(path):
    inputs.bundle(path, inputs.document(), [(f"file{i}", b"x") for i in range(60_000)])


@hostile("scarybug")
def litter(path):
    with zipfile.ZipFile(path, "w") as archive:
        for i in range(60_000):
            archive.writestr(f"__MACOSX/{i}", b"")


@hostile("scarybug")
def tar_of_directories(path):
    inputs.tar(path, inputs.document(), [(f"d{i}/", b"") for i in range(100_000)])


@hostile("scarybug")
def large_pax_header(path):
    inputs.tar(path, inputs.document(), pax_headers={"comment": "x" * (60 * MB)})


@hostile("scarybug")
def wrapper_of_many(path):
    inputs.wrapper(path, inputs.document(), [(f"file{i}", b"") for i in range(200_000)])


@hostile("scarybug")
def data_file_of_zeros(path):
    inputs.bundle(path, b"\0" * (250 * MB))


# MARK: Names

def names(path, name, count=990):
    inputs.bundle(path, inputs.document(), [(name(i), b"") for i in range(count)])


@hostile("scarybug", can_be_dropped=True)
def names_of_marks(path):
    marks = "\u0316\u0301\u0327\u0308"
    names(path, lambda i: "a" + "".join(marks[i >> 2 * bit & 3] for bit in range(6)) * 20)


@hostile("scarybug", can_be_dropped=True)
def names_of_ligatures(path):
    names(path, lambda i: "\uFDFA" * 80 + str(i))


@hostile("scarybug")
def names_in_two_cases(path):
    names(path, lambda i: "".join("aA"[i >> bit & 1] for bit in range(10)))


@hostile("scarybug")
def long_names(path):
    names(path, lambda i: "x" * 60_000 + str(i), 80)


# MARK: ZIP

@hostile("scarybug")
def overlapping_entries(path):
    """Entries that all have the same compressed bytes."""
    inputs.bundle(path, inputs.document(), [("zeros", b"\0" * (60 * MB))])
    data = path.read_bytes()
    end = data.rindex(b"PK\5\6")
    start = struct.unpack("<I", data[end + 16:end + 20])[0]
    record = data.rindex(b"PK\1\2", 0, end)
    entries = data[start:record] + b"".join(
        data[record:record + 46] + f"1.scarybug/z{i:04}".encode() for i in range(990))
    tail = bytearray(data[end:])
    tail[8:12] = struct.pack("<HH", 991, 991)
    tail[12:16] = struct.pack("<I", len(entries))
    path.write_bytes(data[:start] + entries + tail)


@hostile("scarybug")
def zip64_of_many(path):
    """A ZIP64 end record that counts 2^62 entries."""
    body = b"PK\3\4" + b"\0" * 100
    record = b"PK\6\6" + struct.pack(
        "<QHHIIQQQQ", 44, 45, 45, 0, 0, 1 << 62, 1 << 62, 1 << 62, 4)
    locator = b"PK\6\7" + struct.pack("<IQI", 0, len(body), 1)
    path.write_bytes(body + record + locator + b"PK\5\6" + struct.pack(
        "<HHHHIIH", 0, 0, 0xFFFF, 0xFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0))


@hostile("scarybug")
def zip64_sizes(path):
    """Entries whose ZIP64 fields say 2^62 bytes."""
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("1.scarybug/data.plist", inputs.document())
        for i in range(500):
            info = zipfile.ZipInfo(f"1.scarybug/f{i}")
            info.extra = struct.pack("<HHQQ", 1, 16, 1 << 62, 1 << 62)
            archive.writestr(info, b"x")
    data = bytearray(path.read_bytes())
    place = data.find(b"PK\1\2", data.find(b"PK\1\2") + 1)
    while place >= 0:
        data[place + 20:place + 28] = b"\xff" * 8
        place = data.find(b"PK\1\2", place + 1)
    path.write_bytes(data)


@hostile("scarybug")
def extra_fields(path):
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("1.scarybug/data.plist", inputs.document())
        for i in range(80):
            info = zipfile.ZipInfo(f"1.scarybug/f{i}")
            info.extra = struct.pack("<HH", 0x9999, 0) * 15_000
            archive.writestr(info, b"")


@hostile("scarybug")
def end_records(path):
    """Many ends of a ZIP, whose comments do not fit."""
    inputs.bundle(path, inputs.document())
    path.write_bytes(path.read_bytes() + (b"PK\5\6" + b"\0" * 16 + b"\xff\xff") * 400_000)


@hostile("scarybug")
def encrypted(path):
    inputs.bundle(path, inputs.document(), [(f"f{i}", b"x") for i in range(900)])
    data = bytearray(path.read_bytes())
    for mark, offset in ((b"PK\3\4", 6), (b"PK\1\2", 8)):
        place = data.find(mark)
        while place >= 0:
            data[place + offset] |= 1
            place = data.find(mark, place + 1)
    path.write_bytes(data)


@hostile("scarybug")
def archive_in_archives(path):
    inner = path.with_name("inner")
    inputs.bundle(inner, inputs.document(), [("zeros", b"\0" * (200 * MB))])
    for _ in range(20):
        files = [(f"{i}.scarybug", inner.read_bytes()) for i in range(9)]
        inputs.bundle(path, inputs.document(), files, zipfile.ZIP_STORED)
        if path.stat().st_size > MB:
            break
        inner.write_bytes(path.read_bytes())
    inner.unlink()


# MARK: Wrappers

def wrapper(path, body):
    with gzip.open(path, "wb") as file:
        for part in body:
            file.write(part)


def integers(*values):
    return struct.pack(f"<{len(values)}I", *values)


@hostile("sbz")
def padding(path):
    """A data file behind padding of 2 GB."""
    data = inputs.document()
    size = 1 << 31
    wrapper(path, [
        b"rtfd", integers(0, 3, 1, 10), b"data.plist", integers(size + len(data) & 0xFFFFFFFF),
        integers(1, 0x80000000, len(data), size), *([b"\0" * (16 * MB)] * 128), data])


@hostile("sbz")
def entries_beyond_number(path):
    wrapper(path, [b"rtfd", integers(0, 3, 0xFFFFFFFF), (integers(4) + b"abcd") * 1_000_000])


@hostile("sbz")
def names_beyond_number(path):
    wrapper(path, [b"rtfd", integers(0, 3, 1, 0xFFFFFFFF), *([b"a" * MB] * 500)])


@hostile("sbz")
def nested_directories(path):
    level = integers(1, 1) + b"a" + integers(0x7FFFFFFF, 3)
    wrapper(path, [b"rtfd", integers(0, 3), level * 500_000])


@hostile("sbz")
def same_names(path):
    inputs.wrapper(path, inputs.document(), [("a", b"x")] * 900)


@hostile("sbz")
def large_entries(path):
    inputs.wrapper(path, inputs.document(), [(f"z{i}", b"\0" * (50 * MB)) for i in range(6)])
