/* A failed call ends the program, because an incomplete measurement would be wrong. */
#pragma once
#include <stdio.h>
#include <stdlib.h>

static inline int check(long result, const char *what) {
    if (result < 0) {
        perror(what);
        exit(1);
    }
    return (int)result;
}
