"""Hostile property lists in XML."""

import inputs
from hostile import hostile


def xml(path, text, end="</plist>"):
    path.write_text("<?xml version=\"1.0\"?>\n<plist version=\"1.0\">" + text + end)


@hostile("plist")
def entities_that_double(path):
    entities = "".join(f'<!ENTITY a{i} "&a{i - 1};&a{i - 1};">' for i in range(1, 60))
    path.write_text(
        f'<?xml version="1.0"?><!DOCTYPE plist [<!ENTITY a0 "lol">{entities}]>'
        "<plist><string>&a59;</string></plist>")


@hostile("plist")
def many_entities(path):
    entities = "".join(f'<!ENTITY a{i} "x">' for i in range(300_000))
    path.write_text(f"<!DOCTYPE plist [{entities}]><plist><string>&a1;</string></plist>")


@hostile("plist")
def open_doctype(path):
    path.write_text("<!DOCTYPE plist [" + "<" * 10_000_000)


@hostile("plist")
def comments(path):
    xml(path, "<!-- -->" * 1_200_000 + "<true/>")


@hostile("plist")
def empty_dictionaries(path):
    xml(path, "<array>" + "<dict/>" * 1_390_000 + "</array>")


@hostile("plist")
def open_comments(path):
    xml(path, "<!--" * 2_400_000)


@hostile("plist")
def comments_in_a_text(path):
    xml(path, "<string>" + "a<!---->" * 1_200_000 + "</string>")


@hostile("plist")
def instructions(path):
    xml(path, "<?a?>" * 2_000_000 + "<true/>")


@hostile("plist")
def sections(path):
    xml(path, "<string>" + "<![CDATA[a]]>" * 750_000 + "</string>")


@hostile("plist")
def blanks(path):
    xml(path, " " * 10_000_000 + "<true/>")


@hostile("plist")
def attributes(path):
    xml(path, "<string " + " ".join(f"a{i}='{i}'" for i in range(600_000)) + ">a</string>")


@hostile("plist")
def references_to_characters(path):
    xml(path, "<string>" + "&#x1F600;" * 1_100_000 + "</string>")


@hostile("plist")
def long_reference(path):
    xml(path, "<string>&#" + "0" * 10_000_000 + "65;</string>")


@hostile("plist")
def long_integer(path):
    xml(path, "<integer>" + "9" * 10_000_000 + "</integer>")


@hostile("plist")
def long_real(path):
    xml(path, "<real>0." + "9" * 10_000_000 + "e-5</real>")


@hostile("plist")
def long_date(path):
    xml(path, "<date>" + "9" * 10_000_000 + "-01-01T00:00:00Z</date>")


@hostile("plist")
def many_numbers(path):
    xml(path, "<array>" + "<integer>7</integer>" * 500_000 + "</array>")


@hostile("plist")
def many_texts(path):
    xml(path, "<array>" + "<string>a</string>" * 500_000 + "</array>")


@hostile("plist")
def empty_texts(path):
    xml(path, "<array>" + "<string/>" * 1_100_000 + "</array>")


@hostile("plist")
def data_of_blanks(path):
    xml(path, "<data>" + " \n" * 5_000_000 + "</data>")


@hostile("plist")
def data_in_base64(path):
    xml(path, "<data>" + "AAAA" * 2_500_000 + "</data>")


@hostile("plist")
def xml_in_utf16(path):
    path.write_bytes(("\ufeff<?xml version='1.0' encoding='UTF-16'?><plist><array>" +
                      "<true/>" * 700_000 + "</array></plist>").encode("utf-16-le"))


@hostile("plist")
def nested_dictionaries(path):
    nested = "<dict><key>a</key>" * 200 + "<true/>" + "</dict>" * 200
    xml(path, "<array>" + nested * 1_900 + "</array>")


@hostile("plist")
def ends_without_beginnings(path):
    xml(path, "</array>" * 1_200_000)


@hostile("plist")
def long_name(path):
    xml(path, "<" + "a" * 10_000_000)


@hostile("plist")
def deep_xml(path):
    path.write_text("<plist>" + "<array>" * 700_000)


@hostile("plist")
def wide_xml(path):
    path.write_text("<plist><array>" + "<true/>" * 1_300_000 + "</array></plist>")


@hostile("plist")
def xml_dictionary(path):
    keys = "".join(f"<key>{inputs.word(i)}</key><true/>" for i in range(300_000))
    path.write_text(f"<plist><dict>{keys}</dict></plist>")


@hostile("plist")
def xml_of_one_key(path):
    path.write_text("<plist><dict>" + "<key>a</key><true/>" * 500_000 + "</dict></plist>")


@hostile("plist")
def xml_entities(path):
    path.write_text("<plist><string>" + "&amp;" * 1_900_000 + "</string></plist>")
