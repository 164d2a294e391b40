"""The files that the scripts attach and import: pictures, bundles, directories, a table."""

import plistlib
import random
import zipfile

import disk

class Material:
    """A folder of these files, and the documents that each one contains."""

    def __init__(self, folder):
        self.folder = folder
        dice = random.Random(1)
        # Some are larger than the data of one copying call or one compressed block.
        sizes = [40, 5_000, 70_000, 300_000]
        data = {f"p{size}.jpg": b"\xff\xd8\xff\xda\0\2" + dice.randbytes(size) + b"\xff\xd9" for size in sizes}
        for name, picture in data.items():
            (folder / name).write_bytes(picture)
        # Names and digests.
        self.pictures = {name: disk.digest(picture) for name, picture in data.items()}
        # Names, and the documents with their numbers, if any.
        self.sources = {"many": [], "table.csv": self.table(6)}
        for number, suffix in [(3, "scarybug"), (7, "scarycreature"), (12, "scarybug")]:
            self.bundle(number, suffix, data["p5000.jpg"])
        # A document of a friend, his later version, and one in which he changed something else.
        self.friend = self.version("friend.scarybug", 2020, data["p5000.jpg"], Rating=2.5)
        self.newer = self.version("newer.scarybug", 2021, data["p5000.jpg"], Rating=4.5, Notes="new")
        # The folder that a friend shares.
        (folder / "share" / "bob-00000000").mkdir(parents=True)
        (folder / "share" / "bob-00000000" / "Friend.scarybug").write_bytes((folder / "newer.scarybug").read_bytes())
        # The name of a backup, and the documents in it with their numbers.
        self.backup = "saved.zip"
        self.saved = []
        for number in [2, 5, 40]:
            self.directory(number, data["p70000.jpg"])

    def bundle(self, number, suffix, picture):
        files = files_of(suffix, f"Guest {number}", picture)
        name = f"guest{number}.scarybug"
        with zipfile.ZipFile(self.folder / name, "w", zipfile.ZIP_DEFLATED) as archive:
            for inner, data in files.items():
                archive.writestr(f"{number}.{suffix}/{inner}", data)
        self.sources[name] = [(number, disk.document(files))]

    def version(self, name, year, picture, **fields):
        """Makes a bundle with an identifier, whose files are of a year. Returns the document."""
        files = files_of("scarybug", "Friend", picture, Identifier="A949A66E-476D-4CA7-9A58-C7157D81B890", **fields)
        with zipfile.ZipFile(self.folder / name, "w", zipfile.ZIP_DEFLATED) as archive:
            for inner, data in files.items():
                archive.writestr(zipfile.ZipInfo(f"31.scarybug/{inner}", (year, 1, 1, 0, 0, 0)), data)
        return disk.document(files)

    def directory(self, number, picture):
        files = files_of("scarybug", f"One of many {number}", picture)
        place = self.folder / "many" / f"{number}.scarybug"
        place.mkdir(parents=True)
        for inner, data in files.items():
            (place / inner).write_bytes(data)
        self.sources["many"].append((number, disk.document(files)))

    def table(self, count):
        rows = [(f"Row {row}", f"note {row}") for row in range(count)]
        lines = ["title,notes"] + [",".join(row) for row in rows]
        (self.folder / "table.csv").write_text("\n".join(lines) + "\n")
        return [(None, {"kind": "bug", "title": title, "notes": notes}) for title, notes in rows]


def files_of(suffix, title, picture, **fields):
    """The files of a document in the form of its app. Fields are texts, or a number."""
    creature = suffix == "scarycreature"
    name = "ScaryCreatureData" if creature else "ScaryBugData"
    archived = {
        "$archiver": "NSKeyedArchiver",
        "$version": 100000,
        "$top": {"root" if creature else "Data": plistlib.UID(1)},
        "$objects": [
            "$null",
            {"Title": plistlib.UID(2), "Rating": 2.5, "$class": plistlib.UID(3)},
            title,
            {"$classname": name, "$classes": [name, "NSObject"]},
        ],
    }
    for key, value in fields.items():
        if isinstance(value, str):
            archived["$objects"].append(value)
            value = plistlib.UID(len(archived["$objects"]) - 1)
        archived["$objects"][1][key] = value
    extension = "png" if creature else "jpg"
    return {
        "Data.plist" if creature else "data.plist": plistlib.dumps(
            archived, fmt=plistlib.FMT_BINARY
        ),
        f"fullImage.{extension}": picture,
        f"thumbImage.{extension}": picture[:30],
    }
