/* The least work for edits in a script: reads the data file of each document, writes the new contents
   under another name, syncs the file system once, and then renames them all.
   usage: replacements DIRECTORY COUNT, with a directory made by 'documents' */
#define _GNU_SOURCE
#include "check.h"
#include <fcntl.h>
#include <unistd.h>

static void stage(int documents, int staging, const char *name, const char *path) {
    char bytes[65536];
    int old = check(openat(documents, path, O_RDONLY), path);
    ssize_t size = check(read(old, bytes, sizeof bytes), path);
    close(old);
    int file = check(openat(staging, name, O_WRONLY | O_CREAT | O_EXCL, 0600), name);
    check(write(file, bytes, (size_t)size), name);
    close(file);
}

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    int count = atoi(argv[2]);
    int home = check(open(argv[1], O_RDONLY | O_DIRECTORY), argv[1]);
    int staging = check(openat(home, "staging", O_RDONLY | O_DIRECTORY), "staging");
    int documents = check(openat(home, "documents", O_RDONLY | O_DIRECTORY), "documents");
    for (int isStaged = 0; isStaged < 2; isStaged++) {
        for (int index = 1; index <= count; index++) {
            char name[32], path[64];
            /* The same order as in 'generate set'. */
            int number = (int)((long)index * 7919 % count + 1);
            snprintf(name, sizeof name, "%d", index);
            snprintf(path, sizeof path, "%d.scarybug/data.plist", number);
            if (isStaged) check(renameat(staging, name, documents, path), path);
            else stage(documents, staging, name, path);
        }
        if (!isStaged) check(syncfs(documents), "sync");
    }
    return 0;
}
