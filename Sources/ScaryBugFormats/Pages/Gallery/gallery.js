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
const plain = text => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
const texts = new Map();
const textOf = card => {
    if (!texts.has(card)) {
        const values = [...card.querySelectorAll("h2, .species, .seen, dd")];
        const found = [...values.map(value => value.textContent), card.dataset.seen];
        texts.set(card, plain(found.join("\n")));
    }
    return texts.get(card);
};
const places = [...document.querySelectorAll("#places li")];
const linked = link => document.getElementById(link.hash.slice(1));
const links = place => [...place.querySelectorAll('a[href^="#"]')];
const shown = () => [...sheet.children].filter(card => !card.hidden);

function find() {
    const words = plain(search.value).split(/\s+/).filter(word => word);
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
    const isNumber = text => /^\d+$/.test(text);
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
