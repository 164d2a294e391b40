"""Runs the parts of `run` that are asked for."""

import sys
import tempfile
import time
from pathlib import Path

import answers
import hostile
import interruption
import proportion

PARTS = {
    "proportion": proportion.run, "hostile": answers.run, "interruption": interruption.run}


def main(program, *words):
    is_quick = words[:1] == ("quick",)
    part, chosen, *rest = [*words[is_quick:], "", ""]
    if part not in ("", *PARTS) or any(rest):
        raise SystemExit(f"not a part: {' '.join(words)}; there are: {', '.join(PARTS)}")
    hostile.register()
    failures = 0
    for name, run in PARTS.items():
        if part in ("", name):
            start = time.monotonic()
            with tempfile.TemporaryDirectory(prefix="scarybug-bounds-") as folder:
                failures += run(program, Path(folder), chosen, is_quick)
            print(f"{name}: {time.monotonic() - start:.0f} s", flush=True)
    print(f"{failures} failures" if failures else "all within bounds")
    sys.exit(1 if failures else 0)


main(*sys.argv[1:])
