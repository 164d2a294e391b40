"""Runs the parts of `run` that are asked for."""

import sys
import tempfile
from pathlib import Path

import answers
import hostile
import interruption
import proportion

PARTS = {"proportion": proportion.run, "hostile": answers.run,
         "interruption": interruption.run}


def main(program, part=None, chosen=""):
    if part is not None and part not in PARTS:
        raise SystemExit(f"no part {part}: {', '.join(PARTS)}")
    hostile.register()
    failures = 0
    for name, run in PARTS.items():
        if part in (None, name):
            with tempfile.TemporaryDirectory(prefix="scarybug-bounds-") as folder:
                failures += run(program, Path(folder), chosen)
    print(f"{failures} failures" if failures else "all within bounds")
    sys.exit(1 if failures else 0)


main(*sys.argv[1:])
