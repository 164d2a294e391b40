"""Files of at most 10 MB that ask for much more: each is refused or taken within the time and memory
that every input has, and SIGINT ends it within a second."""

import plistlib
import zipfile

import inputs
from program import apart

MB = 1 << 20
LARGEST = 10 * MB


def shared_titles(path):
    """Titles whose elements are one shared string."""
    plist(path, inputs.titles(["x" * MB] * 300))


def shared_short_titles(path):
    plist(path, inputs.titles(["x" * 4_000] * 90_000))


def many_titles(path):
    plist(path, inputs.titles(inputs.word(i) for i in range(100_000)))


def shared_notes(path):
    """Books that share one long text."""
    plist(path, inputs.books(1_000, notes="n" * MB))


def distinct_books_with_shared_notes(path):
    plist(path, inputs.books(90_000, notes="word " * 600))


def archive_of_shared_title_and_tags(path):
    """Books whose tags are one array of one string, ten thousand times."""
    archive = inputs.books(1_000)
    objects = archive["$objects"]
    objects.append("t" * 1_000)
    tag = plistlib.UID(len(objects) - 1)
    objects.append({"NS.objects": [tag] * 1_000, "$class": plistlib.UID(2)})
    tags = plistlib.UID(len(objects) - 1)
    for item in objects:
        if isinstance(item, dict) and "pageCount" in item:
            item["categories"] = tags
    plist(path, archive)


def plist(path, value):
    path.write_bytes(plistlib.dumps(value, fmt=plistlib.FMT_BINARY))


def references(count):
    """A property list that is one array of references to one value."""
    list = inputs.BinaryPlist()
    value = list.add(b"\x09")
    return list.data(list.repeated(value, count))


def bundle_of_references(path):
    inputs.bundle(path, references(4_000_000))


def archive_of_references(path):
    path.write_bytes(references(2_400_000))


def arrays_of_arrays(count):
    """Arrays of references to arrays of references, whose values are a thousand millions."""
    list = inputs.BinaryPlist()
    value = list.add(b"\x09")
    for _ in range(count):
        value = list.repeated(value, 1_000)
    return list.data(value)


def bundle_of_arrays_of_arrays(path):
    inputs.bundle(path, arrays_of_arrays(4))


def archive_of_arrays_of_arrays(path):
    path.write_bytes(arrays_of_arrays(4))


def keyed_references(count):
    """A keyed archive whose list of tags has one shared string."""
    list = inputs.BinaryPlist()
    uids = {}

    def uid(index):
        return uids.setdefault(index, list.uid(index))

    null, title = list.text("$null"), list.text("Moth")
    bug_class = list.dictionary([("$classname", list.text("ScaryBugData"))])
    array_class = list.dictionary([("$classname", list.text("NSArray"))])
    tag = list.text("tag")
    tags = list.dictionary([("NS.objects", list.repeated(uid(4), count)), ("$class", uid(3))])
    rating = list.add(b"\x22\x40\x20\x00\x00")
    root = list.dictionary(
        [("Title", uid(1)), ("Rating", rating), ("Tags", uid(5)), ("$class", uid(2))])
    objects = list.array([null, title, bug_class, array_class, tag, tags, root])
    top = list.dictionary([("Data", uid(6))])
    return list.data(
        list.dictionary(
            [("$version", list.add(b"\x12\x00\x01\x86\xa0")), ("$objects", objects),
             ("$archiver", list.text("NSKeyedArchiver")), ("$top", top)]))


def bundle_of_one_tag(path):
    inputs.bundle(path, keyed_references(900_000))


def archive_of_one_tag(path):
    path.write_bytes(keyed_references(2_400_000))


def ligatures(path):
    """A title of U+FDFA, which becomes 18 characters when it is folded."""
    inputs.bundle(path, inputs.document("\uFDFA" * 5_500_000))


def ligatures_in_notes(path):
    inputs.bundle(path, inputs.document(Notes="\uFDFA" * 349_000))


def ligatures_in_every_field(path):
    text = "\uFDFA" * 349_000
    inputs.bundle(path, inputs.document(Notes=text, Species=text, Place=text, Observer=text))


def ligatures_in_a_table(path):
    text = "\uFDFA" * 100_000
    inputs.csv(path, ((f"Moth {i}", text) for i in range(30)), ("title", "notes"))


def marks(path):
    """Accents that have to be sorted."""
    inputs.bundle(path, inputs.document(Notes="a" + "\u0316\u0301\u0327" * 170_000))


def marks_that_stay(path):
    inputs.bundle(path, inputs.document(Notes="\u0915" + "\u094d\u093c\u0e39" * 100_000))


def one_word(path):
    inputs.bundle(path, inputs.document(Notes="x" * MB))


def characters_that_are_words(path):
    inputs.bundle(path, inputs.document(Notes="".join(chr(0x4E00 + i % 20_000) for i in range(340_000))))


def distinct_words(path):
    inputs.bundle(path, inputs.document(Notes=inputs.words(200_000)[:MB - 1]))


def tags_in_csv(path):
    inputs.csv(path, [("Moth", ",".join(inputs.word(i) for i in range(140_000)))], ("title", "tags"))


def tags_in_json(path):
    inputs.json_lines(path, [{"title": "Moth", "tags": [inputs.word(i) for i in range(110_000)]}])


def many_tags_in_rows(path):
    tags = ",".join(inputs.word(i) for i in range(9_900))
    inputs.csv(path, ((f"Moth {i}", tags) for i in range(200)), ("title", "tags"))


def tags_in_a_bundle(path):
    inputs.bundle(path, inputs.document(tags=[inputs.word(i) for i in range(160_000)]))


def a_million_short_rows(path):
    path.write_text("title\n" + "a\n" * 1_040_000)


def blank_rows(path):
    path.write_text("title\n" + "\n" * 9_000_000)


def wrong_rows(path):
    path.write_text("title,rating\n" + "a,x\n" * 1_000_000)


def many_columns(path):
    path.write_text(",".join(["title", *(f"c{i}" for i in range(16_000))]) + "\na\n")


def unknown_columns(path):
    path.write_text("".join(f'{{"title":"a","{inputs.word(i)}":1}}\n' for i in range(300_000)))


def quotes(path):
    path.write_text("title\n\"" + "\"\"" * 4_500_000)


def deep_json(path):
    path.write_text('{"title":' + "[" * 4_500_000 + "]" * 4_500_000 + "}\n")


def wide_json(path):
    path.write_text('{"title":"a","tags":[' + ",".join(["0"] * 450_000) + "]}\n")


def json_keys(path):
    path.write_text("{" + ",".join(f'"{inputs.word(i)}":0' for i in range(90_000)) + '}\n')


def deep_xml(path):
    path.write_text("<plist>" + "<array>" * 700_000)


def wide_xml(path):
    path.write_text("<plist><array>" + "<true/>" * 1_300_000 + "</array></plist>")


def xml_dictionary(path):
    keys = "".join(f"<key>{inputs.word(i)}</key><true/>" for i in range(300_000))
    path.write_text(f"<plist><dict>{keys}</dict></plist>")


def xml_of_one_key(path):
    path.write_text("<plist><dict>" + "<key>a</key><true/>" * 500_000 + "</dict></plist>")


def xml_entities(path):
    path.write_text("<plist><string>" + "&amp;" * 1_900_000 + "</string></plist>")


def wide_dictionary(path):
    list = inputs.BinaryPlist()
    value = list.add(b"\x09")
    path.write_bytes(list.data(list.dictionary([(inputs.word(i), value) for i in range(400_000)])))


def equal_keys(path):
    list = inputs.BinaryPlist()
    value, key, count = list.add(b"\x09"), list.text("key"), 1_200_000
    top = list.add(list.count(0xD0, count) + list.reference(key) * count + list.reference(value) * count)
    path.write_bytes(list.data(top))


def colliding_keys(path):
    """Keys of a dictionary that differ only in Unicode normal form."""
    list = inputs.BinaryPlist()
    value = list.add(b"\x09")
    keys = ["e\u0301" * (i % 700) + "\u00e9" * (i // 700) for i in range(6_000)]
    path.write_bytes(list.data(list.dictionary([(key, value) for key in keys])))


def class_chain(path):
    """An object whose class is an object, and so on."""
    objects = [{"$class": plistlib.UID(i + 2)} for i in range(200_000)]
    plist(path, inputs.archive(objects + [{"$class": plistlib.UID(1)}], 1))


def data_of_archives(path):
    """Defaults that hold the same archive many times."""
    inner = plistlib.dumps(inputs.books(1), fmt=plistlib.FMT_BINARY)
    plist(path, {f"key{i}": inner for i in range(20_000)})


def shared_archives(path):
    """Defaults in which many keys share one archive."""
    list = inputs.BinaryPlist()
    value = list.add(list.count(0x40, 500_000) + plistlib.dumps(
        inputs.books(3_000), fmt=plistlib.FMT_BINARY)[:500_000].ljust(500_000, b"\0"))
    path.write_bytes(list.data(list.dictionary([(f"key{i}", value) for i in range(50_000)])))


def good_shared_archives(path):
    list = inputs.BinaryPlist()
    data = plistlib.dumps(inputs.books(3_000), fmt=plistlib.FMT_BINARY)
    value = list.add(list.count(0x40, len(data)) + data)
    path.write_bytes(list.data(list.dictionary([(f"key{i}", value) for i in range(50_000)])))


def zeros_in_a_bundle(path):
    inputs.bundle(path, inputs.document(), [("zeros", b"\0" * (300 * MB))])


def zeros_in_a_tar(path):
    inputs.tar(path, inputs.document(), [("zeros", b"\0" * (240 * MB))])


def many_files(path):
    inputs.bundle(path, inputs.document(), [(f"file{i}", b"x") for i in range(995)])


def too_many_files(path):
    inputs.bundle(path, inputs.document(), [(f"file{i}", b"x") for i in range(60_000)])


def litter(path):
    with zipfile.ZipFile(path, "w") as archive:
        for i in range(60_000):
            archive.writestr(f"__MACOSX/{i}", b"")


def tar_of_directories(path):
    inputs.tar(path, inputs.document(), [(f"d{i}/", b"") for i in range(100_000)])


def large_pax_header(path):
    inputs.tar(path, inputs.document(), pax_headers={"comment": "x" * (60 * MB)})


def wrapper_of_many(path):
    inputs.wrapper(path, inputs.document(), [(f"file{i}", b"") for i in range(200_000)])


def data_file_of_zeros(path):
    inputs.bundle(path, b"\0" * (250 * MB))


def text_of_zeros(path):
    path.write_bytes(b"\0" * (10 * MB))


def a_long_line(path):
    path.write_text("title\n" + "x" * (10 * MB - 10))


FILES = {
    f"{name}.{extension}": make for extension, names in {
        "plist": [
            shared_titles, shared_short_titles, many_titles, shared_notes,
            distinct_books_with_shared_notes, archive_of_shared_title_and_tags,
            archive_of_references, archive_of_arrays_of_arrays, archive_of_one_tag, deep_xml,
            wide_xml, xml_dictionary, xml_of_one_key, xml_entities, wide_dictionary, equal_keys,
            colliding_keys, class_chain, data_of_archives, shared_archives, good_shared_archives],
        "scarybug": [
            bundle_of_references, bundle_of_arrays_of_arrays, bundle_of_one_tag, ligatures,
            ligatures_in_notes, ligatures_in_every_field, marks, marks_that_stay, one_word,
            characters_that_are_words, distinct_words, tags_in_a_bundle, zeros_in_a_bundle,
            zeros_in_a_tar, many_files, too_many_files, litter, tar_of_directories,
            large_pax_header, wrapper_of_many, data_file_of_zeros, text_of_zeros],
        "csv": [
            ligatures_in_a_table, tags_in_csv, many_tags_in_rows, a_million_short_rows, blank_rows,
            wrong_rows, many_columns, quotes, a_long_line],
        "jsonl": [tags_in_json, unknown_columns, deep_json, wide_json, json_keys],
    }.items() for make in names for name in [make.__name__]
}

# Files with many good documents: they may take longer, in proportion.
MANY_DOCUMENTS = {
    "many_titles.plist", "a_million_short_rows.csv", "shared_short_titles.plist",
    "distinct_books_with_shared_notes.plist", "data_of_archives.plist",
    "good_shared_archives.plist",
}


def make(name, folder, files=FILES):
    """Makes an input in a folder, in a process of its own. Returns the paths for the command."""
    path = folder / name
    apart(files[name], path)
    paths = sorted(path.iterdir()) if path.is_dir() else [path]
    for path in paths:
        if files is FILES and path.is_file() and path.stat().st_size > LARGEST:
            raise SystemExit(f"{path.name} has {path.stat().st_size} bytes")
    return paths
