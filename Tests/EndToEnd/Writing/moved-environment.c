// Moves the environment before `main`, as libraries do that set a variable.
#include <stdlib.h>

__attribute__((constructor)) static void move(void) { setenv("MOVED", "1", 1); }
