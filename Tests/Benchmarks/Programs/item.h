/* The data of the bug with a given number, the same for our program and for every peer. */
#pragma once
#include <stdio.h>

typedef struct {
    int number;
    /* From 0 to 5 in halves. */
    double rating;
    /* Tags and dates are in the form of our command line; a position is in degrees. */
    char title[96], tags[64], at[32], seen[16], notes[160];
    const char *place;
} Item;

/* A title is in English, in a language with accents, or in another script. */
static inline const char *nameOf(int number) {
    static const char *names[] = {
        "Ant", "Beetle", "Cicada", "Dragonfly", "Earwig", "Fly", "Grasshopper", "Hornet",
        "Katydid", "Locust", "Mantis", "Moth", "Sawfly", "Thrips", "Wasp", "Weevil",
        "Käfer", "Libélula", "Żuk", "Zikáda", "Жук-олень", "Σκαθάρι", "兜虫", "カマキリ",
        "사슴벌레", "فراشة", "חיפושית", "भृंग", "ผีเสื้อ", "Chuồn chuồn", "🐛", "🐞 Ladybird",
    };
    /* Three of four titles are in English. */
    return names[number % 4 ? number / 4 % 16 : 16 + number / 4 % 16];
}

static inline Item item(int number) {
    static const char *looks[] = {
        "Amber", "Banded", "Copper", "Dotted", "Emerald", "Furry", "Giant", "Hooked",
        "Ivory", "Jewelled", "Lesser", "Marbled", "Northern", "Orange", "Pale", "Striped",
    };
    static const char *places[] = {
        "Attic", "Bark of a lime", "Cellar", "Dune", "Field", "Garden", "Marsh", "Łódź",
    };
    static const char *habitats[] = {"forest", "garden", "meadow", "pond"};
    static const char *seasons[] = {"autumn", "spring", "summer", "winter"};
    static const char *notes[] = {
        "", "under a stone, hardly moving", "It bit me; the hand was swollen for two days.",
        "Seen twice on the same leaf. The second one, which was smaller, had lost a leg and hid.",
    };
    Item item = {
        .number = number,
        .rating = number % 11 / 2.0,
        .place = places[number / 3 % 8],
    };
    /* The number makes the titles distinct, as most titles of real bundles are. */
    snprintf(item.title, sizeof item.title, "%s %s %d", looks[number % 16], nameOf(number), number);
    snprintf(item.tags, sizeof item.tags, "%s,%s%s", habitats[number / 5 % 4],
             seasons[number / 7 % 4], number % 3 ? "" : ",night");
    snprintf(item.seen, sizeof item.seen, "%d-%02d-%02d", 2000 + number % 26, 1 + number % 12,
             1 + number % 28);
    snprintf(item.at, sizeof item.at, "%.3f,%.3f", number % 120011 / 1000.0 - 60,
             number % 350003 / 1000.0 - 175);
    snprintf(item.notes, sizeof item.notes, "%s", notes[number / 2 % 4]);
    return item;
}
