"""Prints labels of 300 documents from a browser, and reads their codes; see `run`."""

import base64
import json
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from browser import Browser
from pages import HOSTILE, SPECIES, Bench, expect

COUNT = 300
PLACES = ["Southampton Common, Hampshire", "Θεσσαλονίκη", "Москва, Лосиный остров", "حديقة في القاهرة", "東京都新宿区の公園"]
# Where a text is wider than its label, in pixels.
OVER = """Math.max(...[...document.querySelectorAll('text')].map(text => {
    const [own, label] = [text.getBoundingClientRect(), text.ownerSVGElement.getBoundingClientRect()];
    return Math.max(own.right - label.right, label.left - own.left); }))"""


def make(bench):
    dice = random.Random(1)
    lines = [f"new '{HOSTILE.replace(chr(39), chr(39) + chr(92) + chr(39) * 2)}' place='</text></svg><b>'"]
    for number in range(1, COUNT):
        lines.append(
            f"new 'Beetle {number}' species='{dice.choice(SPECIES)}' place='{dice.choice(PLACES)}' seen=2026-05-12 "
            f"at={dice.uniform(-90, 90):.5f},{dice.uniform(-180, 180):.5f}±25 observer='A. Smith' determiner='B. Jones'"
        )
    bench.run(text="\n".join(lines) + "\n")


def look(browser, page):
    browser.open(page)
    expect(not browser.complaints(), f"the page complains: {browser.complaints()}")
    expect(browser.value("document.querySelectorAll('svg').length") == COUNT, "not all documents have labels")
    expect(browser.value("document.querySelectorAll('b, img, script').length") == 0, "a text became markup")
    over = browser.value(OVER)
    expect(over <= 0, f"a text runs {over} pixels over the edge of its label")


def printed(browser, folder):
    """Prints the page, and returns the number of sheets."""
    data = browser.ask("Page.printToPDF", preferCSSPageSize=True, printBackground=True)["data"]
    (folder / "labels.pdf").write_bytes(base64.b64decode(data))
    told = subprocess.run(["pdfinfo", "labels.pdf"], cwd=folder, check=True, capture_output=True, text=True).stdout
    return int(told.partition("Pages:")[2].split()[0])


def codes(folder, sheet, row):
    """The codes of a row, as a printer with 400 dots per inch makes it. zbarimg finds few in a whole sheet."""
    dots = 400 / 72
    top = (9 * 72 / 25.4 + 28.5 * row) * dots
    area = ["-x", "0", "-W", "3400", "-y", str(int(top) - 8), "-H", str(int(28.5 * dots) + 16)]
    page = ["-f", str(sheet), "-l", str(sheet), "-singlefile", "-r", "400", "-gray", "-png"]
    subprocess.run(["pdftoppm", *page, *area, "labels.pdf", "row"], cwd=folder, check=True)
    read = subprocess.run(["zbarimg", "--nodbus", "-q", "--raw", "row.png"], cwd=folder, capture_output=True, text=True)
    return read.stdout.split()


def main(program):
    folder = Path(tempfile.mkdtemp(prefix="scarybug-labels-"))
    bench = Bench(program, folder)
    make(bench)
    with Browser(folder / "profile") as browser:
        # 10 by 27 labels on A4, and with codes 6 by 26 on Letter.
        bench.run("labels", "a.html")
        look(browser, folder / "a.html")
        expect(printed(browser, folder) == 2, "300 labels take two sheets")
        bench.run("labels", "b.html", "--qr", "--paper", "letter")
        look(browser, folder / "b.html")
        expect(printed(browser, folder) == 2, "300 labels with codes take two sheets")
        listed = [json.loads(line)["identifier"] for line in bench.run("--json", "list").splitlines()]
        read = [code for row in range(50) for code in codes(folder, 1 + row // 26, row % 26)]
        expect(sorted(read) == sorted(listed), f"{len(set(read))} codes were read")
    print(f"{COUNT} labels: printed on A4 and Letter, all codes read")
    shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
