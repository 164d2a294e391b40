"""Hostile documents that tell wrongly who changed them, or have values beside others without sense."""

import inputs
from hostile import MB, hostile

IDENTIFIER = "A949A66E-476D-4CA7-9A58-C7157D81B890"
# The last millisecond that is believed.
LAST = 253_402_300_799_999


def document(changes, **fields):
    return inputs.document(Identifier=IDENTIFIER, **{"~Changes": changes}, **fields)


def telling(form):
    """Registers a function that returns the text, or the text and further keys."""
    def write(path):
        found = form()
        text, fields = found if isinstance(found, tuple) else (found, {})
        inputs.bundle(path, document(text, **fields))
    write.__name__ = form.__name__
    return hostile("scarybug", can_be_dropped=True)(write)


@telling
def changes_of_bytes():
    return b"\0\xff" * 1_000


@telling
def changes_of_control_characters():
    return "al\x1b[2Jice-7f3a8b21.1 1795640999000 Title:5d1c9a02"


@telling
def changes_without_sense():
    return "alice-7f3a8b21.1 -1 Title:zz @@ +:- %%% =" * 100


@telling
def changes_of_64_kib():
    return "\n".join(f"a{i}-7f3a8b21.1 {i} Title:5d1c9a02" for i in range(2_000))[:65_536]


@telling
def changes_of_8_mib():
    return "alice-7f3a8b21.1 1795640999000" + " Title:5d1c9a02" * (8 * MB // 15)


@telling
def changes_of_many_authors():
    return "\n".join(f"a-{i:08x}.1 1" for i in range(10_000))


@telling
def changes_of_many_values():
    return "\n".join(f"a-{i:08x}.1 {i} Title:{i:08x} Notes:{i:08x}" for i in range(256))


@telling
def changes_of_many_elements():
    return "a-7f3a8b21.1 1" + "".join(f" T+{i:08x}" for i in range(5_400))


@telling
def changes_of_many_partial_keys():
    return "without" + "".join(f" k{i}=a-1.1:1" for i in range(4_000)) + "\na-1.1 1"


@telling
def changes_of_the_far_future():
    return f"mallory-7f3a8b21.1 {LAST} Title:5d1c9a02 Rating:- Notes:-"


@telling
def changes_with_contradictions():
    return "a-1.1 5 Title:00000001 Title:00000002 Title:-\nb-1.1 5 Title:00000001 Title:-"


@telling
def keys_beside_without_sense():
    keys = ["Title", "Rating", "Tags", "Identifier", "Created", "~Changes", "ImageName", "X" * 5_000, "/", "/a/../b",
            "/fullImage.jpg", "/data.plist", "/\x1b[2J", "\x1b[2J"]  # fmt: skip
    fields = {f"{key}~1b2c3d4e": "value \x1b[2J" for key in keys} | {f"{key}~-": True for key in keys}
    return "a-1.1 5 Title:00000001", fields


@telling
def many_keys_beside():
    return "a-1.1 5", {f"{key}~{i:08x}": f"value {i}" for i in range(20_000) for key in ["Title", "/a.jpg"]}


@hostile("scarybug", can_be_dropped=True)
def files_beside(path):
    """Files named like the other ones of a conflict, with and without keys that say so."""
    names = [f"wing~{i:08x}.jpg" for i in range(490)] + [f"fullImage~{i:08x}.jpg" for i in range(490)]
    keys = {f"/{name.partition('~')[0]}.jpg~{i:08x}": name for i, name in enumerate(names[::2])}
    inputs.bundle(path, document("a-1.1 5", **keys), [(name, name.encode()) for name in names])


@hostile("scarybug", can_be_dropped=True)
def identifier_of_strange_characters(path):
    data = inputs.document(Identifier="\x1b[2J'; DROP TABLE copies; --\0\u202e" + "x" * 5_000)
    inputs.bundle(path, data)


@telling
def changes_that_clear():
    """Clears values that nobody enters, and keys of the archive itself."""
    keys = ["Identifier", "Created", "Modified", "Version", "~Changes", "$class", "$top", "Title", "/data.plist",
            "/..", "ImageName", "/fullimage.jpg"]  # fmt: skip
    return f"mallory-7f3a8b21.1 {LAST} " + " ".join(key.replace("~", "%7e").replace("$", "%24") + ":-" for key in keys)


@telling
def changes_that_clear_the_rest():
    return f"mallory-7f3a8b21.1 {LAST} %24class:- %24top:- Title:- /data.plist:- /..:- ImageName:-"
