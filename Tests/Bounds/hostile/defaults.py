"""Hostile defaults of apps: property lists that hold archives as data."""

import plistlib
import struct

import inputs
from exchange import plist
from hostile import hostile


@hostile("plist", has_many=True)
def data_of_archives(path):
    """Defaults that hold the same archive many times."""
    inner = plistlib.dumps(inputs.books(1), fmt=plistlib.FMT_BINARY)
    plist(path, {f"key{i}": inner for i in range(20_000)})


@hostile("plist")
def shared_archives(path):
    """Defaults in which many keys share one archive."""
    list = inputs.BinaryPlist()
    value = list.add(list.count(0x40, 500_000) + plistlib.dumps(
        inputs.books(3_000), fmt=plistlib.FMT_BINARY)[:500_000].ljust(500_000, b"\0"))
    path.write_bytes(list.data(list.dictionary([(f"key{i}", value) for i in range(50_000)])))


@hostile("plist", has_many=True)
def good_shared_archives(path):
    list = inputs.BinaryPlist()
    data = plistlib.dumps(inputs.books(3_000), fmt=plistlib.FMT_BINARY)
    value = list.add(list.count(0x40, len(data)) + data)
    path.write_bytes(list.data(list.dictionary([(f"key{i}", value) for i in range(50_000)])))


@hostile("plist")
def defaults_in_defaults(path):
    """Defaults that hold defaults as data, and so on; each level three times."""
    value = {"books": inputs.plist(inputs.books(1))}
    for _ in range(8):
        value = {f"key{i}": inputs.plist(value) for i in range(3)}
    plist(path, value)


@hostile("plist")
def defaults_of_long_keys(path):
    plist(path, {f"{i:03}" + "k" * 100_000: b"bplist00" for i in range(100)})


@hostile("plist")
def defaults_of_bad_archives(path):
    bad = inputs.plist(inputs.archive([inputs.class_object("NSArray"), {"NS.objects": "x"}], 2))
    plist(path, {f"key{i}": bad + struct.pack(">I", i) for i in range(30_000)})
