"""Hostile documents: data files, pictures, and many at once."""

import os
import plistlib
import struct
import zipfile
import zlib

import inputs
from hostile import MB, hostile


# MARK: Data files

def data_file(form):
    def write(path):
        inputs.bundle(path, form())
    write.__name__ = form.__name__
    return hostile("scarybug", can_be_dropped=True)(write)


def many_objects():
    return inputs.document(**{f"X{i}": i + 0.5 for i in range(150_000)})


def xml_data(text):
    return ("<plist><dict>" + text + "</dict></plist>").encode().ljust(16 * MB - 1)


@data_file
def data_of_true():
    return b"<plist><array>" + b"<true/>" * (2 * MB) + b"</array></plist>"


@data_file
def data_of_texts():
    return b"<plist><array>" + b"<string>a</string>" * 900_000 + b"</array></plist>"


@data_file
def data_of_keys():
    return xml_data("".join(f"<key>{i}</key><true/>" for i in range(600_000)))


@data_file
def data_of_a_long_text():
    return inputs.document(X="x" * (15 * MB))


@data_file
def data_of_a_long_unicode_text():
    return inputs.document(X="\u87f2" * (7 * MB))


@data_file
def data_of_one_shared_text():
    """3,000 keys with the same text, which is stored once, in the form of a mutable string."""
    fields = {f"X{i}": plistlib.UID(4) for i in range(3_000)}
    root = {"Title": "Moth", "Rating": 2.5, "$class": plistlib.UID(2)} | fields
    data = inputs.archive(
        [root, inputs.class_object("ScaryBugData", "NSObject"),
         inputs.class_object("NSMutableString", "NSString", "NSObject"),
         {"NS.bytes": b"x" * MB, "$class": plistlib.UID(3)}], 1)
    data["$top"] = {"Data": plistlib.UID(1)}
    return inputs.plist(data)


@data_file
def data_of_many_objects():
    return many_objects()


@data_file
def data_of_bytes():
    return inputs.document(X=b"\0" * (15 * MB))


@data_file
def long_title():
    return inputs.document("x" * (15 * MB))


# MARK: Pictures

def picture(name, content):
    def write(path):
        inputs.bundle(path, inputs.document(), [
            ("fullImage.jpg", content()), ("thumbImage.jpg", content()[:MB])], zipfile.ZIP_STORED)
    write.__name__ = f"picture_of_{name}"
    hostile("scarybug", can_be_dropped=True)(write)


picture("markers", lambda: b"\xff\xd8" + b"\xff" * (8 * MB))
picture("segments", lambda: b"\xff\xd8" + b"\xff\xe1\0\2" * (2 * MB))
picture("chunks", lambda: b"\x89PNG\r\n\x1a\n" + 600_000 * (
    b"\0\0\0\0tEXt" + struct.pack(">I", zlib.crc32(b"tEXt"))))
picture("nothing", lambda: b"")
picture("avif", lambda: b"\0\0\0 ftypavif" + b"\0" * MB)
picture("directories", lambda: b"II*\0\x08\0\0\0" + b"\xff\xff" + b"\0" * (4 * MB))


# MARK: Several at once

@hostile("many")
def four_of_zeros(path):
    path.mkdir()
    for i in range(4):
        inputs.bundle(path / f"{i}.scarybug", inputs.document(), [("zeros", b"\0" * (200 * MB))])


@hostile("many")
def four_of_keys(path):
    path.mkdir()
    for i in range(4):
        inputs.bundle(path / f"{i}.scarybug", many_objects())


@hostile("many")
def four_of_texts(path):
    path.mkdir()
    for i in range(4):
        inputs.bundle(path / f"{i}.scarybug", inputs.document(X="\u87f2" * (7 * MB)))


@hostile("many")
def four_dictionaries(path):
    path.mkdir()
    for i in range(4):
        inputs.bundle(path / f"{i}.scarybug", inputs.plist({f"k{k}": k for k in range(450_000)}))


@hostile("many")
def thousands_of_bad_bundles(path):
    path.mkdir()
    for i in range(5_000):
        (path / f"{i}.scarybug").write_bytes(b"PK\3\4" + b"x" * 100)


@hostile("directory")
def directory_of_bad_documents(path):
    for i in range(5_000):
        document = path / f"{i + 1}.scarybug"
        document.mkdir(parents=True)
        (document / "data.plist").write_bytes(b"bplist00")


@hostile("directory")
def directory_of_litter(path):
    path.mkdir()
    for i in range(50_000):
        (path / f"file{i}.scarybug").touch()


@hostile("directory")
def directory_of_files(path):
    path.mkdir()
    (path / "data.plist").write_bytes(inputs.document())
    for i in range(50_000):
        (path / f"file{i}").touch()


@hostile("directory")
def directory_of_keys(path):
    """Documents that each hold the memory of many values."""
    data = many_objects()
    for i in range(8):
        document = path / f"{i + 1}.scarybug"
        document.mkdir(parents=True)
        (document / "data.plist").write_bytes(data)


@hostile("directory")
def directory_of_a_sparse_file(path):
    document = path / "1.scarybug"
    document.mkdir(parents=True)
    (document / "data.plist").write_bytes(inputs.document())
    os.truncate(os.open(document / "zeros", os.O_CREAT | os.O_WRONLY), 1 << 40)
