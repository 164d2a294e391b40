"""Hostile compressed streams, and the tars inside them."""

import bz2
import gzip
import io
import lzma
import struct
import tarfile

import inputs
from hostile import MB, hostile

def zstandard(blocks):
    """A Zstandard frame of blocks of 128 KB, each one repeated byte."""
    body = b"".join(
        struct.pack("<I", (1 << 17) << 3 | 1 << 1 | (i == blocks - 1))[:3] + b"\0"
        for i in range(blocks))
    return b"\x28\xb5\x2f\xfd\x00\x50" + body


COMPRESSED = {
    "gzip": lambda data: gzip.compress(data, 9), "bzip2": bz2.compress, "xz": lzma.compress,
    "zstd": lambda data: b"\x28\xb5\x2f\xfd\x20" + bytes([0]) if not data else stored_frame(data),
}


def stored_frame(data):
    """A Zstandard frame of blocks that are not compressed."""
    body, count = b"", (len(data) + 0xFFFF) >> 16
    for i in range(count):
        block = data[i << 16:(i + 1) << 16]
        body += struct.pack("<I", len(block) << 3 | (i == count - 1))[:3] + block
    return b"\x28\xb5\x2f\xfd\x00\x50" + body


def beginning(name, size):
    """The first blocks of a tar with a document, up to the content of a further file."""
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w", format=tarfile.GNU_FORMAT) as archive:
        content = inputs.document()
        info = tarfile.TarInfo("1.scarybug/data.plist")
        info.size = len(content)
        archive.addfile(info, io.BytesIO(content))
    info = tarfile.TarInfo(name)
    info.size = size
    end = 512 + (len(content) + 511 & ~511)
    return data.getvalue()[:end] + info.tobuf(tarfile.GNU_FORMAT)


def register():
    """Tars whose last file has many gigabytes of zeros, under each compression."""
    places = {
        "file": "1.scarybug/zeros", "litter": "__MACOSX/._zeros", "macos": "1.scarybug/._zeros"}
    for place, name in places.items():
        for kind, compress in COMPRESSED.items():
            def write(path, name=name, kind=kind, compress=compress):
                zeros = compress(b"\0" * (20 * MB)) if kind != "zstd" else zstandard(160)
                count = min(3_000, 9 * MB // len(zeros))
                path.write_bytes(compress(beginning(name, count * 20 * MB)) + zeros * count)
            write.__name__ = f"{kind}_of_{place}"
            hostile("scarybug", is_variant=kind == "xz")(write)
    for kind, compress in COMPRESSED.items():
        def zeros(path, kind=kind, compress=compress):
            one = compress(b"\0" * (20 * MB)) if kind != "zstd" else zstandard(160)
            path.write_bytes(one * min(3_000, 9 * MB // len(one)))

        def nothing(path, compress=compress):
            one = compress(b"")
            path.write_bytes(compress(beginning("1.scarybug/a", 10)) + one * (9 * MB // len(one)))

        def nested(path, compress=compress):
            data = b"\0" * (100 * MB)
            for _ in range(4):
                data = compress(data)
            path.write_bytes(data[:10 * MB])

        for form in (zeros, nothing) + ((nested,) if kind != "zstd" else ()):
            form.__name__ = f"{kind}_{form.__name__}"
            hostile("scarybug")(form)


register()


@hostile("scarybug")
def skippable_frames(path):
    path.write_bytes(b"\x50\x2a\x4d\x18\0\0\0\0" * 1_200_000 + stored_frame(b"x"))


@hostile("scarybug")
def large_window(path):
    path.write_bytes(b"\x28\xb5\x2f\xfd\x00\xa8" + zstandard(70_000)[6:])


@hostile("scarybug")
def large_dictionary(path):
    filters = [{"id": lzma.FILTER_LZMA2, "dict_size": 1 << 30}]
    path.write_bytes(lzma.compress(b"x" * MB, filters=filters))


# MARK: Tar

@hostile("scarybug")
def sparse_tar(path):
    """A sparse file of 8 TiB in GNU's old form."""
    header = bytearray(tarfile.TarInfo("1.scarybug/zeros").tobuf(tarfile.GNU_FORMAT))
    header[156:157] = b"S"
    header[386:398], header[398:410] = b"00000000000\0", b"00000000000\0"
    header[483:495] = b"\x80" + (8 << 40).to_bytes(11, "big")
    header[148:156] = b" " * 8
    header[148:156] = b"%06o\0 " % sum(header)
    path.write_bytes(gzip.compress(beginning("x", 0)[:-512] + bytes(header) + b"\0" * 1024))


@hostile("scarybug")
def sparse_tar_of_many_parts(path):
    parts = 100_000
    sparse = f"{parts}\n" + "".join(f"{i * 4096}\n0\n" for i in range(parts))
    sparse = sparse.encode().ljust(len(sparse) + 511 & ~511, b"\0")
    inputs.tar(path, inputs.document(), [("zeros", sparse)], pax_headers={
        "GNU.sparse.major": "1", "GNU.sparse.minor": "0", "GNU.sparse.name": "1.scarybug/zeros",
        "GNU.sparse.realsize": str(8 << 40)})


@hostile("scarybug")
def pax_keys(path):
    inputs.tar(path, inputs.document(), [(f"f{i}", b"") for i in range(900)], pax_headers={
        f"k{i}": "v" * 100 for i in range(2_000)})


@hostile("scarybug")
def long_paths(path):
    inputs.tar(path, inputs.document(), [("a/" * 400_000, b"")])


@hostile("scarybug")
def huge_size(path):
    path.write_bytes(gzip.compress(beginning("1.scarybug/zeros", (1 << 62)) + b"\0" * MB))


@hostile("scarybug")
def litter_in_a_tar(path):
    inputs.tar(path, inputs.document(), [(f"._{i}", b"") for i in range(100_000)])


@hostile("scarybug")
def blocks_of_zeros(path):
    path.write_bytes(gzip.compress(beginning("1.scarybug/a", 0) + b"\0" * (900 * MB), 9))
