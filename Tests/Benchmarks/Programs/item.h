/* The data of the bug with a given number, the same for our program and for every peer. */
#pragma once
#include <stdio.h>

typedef struct {
    int number, rating;
    char title[64];
    const char *place, *season;
} Item;

static inline Item item(int number) {
    static const char *looks[] = {
        "Amber", "Banded", "Copper", "Dotted", "Emerald", "Furry", "Giant", "Hooked",
        "Ivory", "Jewelled", "Lesser", "Marbled", "Northern", "Orange", "Pale", "Striped",
    };
    static const char *insects[] = {
        "Ant", "Beetle", "Cicada", "Dragonfly", "Earwig", "Fly", "Grasshopper", "Hornet",
        "Katydid", "Locust", "Mantis", "Moth", "Sawfly", "Thrips", "Wasp", "Weevil",
    };
    static const char *places[] = {
        "attic", "bark", "cellar", "dune", "field", "garden", "marsh", "wood",
    };
    static const char *seasons[] = {"autumn", "spring", "summer", "winter"};
    Item item = {
        .number = number,
        .rating = number % 6,
        .place = places[number / 3 % 8],
        .season = seasons[number / 7 % 4],
    };
    /* The number makes the titles distinct, as most titles of real bundles are. */
    snprintf(item.title, sizeof item.title, "%s %s %d", looks[number % 16],
             insects[number / 16 % 16], number);
    return item;
}
