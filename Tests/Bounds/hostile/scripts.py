"""Hostile scripts."""

from hostile import hostile
from queries import GROWING


def script(form):
    def write(path):
        path.write_bytes(form())
    write.__name__ = form.__name__
    return hostile("script", has_many=True)(write)


@script
def a_line_without_end():
    return b"new " + b"a" * 10_000_000


@script
def zeros():
    return b"\0" * 10_000_000


@script
def open_quotes():
    return b"'\n" * 5_000_000


@script
def backslashes():
    return b"\\\n" * 5_000_000


@script
def unknown_commands():
    return b"nothing\n" * 400_000


@script
def long_unknown_commands():
    return (b"a" * 1_000_000 + b"\n") * 10


@script
def no_text():
    return b"\xff\n" * 5_000_000


@script
def words():
    return (b"list" + b" a" * 500_000 + b"\n") * 10


@script
def assignments():
    return b"new Moth" + b" tags+=a" * 120_000 + b"\n"


@script
def assignments_of_tags():
    return b"new Moth" + "".join(f" tags+=tag{i}" for i in range(70_000)).encode() + b"\n"


@script
def begins():
    return b"begin\n" * 1_500_000


@script
def comments():
    return b"#\n" * 5_000_000


@script
def fields():
    return "".join(f"field add f{i} text\n" for i in range(400_000)).encode()


@script
def saved_queries():
    """Queries that each name the one before twice."""
    return b"query add q0 a\n" + "".join(
        f"query add q{i} @q{i - 1} @q{i - 1}\n" for i in range(1, 5_000)
    ).encode() + b"list @q4000\n"


@script
def selections():
    return b"list " + b",".join(b"1-999999999" for _ in range(80_000)) + b"\n"


@script
def numbers():
    return b"new Moth\n" + b"list 1-999999999\nlist 1-5,3-999999999\ndelete 2-999999999\n" * 1_000


@script
def long_queries():
    return "".join(f"list {query(size * 2)}\n" for size, query in GROWING.values()).encode()


@script
def bars():
    return b"".join(
        b"list " + start + sign * 60_000 + b"\n"
        for start, sign in ((b"tag:", b"|"), (b"", b"-"), (b"", b":")))


@script
def options():
    return b"list" + b" --json" * 140_000 + b"\n"


@script
def dates():
    return (
        b"new a seen=" + b"1" * 900_000 + b"\nlist seen:" + b"9" * 60_000 + b".." + b"9" * 4_000
        + b"\n")


@script
def marks():
    """Words that have long runs of marks, which are not in canonical order."""
    marks = "\u0316\u0301\u0327" * 80_000
    short = marks[:16_000]
    lines = [
        f"new a{marks}", f"new a notes=a{marks}", f"new a tags=a{marks}", f"new a seen=2020{marks}",
        f"new a rating=1{marks}", f"new a x{marks}=1", f"a{marks}", f"list a{short}",
        f"list notes:a{short}", f"list a{short}:a", f"list seen:2020{short}", f"list sort:a{short}",
        f"list 1{short}", f"list --a{marks}", f"config a{marks}=1", f"login a{marks}",
        f"field add a{marks} text", f"query add a{marks} a", f"list @a{short}", f"mode a{marks}",
        f"source a{marks}", f"export 1 a{marks}", f"import a{marks}", f"count by a{marks}",
        f"help a{marks}", f"set 1 notes=b{marks}", f"set 1 tags+=b{marks}", f"set 1 tags-=b{marks}",
    ]
    return "".join(line + "\n" for line in lines).encode()
