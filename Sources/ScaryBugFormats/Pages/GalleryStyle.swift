/// How a gallery looks, on a light or dark screen and on paper.
package enum GalleryStyle {
    package static let text = """
        :root { color-scheme: light dark; --back: #fff; --front: #1c1c1c; --quiet: #595959;
            --card: #f3f2ee; --line: #8a8a8a; --link: #0b57a4; }
        @media (prefers-color-scheme: dark) {
            :root { --back: #16181a; --front: #ececec; --quiet: #b4b4b4; --card: #232629;
                --line: #7d7d7d; --link: #8ec3ff; }
        }
        * { box-sizing: border-box; }
        body { margin: 0; background: var(--back); color: var(--front);
            font: 1rem/1.4 system-ui, sans-serif; }
        a { color: var(--link); }
        header { padding: 1rem 1.25rem; }
        h1 { margin: 0 0 .75rem; font-size: 1.6rem; overflow-wrap: anywhere; }
        .controls { display: flex; flex-wrap: wrap; gap: .75rem 1.5rem; align-items: center; margin: 0; }
        input, select, button { font: inherit; color: inherit; background: var(--back);
            border: 1px solid var(--line); border-radius: .3rem; padding: .3rem .5rem; }
        output { color: var(--quiet); }
        main { padding: 0 1.25rem 2rem; }
        #sheet { list-style: none; margin: 0; padding: 0; display: grid; gap: 1rem;
            grid-template-columns: repeat(auto-fill, minmax(11rem, 1fr)); }
        .card { background: var(--card); border-radius: .5rem; overflow: hidden;
            content-visibility: auto; contain-intrinsic-size: auto 17rem; }
        .card[hidden] { display: none; }
        .card:target { outline: 3px solid var(--link); }
        .card > button { display: block; width: 100%; aspect-ratio: 4 / 3; padding: 0; border: 0;
            border-radius: 0; background: none; cursor: zoom-in; }
        .card button img { display: block; width: 100%; height: 100%; object-fit: cover; }
        .none { color: var(--quiet); }
        :focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
        .card > button:focus-visible { outline-offset: -3px; }
        .more { display: none; }
        .pick { float: inline-end; padding: .5rem .75rem; }
        #ticked { position: sticky; bottom: 0; padding: .5rem 0; background: var(--back); }
        .about { padding: .5rem .75rem .75rem; }
        .about h2 { margin: 0; font-size: 1rem; overflow-wrap: anywhere; }
        .about p { margin: .15rem 0 0; overflow-wrap: anywhere; }
        .species { font-style: italic; }
        .seen { color: var(--quiet); }
        .card dl { display: none; }
        dl { margin: .75rem 0 0; }
        dl div { display: flex; gap: .75rem; margin: .2rem 0; }
        dt { flex: 0 0 7rem; color: var(--quiet); overflow-wrap: anywhere; }
        dd { flex: 1; margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
        #places { margin-top: 2rem; }
        #places h2 { font-size: 1.2rem; }
        #places li { margin: .3rem 0; overflow-wrap: anywhere; }
        dialog { width: min(75rem, 96vw); max-height: 96vh; border: 1px solid var(--line);
            border-radius: .5rem; background: var(--back); color: inherit; padding: 1rem; }
        dialog::backdrop { background: rgb(0 0 0 / .6); }
        dialog h2 { margin: .75rem 0; overflow-wrap: anywhere; }
        .bar { display: flex; gap: .5rem; }
        #close { margin-inline-start: auto; }
        #large-picture img { display: block; margin: 0 auto .5rem; max-width: 100%; max-height: 75vh; }
        #large-about h2 { display: none; }
        #large-about .about { padding: .5rem 0 0; }
        @media print {
            :root { color-scheme: light; --back: #fff; --front: #000; --quiet: #333; --card: #fff;
                --line: #666; --link: #000; }
            .controls, dialog, .pick input, #ticked, .card > button:has(.none) { display: none; }
            header, main { padding: 0; }
            #sheet { grid-template-columns: repeat(4, 1fr); gap: 4mm; }
            .card { content-visibility: visible; border: .3pt solid #666; break-inside: avoid; }
            .card > button { break-inside: avoid; }
            .about { font-size: 8pt; padding: 1.5mm 2mm; }
            .about h2 { font-size: 9pt; }
            .card dl { display: block; margin: 0; }
            .card dl div { display: none; }
            .card dl .printed { display: block; margin: 0; }
            dt, dd { display: inline; }
            dt::after { content: ": "; }
            #places { break-before: page; font-size: 9pt; }
        }
        """

    /// Without a script, nothing can be searched or shown larger, so each card has its details.
    package static let withoutScript = """
        @media screen { .card dl, .card dl div, .more { display: block; } }
        .more img { width: 100%; }
        .controls, .pick input { display: none; }
        .card > button { visibility: hidden; }
        .card > button * { visibility: visible; }
        """
}

/// The script of a gallery. It searches, sorts, and shows a larger picture.
package enum GalleryScript {
    package static let text = """
        "use strict";
        const sheet = document.getElementById("sheet");
        const cards = [...sheet.children];
        const search = document.getElementById("search");
        const sort = document.getElementById("sort");
        const count = document.getElementById("count");
        const large = document.getElementById("large");
        const boxes = [...sheet.querySelectorAll(".pick input")];
        const largeTick = document.getElementById("large-tick");
        const selection = document.getElementById("selection");
        const plain = text => text.normalize("NFD").replace(/\\p{M}/gu, "").toLowerCase();
        const texts = new Map();
        const textOf = card => {
            if (!texts.has(card)) {
                const values = [...card.querySelectorAll("h2, .species, .seen, dd")];
                const found = [...values.map(value => value.textContent), card.dataset.seen];
                texts.set(card, plain(found.join("\\n")));
            }
            return texts.get(card);
        };
        const places = [...document.querySelectorAll("#places li")];
        const linked = link => document.getElementById(link.hash.slice(1));
        const links = place => [...place.querySelectorAll('a[href^="#"]')];
        const shown = () => [...sheet.children].filter(card => !card.hidden);

        function find() {
            const words = plain(search.value).split(/\\s+/).filter(word => word);
            let found = 0;
            for (const card of cards) {
                card.hidden = !words.every(word => textOf(card).includes(word));
                if (!card.hidden) found += 1;
            }
            for (const place of places) place.hidden = links(place).every(link => linked(link).hidden);
            const all = cards.length.toLocaleString("en");
            const noun = cards.length === 1 ? " document" : " documents";
            count.textContent = words.length ? found.toLocaleString("en") + " of " + all + noun : all + noun;
        }

        function arrange() {
            const key = sort.value;
            const order = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });
            const sorted = [...cards];
            if (key === "rating") sorted.sort((a, b) => b.dataset.rating - a.dataset.rating);
            else if (key) sorted.sort((a, b) => {
                const [x, y] = [a.dataset[key], b.dataset[key]];
                if (!x || !y) return (x ? 0 : 1) - (y ? 0 : 1);
                if (key !== "seen") return order.compare(x, y);
                return b.dataset.first - a.dataset.first || b.dataset.last - a.dataset.last;
            });
            sheet.append(...sorted);
        }

        let current;
        function show(card) {
            current = card;
            const heading = document.getElementById("large-heading");
            heading.textContent = card.querySelector("h2").textContent;
            const pictures = [...card.querySelectorAll("img, .none")].map(one => one.cloneNode(true));
            for (const picture of pictures) picture.removeAttribute("loading");
            document.getElementById("large-picture").replaceChildren(...pictures);
            const box = card.querySelector(".pick input");
            document.getElementById("large-number").textContent = box.value;
            largeTick.checked = box.checked;
            large.scrollTop = 0;
            const about = card.querySelector(".about").cloneNode(true);
            about.querySelector("h2").remove();
            document.getElementById("large-about").replaceChildren(about);
            const all = shown();
            const place = all.indexOf(card);
            const focused = document.activeElement;
            document.getElementById("previous").disabled = place <= 0;
            document.getElementById("next").disabled = place === all.length - 1;
            if (!large.open) large.showModal();
            else if (focused.disabled) heading.focus();
        }
        function step(by) {
            const all = shown();
            const other = all[all.indexOf(current) + by];
            if (other) show(other);
        }

        /* The numbers of the ticked cards as a selection, such as 1,4-7. */
        function tick() {
            const ticked = boxes.filter(box => box.checked).map(box => box.value);
            const isNumber = text => /^\\d+$/.test(text);
            const numbers = ticked.filter(isNumber).map(Number).sort((a, b) => a - b);
            const ranges = [];
            for (const number of numbers) {
                const last = ranges.at(-1);
                if (last && last[1] + 1 === number) last[1] = number;
                else ranges.push([number, number]);
            }
            const texts = ranges.map(([first, last]) => first === last ? first : first + "-" + last);
            const names = ticked.filter(text => !isNumber(text));
            selection.value = [texts.join(","), ...names].filter(text => text).join(" ");
            document.getElementById("ticked").hidden = !ticked.length;
        }

        /* The columns of the sheet, by the places of the first row. */
        function columns(all) {
            const top = all[0].offsetTop;
            const next = all.findIndex(card => card.offsetTop !== top);
            return next < 0 ? all.length : next;
        }
        const isCommand = event => event.ctrlKey || event.altKey || event.metaKey;
        function move(event) {
            if (isCommand(event)) return;
            const all = shown();
            const place = all.indexOf(event.target.closest(".card"));
            if (place < 0) return;
            const steps = { ArrowLeft: () => -1, ArrowRight: () => 1, Home: () => -place,
                End: () => all.length - 1 - place, ArrowUp: () => -columns(all),
                ArrowDown: () => columns(all) };
            const other = steps[event.key] && all[place + steps[event.key]()];
            if (!other) return;
            event.preventDefault();
            other.querySelector("button").focus();
        }

        search.addEventListener("input", find);
        sort.addEventListener("change", arrange);
        search.form.addEventListener("submit", event => event.preventDefault());
        sheet.addEventListener("click", event => {
            const button = event.target.closest("button");
            if (button) show(button.closest(".card"));
        });
        sheet.addEventListener("keydown", move);
        sheet.addEventListener("change", tick);
        largeTick.addEventListener("change", () => {
            current.querySelector(".pick input").checked = largeTick.checked;
            tick();
        });
        document.getElementById("copy").addEventListener("click", () => {
            selection.select();
            document.execCommand("copy");
        });
        document.getElementById("untick").addEventListener("click", () => {
            for (const box of boxes) box.checked = false;
            tick();
        });
        document.getElementById("places").addEventListener("click", event => {
            const link = event.target.closest('a[href^="#"]');
            if (!link || !linked(link).hidden) return;
            search.value = "";
            find();
        });
        document.getElementById("previous").addEventListener("click", () => step(-1));
        document.getElementById("next").addEventListener("click", () => step(1));
        document.getElementById("close").addEventListener("click", () => large.close());
        large.addEventListener("click", event => { if (event.target === large) large.close(); });
        large.addEventListener("close", () => current.querySelector("button").focus());
        document.addEventListener("keydown", event => {
            if (isCommand(event)) return;
            if (large.open && event.key === "ArrowLeft") step(-1);
            else if (large.open && event.key === "ArrowRight") step(1);
            else if (!large.open && event.key === "/" && document.activeElement !== search) {
                event.preventDefault();
                search.focus();
            }
        });
        find();
        tick();
        """
}
