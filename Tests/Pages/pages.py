"""Opens a gallery of 1,000 documents in a browser, and uses it as people do; see `run`."""

import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from browser import Browser

COUNT = 1_000
HOSTILE = "</script><img src=x onerror=\"document.title='hit'\"><b>Ant</b> ' & \u202e"
SPECIES = ["Bombus terrestris", "Carabus auratus", "Lucanus cervus", "Pardosa lugubris"]


def expect(is_so, what):
    if not is_so:
        raise AssertionError(what)


class Bench:
    def __init__(self, program, folder):
        self.program, self.folder = program, folder

    def run(self, *words, text=""):
        environment = {
            "SCARYBUG_HOME": str(self.folder / "home"), "XDG_CACHE_HOME": str(self.folder / "cache"),
            "HOME": str(self.folder), "LC_ALL": "C.UTF-8", "PATH": os.environ["PATH"], "USER": "alice",
        }  # fmt: skip
        child = subprocess.run(
            [self.program, *words], input=text, env=environment, cwd=self.folder, capture_output=True, text=True
        )
        expect(child.returncode == 0, f"{words} ended with {child.returncode}: {child.stderr}")
        return child.stdout

    def make(self):
        dice = random.Random(1)
        for number in range(20):
            pixels = bytearray()
            shade = [dice.randrange(256) for _ in range(3)]
            for y in range(300):
                for x in range(400):
                    isInside = ((x - 200) / 120) ** 2 + ((y - 150) / 70) ** 2 < 1
                    pixels += bytes(shade if isInside else ((90 + x // 4) % 256, 140 + y // 4, 80 + (x ^ y) % 24))
            (self.folder / "p.ppm").write_bytes(b"P6 400 300 255\n" + pixels)
            subprocess.run(["vips", "copy", "p.ppm", f"p{number}.jpg"], cwd=self.folder, check=True)
        lines = [f"new '{HOSTILE.replace(chr(39), chr(39) + chr(92) + chr(39) * 2)}' rating=5 notes='zebra'"]
        for number in range(1, COUNT):
            lines.append(
                f"new 'Beetle {number}' rating={dice.randrange(11) / 2} seen=20{dice.randrange(10, 27)}-05 "
                f"species='{dice.choice(SPECIES)}' image=p{number % 20}.jpg place='Wood {number % 40}' "
                f"at={48 + number % 40 / 100},{16 + number % 40 / 100}±25 notes='Käfer on bark'"
            )
        self.run(text="\n".join(lines) + "\n")
        self.run("attach", "3", "p7.jpg", "p8.jpg")


def look(browser, page):
    browser.open(page)
    expect(not browser.complaints(), f"the page complains: {browser.complaints()}")
    expect(browser.value("document.title") == "Bugs", "a text became markup")
    expect(browser.value("document.querySelectorAll('.card').length") == COUNT, "not all documents are there")
    expect(browser.value("document.querySelector('.card h2').textContent") == HOSTILE, "a title is not the text")
    expect(browser.value("document.querySelectorAll('.card button img, .card b').length") == COUNT - 1, "no picture")
    expect(browser.value("document.querySelectorAll('.more img').length") == 2, "further photographs are missing")
    widths = browser.value(
        "(async () => { const image = document.images[0]; await image.decode(); return image.naturalWidth })()"
    )
    expect(widths == 400, f"a picture is {widths} pixels wide")


def search(browser):
    shown = "[...document.querySelectorAll('.card')].filter(card => !card.hidden).length"
    browser.key("/")
    expect(browser.value("document.activeElement.id") == "search", "/ does not lead to the search")
    browser.type("kafer wood 7")
    count = browser.value(shown)
    told = browser.value("document.getElementById('count').textContent")
    expect(0 < count < COUNT and told == f"{count} of {COUNT:,} documents", f"found {count}, told {told}")
    browser.value("search.value = 'beetle 999'; find()")
    visible = "[...document.querySelectorAll('#places li')].filter(place => !place.hidden).length"
    expect(browser.value(visible) == 1, "the places do not follow the search")
    for label in ["notes", "scariness"]:
        browser.value(f"search.value = '{label}'; find()")
        expect(browser.value(shown) == 0, f"the search finds the name of the field {label}")
    browser.value("document.querySelector('#places a[href=\"#d5\"]').click()")
    expect(browser.value("search.value === '' && !d5.hidden"), "a link leads to a card that the search hides")
    expect(browser.value(shown) == COUNT, "not all are back")
    slash = "new KeyboardEvent('keydown', { key: '/', ctrlKey: true, bubbles: true })"
    browser.value(f"document.activeElement.blur(); document.body.dispatchEvent({slash})")
    expect(browser.value("document.activeElement.id") != "search", "Ctrl and / lead to the search")


def arrange(browser):
    for key, order in [("rating", "b - a"), ("first", "b - a"), ("species", "a.localeCompare(b)")]:
        browser.value(f"sort.value = '{'seen' if key == 'first' else key}'; arrange()")
        isSorted = browser.value(
            f"(() => {{ const all = [...document.querySelectorAll('.card')].map(card => card.dataset.{key})"
            f".filter(text => text); const sorted = [...all].sort((a, b) => {order});"
            f" return JSON.stringify(all) === JSON.stringify(sorted) }})()"
        )
        expect(isSorted, f"not sorted by {key}")
    browser.value("sort.value = ''; arrange()")


def walk(browser):
    """Uses nothing but keys."""
    focused = "document.activeElement.closest('.card')?.id"
    browser.value("document.querySelector('.card button').focus()")
    browser.key("ArrowRight")
    expect(browser.value(focused) == "d2", "the right arrow does not lead to the next picture")
    browser.key("ArrowDown")
    expect(browser.value(focused) not in ["d1", "d2"], "the arrow down does not lead to the next row")
    browser.key("Home")
    expect(browser.value(focused) == "d1", "Home does not lead to the first picture")
    browser.key("End")
    expect(browser.value(focused) == f"d{COUNT}", "End does not lead to the last picture")
    browser.key("Enter", "\r")
    expect(browser.value("large.open") is True, "Enter does not show the picture")
    expect(browser.value("document.getElementById('large-heading').textContent") == f"Beetle {COUNT - 1}", "its title")
    expect(browser.value("document.querySelector('#large-about dd') !== null"), "its fields")
    browser.key("ArrowLeft")
    expect(browser.value("document.getElementById('large-heading').textContent") == f"Beetle {COUNT - 2}", "the one before")
    browser.value("document.getElementById('next').focus(); document.getElementById('next').click()")
    expect(browser.value("document.activeElement.id") == "large-heading", "the focus is lost at the last picture")
    browser.key("ArrowLeft")
    browser.key("Escape")
    expect(browser.value("large.open") is False, "Escape does not close the picture")
    expect(browser.value(focused) == f"d{COUNT - 1}", "the focus is not where it was")
    link = browser.value("document.querySelector('#places a').href")
    expect(link.startswith("geo:48") and link.endswith(";u=25"), f"a place is {link}")


def tick(browser):
    """Chooses cards, on the sheet and where they are shown larger."""
    chosen = "document.getElementById('selection').value"
    hidden = "document.getElementById('ticked').hidden"
    expect(browser.value("document.querySelector('#d4 .pick').textContent.trim()") == "4", "a card has no number")
    expect(browser.value(hidden) is True, "there is a selection before any card is ticked")
    for number in [7, 1, 5, 4]:
        browser.value(f"document.querySelector('#d{number} .pick input').click()")
    expect(browser.value(chosen) == "1,4-5,7", f"the selection is {browser.value(chosen)}")
    browser.value("document.querySelector('#d3 button').focus()")
    browser.key("Enter", "\r")
    pictures = "document.querySelectorAll('#large-picture img').length"
    expect(browser.value(pictures) == 3, "not all photographs of a document are shown")
    expect(browser.value("document.getElementById('large-number').textContent") == "3", "its number is not shown")
    wide = "document.querySelector('#large-picture img').getBoundingClientRect().width"
    small = "document.querySelector('#d3 button img').getBoundingClientRect().width"
    expect(browser.value(wide) > browser.value(small), "the photograph is not larger")
    browser.key("ArrowRight")
    expect(browser.value(pictures) == 1, "the arrow does not go on")
    expect(browser.value("document.getElementById('large-tick').checked") is True, "the tick is not shown")
    browser.key("ArrowRight")
    browser.key("ArrowRight")
    browser.value("document.getElementById('large-tick').click()")
    browser.key("Escape")
    expect(browser.value(chosen) == "1,4-7", f"the selection is {browser.value(chosen)}")
    browser.value("document.getElementById('copy').click()")
    expect(browser.value("getSelection().toString()") == "1,4-7", "the selection is not copied")
    browser.value("document.getElementById('untick').click()")
    expect(browser.value(hidden) is True, "the selection stays")


def readable(browser):
    """What a screen reader needs: names for all that can be used, and enough contrast."""
    browser.ask("Accessibility.enable")
    used = {"button", "link", "textbox", "searchbox", "combobox", "image"}
    for node in browser.ask("Accessibility.getFullAXTree")["nodes"]:
        role = node.get("role", {}).get("value")
        name = node.get("name", {}).get("value", "")
        if role in used and not node.get("ignored"):
            expect(name.strip(), f"a {role} has no name")
    for theme in ["light", "dark"]:
        browser.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": theme}])
        worst = browser.value(CONTRAST)
        expect(worst >= 4.5, f"the {theme} theme has a contrast of {worst:.2f}")


def differently(browser, page):
    """Prints the page, and opens it where no scripts run."""
    shown = "getComputedStyle(document.querySelector('{}')).display"
    browser.ask("Emulation.setEmulatedMedia", media="print")
    expect(browser.value(shown.format("#d2 .printed")) == "block", "paper lacks the place")
    expect(browser.value(shown.format("#d2 dl div:not(.printed)")) == "none", "paper has all fields")
    browser.ask("Emulation.setEmulatedMedia", media="")
    expect(browser.value(shown.format("#d2 dl")) == "none", "a card has its details")
    browser.ask("Emulation.setScriptExecutionDisabled", value=True)
    browser.open(page)
    expect(browser.value(shown.format("#d2 dl")) == "block", "without scripts, a card lacks its details")
    expect(browser.value(shown.format(".controls")) == "none", "without scripts, there is a search")
    browser.ask("Emulation.setScriptExecutionDisabled", value=False)


# The least contrast of a text with what is behind it (WCAG 2.2, 1.4.3).
CONTRAST = """(() => {
    const light = color => { const parts = color.match(/[\\d.]+/g).slice(0, 3).map(part => {
        const value = part / 255;
        return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4; });
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]; };
    const behind = element => { for (let one = element; one; one = one.parentElement) {
        const color = getComputedStyle(one).backgroundColor;
        if (!/, 0\\)$/.test(color)) return color; } return 'rgb(255, 255, 255)'; };
    let worst = 21;
    for (const one of document.querySelectorAll('h1, .controls *, #d2 *, #places *')) {
        const [front, back] = [light(getComputedStyle(one).color), light(behind(one))];
        worst = Math.min(worst, (Math.max(front, back) + 0.05) / (Math.min(front, back) + 0.05)); }
    return worst; })()"""


def paint(browser, page, folder):
    """Compares the first paint with that of a bare page with the same pictures."""
    text = page.read_text()
    pictures = [part.partition('"')[0] for part in text.split('src="data:')[1:]]
    bare = folder / "bare.html"
    bare.write_text("<!DOCTYPE html>" + "".join(f'<img src="data:{picture}">' for picture in pictures))
    first = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"

    def moment(path):
        browser.open(path)
        while not (found := browser.value(first)):
            time.sleep(0.01)
        return found

    times = [(moment(page), moment(bare)) for _ in range(9)]
    ours, theirs = (sorted(side)[4] for side in zip(*times))
    print(f"first paint {ours:.0f} ms, of the pictures alone {theirs:.0f} ms: {ours / theirs:.2f} (at most 2)")


def main(program):
    folder = Path(tempfile.mkdtemp(prefix="scarybug-pages-"))
    bench = Bench(program, folder)
    bench.make()
    page = folder / "bugs.html"
    bench.run("gallery", str(page))
    size = page.stat().st_size
    expect(size < 30_000_000, f"the page has {size} bytes")
    told = bench.run("gallery", str(page.with_name("large.html")), "1-40", "--size", "1600")
    expect(" to " in told and told.strip().endswith("iB"), f"the size of the file is not told: {told}")
    with Browser(folder / "profile") as browser:
        paint(browser, page, folder)
        for part in [look, lambda one, _: search(one), lambda one, _: arrange(one), lambda one, _: walk(one),
                     lambda one, _: tick(one), lambda one, _: readable(one), differently]:  # fmt: skip
            part(browser, page)
        expect(not browser.complaints(), f"the page complains: {browser.complaints()}")
    print(f"a gallery of {COUNT} documents, {size / 1e6:.1f} MB: looked at, searched, sorted, walked by keys, ticked")
    shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
