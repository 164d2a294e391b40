/* The least work for new documents: for each a directory, a file in it, and a rename that replaces
   nothing. It ends with one sync of the file system.
   usage: documents DIRECTORY COUNT BYTES */
#define _GNU_SOURCE
#include "check.h"
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

int main(int argc, char **argv) {
    if (argc != 4) return 2;
    int count = atoi(argv[2]);
    size_t size = (size_t)atoi(argv[3]);
    char *bytes = calloc(1, size);
    check(mkdir(argv[1], 0700), argv[1]);
    int home = check(open(argv[1], O_RDONLY | O_DIRECTORY), argv[1]);
    check(mkdirat(home, "staging", 0700), "staging");
    check(mkdirat(home, "documents", 0700), "documents");
    int staging = check(openat(home, "staging", O_RDONLY | O_DIRECTORY), "staging");
    int documents = check(openat(home, "documents", O_RDONLY | O_DIRECTORY), "documents");
    for (int number = 1; number <= count; number++) {
        char name[32], path[64];
        snprintf(name, sizeof name, "%d", number);
        snprintf(path, sizeof path, "%d/data.plist", number);
        check(mkdirat(staging, name, 0700), name);
        int file = check(openat(staging, path, O_WRONLY | O_CREAT | O_EXCL, 0600), path);
        check(write(file, bytes, size), path);
        close(file);
        snprintf(path, sizeof path, "%d.scarybug", number);
        check(renameat2(staging, name, documents, path, RENAME_NOREPLACE), path);
    }
    check(syncfs(documents), "sync");
    return 0;
}
