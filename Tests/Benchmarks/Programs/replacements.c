/* The least work for edits: reads the data file of each document, and syncs the new contents under
   another name before they replace the old ones. It ends with one sync of the file system.
   usage: replacements DIRECTORY COUNT, with a directory made by 'documents' */
#define _GNU_SOURCE
#include "check.h"
#include <fcntl.h>
#include <unistd.h>

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    int count = atoi(argv[2]);
    int home = check(open(argv[1], O_RDONLY | O_DIRECTORY), argv[1]);
    int staging = check(openat(home, "staging", O_RDONLY | O_DIRECTORY), "staging");
    int documents = check(openat(home, "documents", O_RDONLY | O_DIRECTORY), "documents");
    for (int index = 1; index <= count; index++) {
        char name[32], path[64], bytes[65536];
        /* The same order as in 'generate set'. */
        int number = (int)((long)index * 7919 % count + 1);
        snprintf(name, sizeof name, "%d", index);
        snprintf(path, sizeof path, "%d.scarybug/data.plist", number);
        int old = check(openat(documents, path, O_RDONLY), path);
        ssize_t size = check(read(old, bytes, sizeof bytes), path);
        close(old);
        int file = check(openat(staging, name, O_WRONLY | O_CREAT | O_EXCL, 0600), name);
        check(write(file, bytes, (size_t)size), name);
        check(fsync(file), name);
        close(file);
        check(renameat(staging, name, documents, path), path);
    }
    check(syncfs(documents), "sync");
    return 0;
}
