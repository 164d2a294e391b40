/* The least work for edits in a script, as our program does it: reads the data file of each document,
   writes the new contents and a line of the journal, and exchanges the two versions. It syncs the
   file system once a second and at the end.
   usage: exchanges DIRECTORY COUNT, with a directory made by 'documents' */
#define _GNU_SOURCE
#include "check.h"
#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static int replace(int documents, int history, int journal, int index, int number) {
    static const char line[JOURNAL_LINE];
    char slot[32], path[64], bytes[65536];
    snprintf(slot, sizeof slot, "%d", index);
    snprintf(path, sizeof path, "%d.scarybug/data.plist", number);
    int old = check(openat(documents, path, O_RDONLY), path);
    ssize_t size = check(read(old, bytes, sizeof bytes), path);
    close(old);
    int file = check(openat(history, slot, O_WRONLY | O_CREAT | O_EXCL, 0600), slot);
    check(write(file, bytes, (size_t)size), slot);
    close(file);
    check(write(journal, line, sizeof line), "journal");
    return check(renameat2(history, slot, documents, path, RENAME_EXCHANGE), path);
}

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    int count = atoi(argv[2]);
    int home = check(open(argv[1], O_RDONLY | O_DIRECTORY), argv[1]);
    int documents = check(openat(home, "documents", O_RDONLY | O_DIRECTORY), "documents");
    check(mkdirat(home, "history", 0700), "history");
    int history = check(openat(home, "history", O_RDONLY | O_DIRECTORY), "history");
    int journal = check(openat(home, "journal", O_WRONLY | O_APPEND), "journal");
    time_t synced = time(NULL);
    for (int index = 1; index <= count; index++) {
        /* The same order as in 'generate set'. */
        replace(documents, history, journal, index, (int)((long)index * 7919 % count + 1));
        if (time(NULL) > synced) {
            check(syncfs(documents), "sync");
            synced = time(NULL);
        }
    }
    check(syncfs(documents), "sync");
    return 0;
}
