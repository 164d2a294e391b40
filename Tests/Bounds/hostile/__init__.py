"""The register of hostile files: at most 10 MB each, that ask for much more."""

from dataclasses import dataclass
from typing import Callable

from program import apart

MB = 1 << 20
LARGEST = 10 * MB

# The hostile files by the names of their modules and their own.
FILES = {}


@dataclass
class HostileFile:
    write: Callable  # writes the file to a path
    has_many: bool  # whether it has many good documents, which may take longer, in proportion
    options: list  # of the import
    can_be_dropped: bool  # whether another program could put the document into the home
    is_variant: bool  # whether it is much like another one


def hostile(extension, has_many=False, options=(), can_be_dropped=False,
            is_variant=False):
    """Registers a function that writes a file with an extension.

    The function for `directory` makes a directory that is imported as one. The one for `many` makes
    a directory whose entries are all imported by one command.
    """

    def register(write):
        group = write.__module__.rpartition(".")[2]
        FILES[f"{group}/{write.__name__}.{extension}"] = HostileFile(
            write, has_many, list(options), can_be_dropped, is_variant)
        return write

    return register


def make(name, folder, write):
    """Makes an input in a folder, in a process of its own. Returns the paths for the command."""
    path = folder / name.rpartition("/")[2]
    apart(write, path)
    paths = sorted(path.iterdir()) if path.suffix == ".many" else [path]
    if name in FILES:
        for each in paths:
            if each.is_file() and each.stat().st_size > LARGEST:
                raise SystemExit(f"{name} has {each.stat().st_size} bytes")
    return paths


def register():
    """Registers the files of all modules."""
    from hostile import (
        archives, bundles, changes, defaults, documents, mail, scripts, streams, tables, texts,
        xml)
