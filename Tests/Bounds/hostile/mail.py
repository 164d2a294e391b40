"""Hostile messages: bundles that together unpack to gigabytes."""

from email.message import EmailMessage

import inputs
from hostile import MB, hostile


def message(path, write, *parts):
    """A message with as many copies of a bundle as fit into it."""
    write(path, *parts)
    bundle = path.read_bytes()
    mail = EmailMessage()
    mail["Subject"] = "bugs"
    mail.set_content("Bugs")
    for i in range(9 * MB // (len(bundle) * 4 // 3 + 200)):
        mail.add_attachment(
            bundle, maintype="application", subtype="zip", filename=f"{i}.scarybug")
    path.write_bytes(bytes(mail))


@hostile("eml", has_many=True)
def bundles_of_long_notes(path):
    message(path, inputs.bundle, inputs.document(Notes="n" * MB))


@hostile("eml")
def bundles_of_zeros(path):
    message(path, inputs.bundle, inputs.document(), [("zeros", b"\0" * (200 * MB))])


@hostile("eml")
def tar_files_of_zeros(path):
    message(path, inputs.tar, inputs.document(), [("zeros", b"\0" * (200 * MB))])
