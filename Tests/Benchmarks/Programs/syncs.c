/* The syncs of one new document without anything else: of its data file, of a log, and of the two
   directories with new names.
   usage: syncs DIRECTORY */
#define _GNU_SOURCE
#include "check.h"
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static void append(int directory, const char *name) {
    static const char bytes[300];
    int file = check(openat(directory, name, O_WRONLY | O_CREAT | O_APPEND, 0600), name);
    check(write(file, bytes, sizeof bytes), name);
    check(fsync(file), name);
    close(file);
}

int main(int argc, char **argv) {
    if (argc != 2) return 2;
    check(mkdir(argv[1], 0700), argv[1]);
    int home = check(open(argv[1], O_RDONLY | O_DIRECTORY), argv[1]);
    check(mkdirat(home, "1.scarybug", 0700), "1.scarybug");
    int document = check(openat(home, "1.scarybug", O_RDONLY | O_DIRECTORY), "1.scarybug");
    append(document, "data.plist");
    append(home, "log");
    check(fsync(document), "1.scarybug");
    check(fsync(home), argv[1]);
    return 0;
}
