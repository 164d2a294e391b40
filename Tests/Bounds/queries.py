"""Work of query forms, for `proportion`."""

import inputs
from proportion import Work

# Queries whose documents grow. Each runs several times.
FORMS = [
    "beetle", "beet", "b", "notes:stone", "title:beetle", "species:genus1", "place:'place 1'",
    "tag:tag1",
    "tag:tag1|tag2|group3", "'\"found under\"'", "notes:'\"found under stone\"'", "'rating:>=3'",
    "'rating:<2'", "rating:1..3", "rating:1|2|3", "kind:bug", "seen:1906", "'seen:>=1950'",
    "seen:1950..1960", "created:today", "created:7d", "'modified:>2020-01-01'", "has:notes",
    "has:image",
    "-has:rating", "-tag:tag1", "-beetle", "-notes:stone", "1-999999", "all", "all -tag:tag1",
    "beetle tag:tag1 -tag:group3 rating:1..4 sort:-rating limit:10", "limit:10",
    "sort:title limit:9",
    "observer:nobody", "zzz", "a b c d", ":2026", "-5 -7",
]
TIMES = 10


def numbers(n):
    return ",".join(str(2 * i + 1) for i in range(n))


# Queries that grow; they have at most 1,000 words and 64 KiB.
GROWING = {
    "words": (450, lambda n: " ".join(inputs.word(i) for i in range(n))),
    "the same word": (450, lambda n: "beetle " * n),
    "negations": (400, lambda n: " ".join(f"-zz{inputs.word(i)}" for i in range(n))),
    "excluded numbers": (450, lambda n: "all " + " ".join(f"-{i + 1}" for i in range(n))),
    "number words": (450, lambda n: " ".join(str(i + 1) for i in range(n))),
    "ranges": (450, lambda n: ",".join(f"{4 * i + 1}-{4 * i + 2}" for i in range(n))),
    "numbers": (5_000, numbers),
    "tags": (2_000, lambda n: "tag:" + "|".join(inputs.word(i) for i in range(n))),
    "alternatives": (450, lambda n: "notes:" + "|".join("z" + inputs.word(i) for i in range(n))),
    "ratings": (4_000, lambda n: "rating:" + "|".join(str(i / 1000) for i in range(n))),
    "dates": (2_000, lambda n: "seen:" + "|".join(f"{1000 + i % 1000}" for i in range(n))),
    "qualifiers": (450, lambda n: "place:place " * n),
    "has:": (450, lambda n: "has:notes " * n),
    "comparisons": (450, lambda n: " ".join(f"'rating:>={i / 1000}'" for i in range(n))),
    "phrase": (45, lambda n: "'\"" + " ".join(inputs.word(i % 20) for i in range(n)) + "\"'"),
    "long word": (30_000, lambda n: "b" * n),
    # A character has at most 100 accents.
    "long word of marks": (15_000, lambda n: ("b" + "\u0301" * 99) * (n // 100)),
    "long CJK word": (45, lambda n: "\u87f2" * n),
    "backslashes": (15_000, lambda n: "'tag:" + "\\|" * n + "'"),
}

# Documents that grow: their number stays.
TEXTS = {
    "long notes": (150_000, lambda n: {"notes": inputs.words(n // 5)}),
    "many tags": (2_000, lambda n: {"tags": [inputs.word(i) for i in range(n)]}),
    "Devanagari": (20_000, lambda n: {"notes": "\u0915\u094d\u0937\u093f " * (n // 5)}),
    "Chinese": (20_000, lambda n: {"notes": "\u87f2\u866b" * (n // 2)}),
    "marks": (20_000, lambda n: {"notes": ("a" + "\u0301" * 99) * (n // 100)}),
    "one long word": (40_000, lambda n: {"notes": "ab" * (n // 2)}),
}
TEXT_FORMS = [
    "a", "ab", "abab", "zz", "notes:b", "tag:b", "'\"a b c\"'", "-:ab", "\u87f2", "\u866b\u87f2",
    "\u0915"]


def queries():
    for form in FORMS:
        yield Work(
            f"list {form}", 20_000, documents=lambda n: n,
            script=lambda n, form=form: f"count {form}\n" * TIMES + f"list {form}\n",
            is_variant=FORMS.index(form) % 4 > 0)
    for name, (size, query) in GROWING.items():
        documents = (lambda n: 2 * n) if name == "numbers" else (lambda n: 2_000)
        yield Work(
            f"query of {name}", size, documents=documents,
            script=lambda n, query=query: f"list {query(n)}\n")
    for name, (size, text) in TEXTS.items():
        rows = lambda n, text=text: ({"title": f"M {i}", **text(n)} for i in range(50))
        yield Work(
            f"queries in {name}", size, documents=lambda n: n, rows=rows,
            script=lambda n: "".join(f"count {form}\n" for form in TEXT_FORMS))
        yield Work(
            f"index of {name}", size, documents=lambda n: n, rows=rows, has_index=False,
            words=lambda n: ["list", "zz"])
    yield Work(
        "alternatives for many tags", 4_000, documents=lambda n: 1,
        rows=lambda n: [{"title": "Moth", "tags": [f"t{i}" for i in range(n)]}],
        script=lambda n: "list tag:" + "|".join(f"x{i}" for i in range(n)) + "\n")
    yield Work(
        "query chain", 400, documents=lambda n: 1_000, setup=chain,
        words=lambda n: ["list", f"@q{n - 1}"])


def chain(home, n):
    home.succeed(script="query add q0 beetle\n" + "".join(
        f"query add q{i} @q{i - 1}\n" for i in range(1, n)))
