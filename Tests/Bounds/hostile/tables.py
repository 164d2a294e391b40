"""Hostile tables: CSV, TSV and JSON lines, and archives of Darwin Core."""

import zipfile

import inputs
from hostile import MB, hostile

@hostile("csv")
def tags_in_csv(path):
    tags = ",".join(inputs.word(i) for i in range(140_000))
    inputs.csv(path, [("Moth", tags)], ("title", "tags"))


@hostile("jsonl")
def tags_in_json(path):
    inputs.json_lines(path, [{"title": "Moth", "tags": [inputs.word(i) for i in range(110_000)]}])


@hostile("csv")
def many_tags_in_rows(path):
    tags = ",".join(inputs.word(i) for i in range(9_900))
    inputs.csv(path, ((f"Moth {i}", tags) for i in range(200)), ("title", "tags"))


@hostile("scarybug")
def tags_in_a_bundle(path):
    inputs.bundle(path, inputs.document(tags=[inputs.word(i) for i in range(160_000)]))


@hostile("csv", has_many=True)
def a_million_short_rows(path):
    path.write_text("title\n" + "a\n" * 1_040_000)


@hostile("csv")
def blank_rows(path):
    path.write_text("title\n" + "\n" * 9_000_000)


@hostile("csv")
def wrong_rows(path):
    path.write_text("title,rating\n" + "a,x\n" * 1_000_000)


@hostile("csv")
def long_dates(path):
    """Dates of another program's table that have a separator at every other byte."""
    dates = ["1-" * 10_000, "1/" * 10_000, "1 - " * 24, "1-1 " * 24, "1 May 1906 - " * 7]
    rows = ((f"Apis {i}", dates[i % 5]) for i in range(1_000))
    inputs.csv(path, rows, ("scientificName", "eventDate"))


@hostile("csv")
def many_columns(path):
    path.write_text(",".join(["title", *(f"c{i}" for i in range(16_000))]) + "\na\n")


@hostile("jsonl")
def unknown_columns(path):
    path.write_text("".join(f'{{"title":"a","{inputs.word(i)}":1}}\n' for i in range(300_000)))


@hostile("csv")
def quotes(path):
    path.write_text("title\n\"" + "\"\"" * 4_500_000)


@hostile("jsonl")
def deep_json(path):
    path.write_text('{"title":' + "[" * 4_500_000 + "]" * 4_500_000 + "}\n")


@hostile("jsonl")
def wide_json(path):
    path.write_text('{"title":"a","tags":[' + ",".join(["0"] * 450_000) + "]}\n")


@hostile("jsonl")
def json_keys(path):
    path.write_text("{" + ",".join(f'"{inputs.word(i)}":0' for i in range(90_000)) + '}\n')


@hostile("scarybug")
def text_of_zeros(path):
    path.write_bytes(b"\0" * (10 * MB))


@hostile("csv")
def a_long_line(path):
    path.write_text("title\n" + "x" * (10 * MB - 10))




@hostile("csv", options=["--keep-going"])
def wrong_rows_to_skip(path):
    path.write_text("title,rating\n" + "a,x\n" * 2_000_000 + "a,1\n")


@hostile("jsonl", options=["--keep-going"])
def wrong_lines_to_skip(path):
    path.write_text("{\n" * 4_900_000 + '{"title":"a"}\n')


@hostile("jsonl")
def wrong_lines(path):
    path.write_text("{\n" * 4_900_000)


@hostile("csv")
def empty_cells(path):
    columns = ",".join(["title", *(["x"] * 16_000)])
    path.write_text(columns + "\n" + ("a" + "," * 16_000 + "\n") * 600)


@hostile("csv", options=["--map", "x="])
def empty_cells_left_out(path):
    columns = ",".join(["title", "x", *(f"x{i}" for i in range(50))])
    path.write_text(columns + "\n" + ("a" + "," * 51 + "\n") * 190_000)


@hostile("csv")
def same_columns(path):
    path.write_text("title,title," + "notes," * 10_000 + "\na\n")


@hostile("csv")
def long_columns(path):
    path.write_text("title," + ",".join("x" * 130 + str(i) for i in range(14_000)) + "\na\n")


@hostile("csv")
def carriage_returns(path):
    path.write_text("title\r" + "a\r" * 5_000_000)


@hostile("csv")
def rows_of_quotes(path):
    path.write_text("title\n" + '""\n' * 3_000_000)


@hostile("csv")
def broken_quotes(path):
    path.write_text("title\n" + '"a"b\n' * 1_900_000)


@hostile("csv")
def nulls(path):
    path.write_bytes(b"title\n" + b"a\0\n" * 3_000_000)


@hostile("csv")
def bytes_that_are_no_text(path):
    path.write_bytes(b"title\n" + b"\xff\xfe\n" * 3_000_000)


@hostile("csv", has_many=True)
def rows_in_utf16(path):
    inputs.csv(path, (("\u87f2" * 10,) for _ in range(200_000)), encoding="utf-16")


@hostile("csv")
def a_row_in_utf16(path):
    inputs.csv(path, [("\u87f2" * 5_000_000,)], encoding="utf-16")


@hostile("tsv")
def tabs(path):
    path.write_text("title\tnotes\n" + "\t" * 10_000_000)


@hostile("tsv")
def rows_of_tabs(path):
    path.write_text("title\tnotes\n" + "\t\n" * 5_000_000)


@hostile("csv")
def dates(path):
    path.write_text(f"title,seen\na,{'2026-' * 200_000}\n\na,{'9' * 1_000_000}\n")


@hostile("csv")
def ratings(path):
    path.write_text("title,rating\n" + ("a,0." + "0" * 900_000 + "1\n") * 10)


@hostile("csv", options=["--update"])
def updates_of_nothing(path):
    path.write_text("number,identifier,title\n" + "".join(
        f"{i},{i:08x}-0000-0000-0000-000000000000,a\n" for i in range(200_000)))


@hostile("csv", options=["--update"])
def updates_of_one(path):
    path.write_text("number,title\n" + "1,a\n" * 2_000_000)


@hostile("csv", options=["--map", "title=notes"])
def no_title(path):
    path.write_text("title\n" + "a\n" * 1_000_000)


@hostile("csv")
def kinds(path):
    path.write_text("kind,title\n" + "".join(f"k{i},a\n" for i in range(800_000)))


@hostile("jsonl")
def wide_object(path):
    keys = ",".join(f'"{inputs.word(i)}":0' for i in range(90_000))
    path.write_text('{"title":{' + keys + "}}\n")


@hostile("jsonl")
def same_keys(path):
    path.write_text(("{" + '"title":"a",' * 80_000 + '"title":"b"}\n') * 10)


@hostile("jsonl")
def nested_rows(path):
    path.write_text(('{"a":' * 60 + "1" + "}" * 60 + "\n") * 27_000)


@hostile("jsonl")
def unknown_values(path):
    path.write_text('{"title":"a","x":[' + ",".join(["[]"] * 330_000) + "]}\n")


@hostile("jsonl")
def unknown_rows_of_values(path):
    path.write_text(('{"title":"a","x":[' + ",".join(["{}"] * 330_000) + "]}\n") * 9)


@hostile("jsonl")
def long_number(path):
    for_many = '{"title":"a","rating":' + "1" * 1_000_000 + "}\n"
    for_small = '{"title":"a","rating":0.' + "1" * 1_000_000 + "e-9999999}\n"
    path.write_text(for_many + for_small)


@hostile("jsonl")
def escapes(path):
    path.write_text(('{"title":"a","notes":"' + "\\u0001" * 170_000 + '"}\n') * 9)


@hostile("jsonl")
def escaped_ligatures(path):
    path.write_text(('{"title":"a","notes":"' + "\\uFDFA" * 170_000 + '"}\n') * 9)


@hostile("jsonl")
def escaped_keys(path):
    keys = ",".join(f'"{chr(92)}u{i:04x}":1' for i in range(0x1000, 0x9000))
    path.write_text('{"title":"a",' + keys + "}\n")


@hostile("json")
def array(path):
    path.write_text("[" + ",".join(['{"title":"a"}'] * 700_000) + "]")


@hostile("jsonl")
def blank_lines(path):
    path.write_text(" \n" * 5_000_000 + '{"title":"a"}\n')


@hostile("jsonl", has_many=True)
def rows_with_tags(path):
    path.write_text("".join(
        f'{{"title":"a","tags":["{i}","b{i}","c{i}","d{i}"]}}\n' for i in range(90_000)))


@hostile("csv")
def commas_in_tags(path):
    path.write_text("title,tags\n" + ('a,"' + "," * 1_000_000 + '"\n') * 9)


@hostile("csv")
def the_same_tag(path):
    path.write_text("title,tags\n" + ('a,"' + "x," * 500_000 + '"\n') * 9)


@hostile("csv")
def tags_that_differ_in_case(path):
    """Tags that are equal when case and accents are ignored."""
    tags = ",".join("".join("aA"[i >> bit & 1] for bit in range(13)) for i in range(1 << 13))
    path.write_text("title,tags\n" + f'a,"{tags}"\n' * 80)


def darwin_core_table(element, row_type, name, term):
    id_column = "id" if element == "core" else "coreid"
    return (f'<{element} rowType="{row_type}" fieldsTerminatedBy="," ignoreHeaderLines="0"><files>'
            f'<location>{name}</location></files><{id_column} index="0"/>'
            f'<field index="1" term="{term}"/></{element}>')


@hostile("zip")
def a_million_pictures_of_one_record(path):
    """12 KB of an archive of Darwin Core."""
    core = darwin_core_table("core", "http://rs.tdwg.org/dwc/terms/Occurrence", "occurrence.csv",
                             "http://rs.tdwg.org/dwc/terms/scientificName")
    media = darwin_core_table("extension", "http://rs.gbif.org/terms/1.0/Multimedia", "media.csv",
                              "http://purl.org/dc/terms/identifier")
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("meta.xml", f"<archive xmlns=\"http://rs.tdwg.org/dwc/text/\">{core}{media}"
                                     "</archive>")
        archive.writestr("occurrence.csv", "1,Ant\n")
        archive.writestr("media.csv", "1,a.jpg\n" * 1_000_000)
