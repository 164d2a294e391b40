/* A call that fails ends a program here: half a measurement would be a wrong one. */
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
