"""Hostile compressed streams, and the tars inside them."""

import gzip
import io
import tarfile

import inputs
from hostile import MB, hostile

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


@hostile("scarybug")
def gzip_members(path):
    """A tar whose last file has many gigabytes of zeros, in streams of their own."""
    zeros = gzip.compress(b"\0" * (20 * MB), 9)
    count = 9 * MB // len(zeros)
    path.write_bytes(gzip.compress(beginning("1.scarybug/zeros", count * 20 * MB)) + zeros * count)


@hostile("scarybug")
def gzip_nested(path):
    data = b"\0" * (100 * MB)
    for _ in range(4):
        data = gzip.compress(data, 9)
    path.write_bytes(data[:10 * MB])


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
