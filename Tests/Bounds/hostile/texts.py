"""Hostile texts: characters that grow when they are folded, sorted or split into words."""

import inputs
from hostile import MB, hostile

@hostile("scarybug", can_be_dropped=True)
def ligatures(path):
    """A title of U+FDFA, which becomes 18 characters when it is folded."""
    inputs.bundle(path, inputs.document("\uFDFA" * 5_500_000))


@hostile("scarybug", can_be_dropped=True)
def ligatures_in_notes(path):
    inputs.bundle(path, inputs.document(Notes="\uFDFA" * 349_000))


@hostile("scarybug", can_be_dropped=True)
def ligatures_in_every_field(path):
    text = "\uFDFA" * 349_000
    inputs.bundle(path, inputs.document(Notes=text, Species=text, Place=text, Observer=text))


@hostile("csv")
def ligatures_in_a_table(path):
    text = "\uFDFA" * 100_000
    inputs.csv(path, ((f"Moth {i}", text) for i in range(30)), ("title", "notes"))


@hostile("scarybug", can_be_dropped=True)
def marks(path):
    """Accents that have to be sorted."""
    inputs.bundle(path, inputs.document(Notes="a" + "\u0316\u0301\u0327" * 170_000))


@hostile("scarybug", can_be_dropped=True)
def marks_that_stay(path):
    inputs.bundle(path, inputs.document(Notes="\u0915" + "\u094d\u093c\u0e39" * 100_000))


@hostile("scarybug", can_be_dropped=True)
def one_word(path):
    inputs.bundle(path, inputs.document(Notes="x" * MB))


@hostile("scarybug", can_be_dropped=True)
def characters_that_are_words(path):
    notes = "".join(chr(0x4E00 + i % 20_000) for i in range(340_000))
    inputs.bundle(path, inputs.document(Notes=notes))


@hostile("scarybug", can_be_dropped=True)
def distinct_words(path):
    inputs.bundle(path, inputs.document(Notes=inputs.words(200_000)[:MB - 1]))




# Each becomes longer in some normal form, or has to be sorted.
GROWING = {
    "ligature": "\uFDFA", "arabic": "\uFDFB", "hangul": "\uD55C", "greek": "\u0390",
    "music": "\U0001D160", "digits": "\U0001F100", "squared": "\u3300",
    "marks": "\u0316\u0301\u0327", "capital": "\u0130", "sharp": "\u00DF",
    "joined": "\u200d\U0001F469", "flags": "\U0001F1E6", "zalgo": "a\u0301\u0302\u0303\u0304\u0305",
    "jamo": "\u1100\u1161\u11a8", "invisible": "\u200b", "kannada": "\u0CCB",
    "direction": "\u202e", "replacement": "\ufffd", "noncharacter": "\U0010FFFF",
    "control": "\u0001", "newlines": "\n", "commas": ",", "backslashes": "\\", "bars": "|",
    "quotes": "\"",
}


def text(unit, length=MB - 1):
    """A text of a unit, of some bytes at most."""
    return unit * (length // len(unit.encode()))


def register():
    for name, unit in GROWING.items():
        options = {"is_variant": name not in ("ligature", "zalgo", "hangul")}
        def bundle(path, unit=unit):
            inputs.bundle(path, inputs.document(
                "T" + text(unit, 4_000), Notes=text(unit), Species=text(unit),
                Place=text(unit, 500_000)))

        def tags(path, unit=unit):
            inputs.bundle(path, inputs.document(tags=[
                f"{i}" + text(unit, 80) for i in range(10_000)]))

        def table(path, unit=unit):
            inputs.csv(path, (
                (f"M {i}", text(unit, 100_000), ) for i in range(45)), ("title", "notes"))

        for kind, write in (("bundle", bundle), ("tags", tags)):
            write.__name__ = f"{kind}_of_{name}"
            hostile("scarybug", can_be_dropped=True, **options)(write)
        table.__name__ = f"table_of_{name}"
        hostile("csv", **options)(table)


register()


@hostile("csv", has_many=True)
def titles_of_ligatures(path):
    inputs.csv(path, (("\uFDFA" * 33,) for _ in range(90_000)))


@hostile("jsonl")
def tags_of_ligatures(path):
    tags = ["\uFDFA" * 10 + str(i) for i in range(9_000)]
    inputs.json_lines(path, ({"title": f"M {i}", "tags": tags} for i in range(15)))


@hostile("csv")
def half_a_pair(path):
    """A text in UTF-16 of halves of surrogate pairs."""
    path.write_bytes("\ufefftitle\n".encode("utf-16-le") + b"\x00\xd8" * 5_000_000)


@hostile("many")
def four_of_ligatures(path):
    path.mkdir()
    for i in range(4):
        fields = dict.fromkeys(["Notes", "Species", "Place", "Observer"], text("\uFDFA"))
        inputs.bundle(path / f"{i}.scarybug", inputs.document(f"{i}", **fields))


# Runs of marks that are not in canonical order: comparing them as characters sorts them.
MARKS = "\u0316\u0301\u0327" * 80_000
COLUMNS = [
    "title", "rating", "tags", "notes", "place", "seen", "kind", "pageCount", "available", "x"]


def register_marks():
    for column in COLUMNS:
        plain = {"rating": "1", "pageCount": "1", "seen": "2020", "available": "yes"}
        value = plain.get(column, "a")

        def table(path, column=column, value=value):
            row = {"title": "a"} | {column: value + MARKS}
            inputs.csv(path, [row.values()] * 9, row)

        def lines(path, column=column, value=value):
            inputs.json_lines(path, [{"title": "a"} | {column: value + MARKS}] * 9)

        def key(path, column=column):
            key = column[0].upper() + column[1:]
            inputs.bundle(path, inputs.document(**{key: column + MARKS}))

        for kind, write, extension in (
                ("csv", table, "csv"), ("jsonl", lines, "jsonl"), ("key", key, "scarybug")):
            write.__name__ = f"marks_in_{column}_of_{kind}"
            hostile(extension, is_variant=column not in ("tags", "notes"))(write)


register_marks()


@hostile("csv")
def marks_in_a_header(path):
    inputs.csv(path, [["a"] * 3], ["title", "x" + MARKS[:200_000], "y" + MARKS[:200_000]])


@hostile("jsonl")
def marks_in_keys(path):
    inputs.json_lines(path, [{"title": "a", "x" + MARKS: 1, "x" + MARKS[3:]: 1}] * 9)


@hostile("csv")
def marks_in_similar_tags(path):
    """Tags that are equal but for the order of their marks."""
    tags = ",".join(
        "a" + "\u0316" * (i % 90) + "\u0301" * (90 - i % 90) + str(i // 90) for i in range(5_000))
    inputs.csv(path, [("a", tags)] * 9, ("title", "tags"))


@hostile("plist")
def marks_in_titles(path):
    """Titles of 4 KB of marks."""
    titles = (str(i) + MARKS[i % 3:][:1_990] for i in range(2_300))
    path.write_bytes(inputs.plist(inputs.titles(titles)))


@hostile("plist")
def marks_in_dictionary_keys(path):
    keys = (f"{i}" + MARKS[i % 3:][:40_000] for i in range(100))
    path.write_bytes(inputs.plist(dict.fromkeys(keys, b"bplist00")))
