"""A program's system calls, as changes of a file tree that can be repeated one by one."""

import os
import re
import subprocess

CALLS = [
    "openat", "openat2", "write", "pwrite64", "copy_file_range", "ioctl", "lseek", "ftruncate",
    "renameat2", "renameat", "rename", "linkat", "unlinkat", "unlink", "mkdirat", "mkdir",
    "utimensat", "fsync", "fdatasync", "syncfs", "flock",
]  # fmt: skip

STRACE = ["/usr/bin/strace", "-f", "-y", "-xx", "-qqq", "-s", "100000000", "-e", "signal=none"]


class Node:
    """A file or directory with a number that a rename doesn't change."""

    def __init__(self, number, entries=None, data=b""):
        self.number = number
        self.entries = entries
        self.data = bytearray(data)
        self.synced = bytes(data)
        # The writes since the last sync, each with its place.
        self.writes = []
        self.time = None

    @property
    def is_directory(self):
        return self.entries is not None

    def sync(self):
        self.synced, self.writes = bytes(self.data), []


def put(data, offset, part):
    """Writes a part of a file, which becomes longer if that is needed."""
    resize(data, max(len(data), offset + len(part)))
    data[offset : offset + len(part)] = part


def resize(data, size):
    del data[size:]
    data.extend(bytes(size - len(data)))


class Tree:
    """Files and directories in memory."""

    def __init__(self):
        self.nodes = {0: Node(0, {})}

    def make(self, number, entries=None, data=b""):
        self.nodes[number] = Node(number, entries, data)
        return self.nodes[number]

    def find(self, path):
        """The node at a path of names from the root; None if it doesn't exist."""
        node = self.nodes[0]
        for name in path:
            number = (node.entries or {}).get(name)
            if number is None:
                return None
            node = self.nodes[number]
        return node

    def name(self, number):
        """A name of a node."""
        for node in self.nodes.values():
            for name, other in (node.entries or {}).items():
                if other == number:
                    return name
        return "gone"

    @classmethod
    def copy(cls, other):
        tree = cls()
        for number, node in other.nodes.items():
            entries = None if node.entries is None else dict(node.entries)
            tree.make(number, entries, node.data)
            copy = tree.nodes[number]
            copy.synced, copy.writes, copy.time = node.synced, list(node.writes), node.time
        return tree

    @classmethod
    def of(cls, folder):
        """The current tree on disk, assumed to be synced."""
        tree = cls()
        links = {}

        def read(path, entries):
            for inner in sorted(path.iterdir()):
                key = inner.lstat().st_ino
                if key not in links:
                    links[key] = len(tree.nodes)
                    if inner.is_dir():
                        node = tree.make(links[key], {})
                        node.time = inner.stat().st_mtime_ns
                        read(inner, node.entries)
                    else:
                        tree.make(links[key], data=inner.read_bytes())
                entries[inner.name] = links[key]

        if folder.exists():
            read(folder, tree.nodes[0].entries)
        return tree

    def write(self, folder, data_of=lambda node: node.data):
        """Writes the tree to the directory `folder`."""
        places = {}

        def write(node, path):
            if not node.is_directory:
                if node.number in places:
                    path.hardlink_to(places[node.number])
                else:
                    path.write_bytes(data_of(node))
                    path.chmod(0o600)
                    places[node.number] = path
                return
            path.mkdir(mode=0o700)
            for name, number in node.entries.items():
                write(self.nodes[number], path / name)
            if node.time:
                os.utime(path, ns=(node.time, node.time))

        write(self.nodes[0], folder)

    def apply(self, step):
        """Applies a step if possible. It may depend on an earlier step that was left out."""
        kind, *words = step
        nodes = self.nodes
        if kind in ("mkdir", "create"):
            parent, name, number = words
            self.make(number, {} if kind == "mkdir" else None)
            nodes[parent].entries[name] = number
        elif kind == "link":
            number, parent, name = words
            nodes[parent].entries.setdefault(name, number)
        elif kind == "write":
            number, offset, data = words
            node = nodes[number]
            put(node.data, offset, data)
            node.writes.append((offset, data))
        elif kind == "truncate":
            number, size = words
            node = nodes[number]
            resize(node.data, size)
            node.synced = node.synced[:size]
            node.writes = [(offset, data[: size - offset]) for offset, data in node.writes if offset < size]
        elif kind == "rename":
            self.rename(*words)
        elif kind == "unlink":
            parent, name, number = words
            if nodes[parent].entries.get(name) == number and not nodes[number].entries:
                del nodes[parent].entries[name]
        elif kind == "time":
            number, nodes[number].time = words
        elif kind == "fsync":
            nodes[words[0]].sync()
        elif kind == "syncfs":
            for node in nodes.values():
                node.sync()

    def rename(self, parent, name, target, new_name, flags, number, other):
        source, goal = self.nodes[parent].entries, self.nodes[target].entries
        # A file system renames a node. If an earlier rename is missing, another node has the name.
        if source.get(name) != number:
            return
        if "EXCHANGE" in flags:
            if goal.get(new_name) == other:
                source[name], goal[new_name] = other, number
        elif "NOREPLACE" not in flags or new_name not in goal:
            goal[new_name] = source.pop(name)

    def restart(self):
        """Gives marks of the machine's present run the name of an earlier one."""
        for node in self.nodes.values():
            for name in list(node.entries or {}):
                if name.startswith("settled-"):
                    node.entries["settled-00000000"] = node.entries.pop(name)


# Steps that change names. A sync of the directory makes them durable.
NAMES = {"mkdir", "create", "link", "rename", "unlink"}
# Steps that change the disk.
CHANGES = NAMES | {"write", "truncate", "time"}
SYNCS = {"fsync", "syncfs"}


class Trace:
    """A program's changes of the tree of `folder`, as steps; see `Tree.apply`.

    There are two more steps: `("report", bytes)` for its output, and `("unlock",)` for the release
    of a workspace's lock. SQLite writes to its shared memory without calls, and makes that again.
    """

    def __init__(self, folder, log):
        self.prefix = str(folder)
        self.tree = Tree.of(folder)
        self.start = Tree.of(folder)
        self.steps = []
        # Open files by descriptor: node, position, and whether writes append.
        self.files = {}
        self.log = log

    def run(self, command, **options):
        """Runs a program and records its changes."""
        calls = ",".join(CALLS)
        words = [*STRACE, "-o", str(self.log), "-e", f"trace={calls}", *command]
        result = subprocess.run(words, capture_output=True, **options)
        self.read()
        return result

    def read(self):
        begun = {}
        for line in open(self.log, errors="surrogateescape"):
            process, _, text = line.rstrip("\n").partition(" ")
            text = text.lstrip()
            if text.endswith(" <unfinished ...>"):
                begun[process] = text.removesuffix(" <unfinished ...>")
                continue
            if text.startswith("<... "):
                text = begun.pop(process) + text.partition(" resumed>")[2]
            match = re.fullmatch(r"(\w+)\((.*)\) += (.*)", text)
            if match and not match[3].startswith("-1"):
                self.call(match[1], match[2], match[3])

    def shown(self, step):
        """A line for a person. It names directories and files as they are in the end."""
        words = [f"{len(word)} bytes" if isinstance(word, bytes) and step[0] == "write" else str(word) for word in step]
        return " ".join(words) + "".join(f" ({self.tree.name(word)})" for word in step[1:2] if isinstance(word, int)) + "\n"

    # Arguments

    def node(self, path):
        """The node of a path in the folder; None for a path outside it."""
        if path != self.prefix and not path.startswith(self.prefix + "/"):
            return None
        return self.tree.find([name for name in path[len(self.prefix) :].split("/") if name])

    def parent(self, folder, name):
        """The directory and the name in it; None for a path outside the folder."""
        path = name if name.startswith("/") else f"{folder}/{name}"
        path, _, name = path.rpartition("/")
        node = self.node(path)
        return (node.number, name) if node else (None, name)

    def do(self, *step):
        self.steps.append(step)
        self.tree.apply(step)

    def fresh(self):
        return max(self.tree.nodes) + 1

    def call(self, name, arguments, result):
        words = [text_of(word) for word in re.findall(r'"((?:\\x[0-9a-f]{2})*)"', arguments)]
        places = re.findall(r"(\w+)<((?:[^<>]|\\x[0-9a-f]{2})*)>", arguments)
        places = [(number, decoded(path)) for number, path in places]
        handle = getattr(self, "on_" + name, None)
        if handle:
            handle(arguments, words, places, result)

    # Calls

    def on_openat(self, arguments, words, places, result):
        match = re.match(r"(\d+)<(.*)>", result)
        path = decoded(match[2])
        parent, name = self.parent("/", path)
        node = self.node(path)
        if parent is None and not node:
            self.files.pop(match[1], None)
            return
        if not node:
            self.do("create", parent, name, self.fresh())
            node = self.node(path)
        if "O_TRUNC" in arguments:
            self.do("truncate", node.number, 0)
        self.files[match[1]] = [node.number, 0, "O_APPEND" in arguments]

    on_openat2 = on_openat

    def on_write(self, arguments, words, places, result):
        number, path = places[0]
        if number == "1":
            return self.do("report", words[0])
        node = self.node(path)
        if not node:
            return
        _, position, appends = file = self.files[number]
        offset = len(node.data) if appends else position
        self.do("write", node.number, offset, words[0][: int(result)])
        file[1] = offset + int(result)

    def on_pwrite64(self, arguments, words, places, result):
        node = self.node(places[0][1])
        if node:
            offset = int(arguments.rpartition(", ")[2])
            self.do("write", node.number, offset, words[0][: int(result)])

    def on_lseek(self, arguments, words, places, result):
        if places[0][0] in self.files:
            self.files[places[0][0]][1] = int(result)

    def on_copy_file_range(self, arguments, words, places, result):
        target = self.node(places[1][1])
        if not target or result == "0":
            return
        file = self.files[places[1][0]]
        source = self.node(places[0][1])
        data = source.data if source else open(places[0][1], "rb").read()
        # A file is copied from its start.
        data = bytes(data[file[1] : file[1] + int(result)])
        self.do("write", target.number, file[1], data)
        file[1] += len(data)

    def on_ioctl(self, arguments, words, places, result):
        target = self.node(places[0][1])
        if "FICLONE" in arguments and target:
            raise Exception("clones are not followed")

    def on_ftruncate(self, arguments, words, places, result):
        node = self.node(places[0][1])
        if node:
            self.do("truncate", node.number, int(arguments.rpartition(", ")[2]))

    def on_mkdirat(self, arguments, words, places, result):
        folder = places[0][1] if places else "/"
        parent, name = self.parent(folder, words[0].decode())
        if parent is not None:
            self.do("mkdir", parent, name, self.fresh())

    on_mkdir = on_mkdirat

    def on_renameat2(self, arguments, words, places, result):
        source = self.parent(places[0][1], words[0].decode())
        target = self.parent(places[1][1], words[1].decode())
        if source[0] is not None and target[0] is not None:
            numbers = [self.tree.nodes[place].entries.get(name) for place, name in (source, target)]
            self.do("rename", *source, *target, arguments.rpartition(", ")[2], *numbers)

    on_renameat = on_renameat2

    def on_linkat(self, arguments, words, places, result):
        source = self.node(f"{places[0][1]}/{words[0].decode()}")
        parent, name = self.parent(places[1][1], words[1].decode())
        if source and parent is not None:
            self.do("link", source.number, parent, name)

    def on_unlinkat(self, arguments, words, places, result):
        parent, name = self.parent(places[0][1], words[0].decode())
        if parent is not None:
            self.do("unlink", parent, name, self.tree.nodes[parent].entries[name])

    def on_unlink(self, arguments, words, places, result):
        path = words[0].decode()
        # SQLite reaches its files through an open directory.
        opened = re.fullmatch(r"/proc/[a-z0-9]+/fd/(\d+)/(.*)", path)
        parent, name = self.parent("/", path)
        if opened and opened[1] in self.files:
            parent, name = self.files[opened[1]][0], opened[2]
        if parent is not None:
            self.do("unlink", parent, name, self.tree.nodes[parent].entries[name])

    def on_utimensat(self, arguments, words, places, result):
        node = self.node(places[0][1])
        match = re.search(r"tv_sec=(\d+), tv_nsec=(\d+)} [^}]*}\]", arguments)
        match = match or re.search(r"tv_sec=(\d+), tv_nsec=(\d+)}?[^{]*\]", arguments)
        if node and node.is_directory and match:
            self.do("time", node.number, int(match[1]) * 10**9 + int(match[2]))

    def on_fsync(self, arguments, words, places, result):
        node = self.node(places[0][1])
        if node:
            self.do("fsync", node.number)

    on_fdatasync = on_fsync

    def on_syncfs(self, arguments, words, places, result):
        if self.node(places[0][1]):
            self.do("syncfs")

    def on_flock(self, arguments, words, places, result):
        if "LOCK_UN" in arguments and places[0][1].endswith("/Lock"):
            self.do("unlock")


def text_of(word):
    return bytes.fromhex(word.replace("\\x", ""))


def decoded(path):
    return re.sub(
        r"(?:\\x[0-9a-f]{2})+", lambda match: text_of(match[0]).decode(errors="replace"), path
    ).removesuffix(" (deleted)")
