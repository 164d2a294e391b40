/* The least work for an index: finds and reads every data file, and inserts a row and its words into
   SQLite in one transaction. The text comes from the generator, because the least work excludes
   decoding. The sqlite3 shell, as a peer, queries the resulting database.
   usage: database DOCUMENTS FILE */
#include "check.h"
#include "item.h"
#include <dirent.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static sqlite3 *database;

static void succeed(int status) {
    if (status == SQLITE_OK || status == SQLITE_DONE) return;
    fprintf(stderr, "database: %s\n", sqlite3_errmsg(database));
    exit(1);
}

static void execute(const char *sql) { succeed(sqlite3_exec(database, sql, NULL, NULL, NULL)); }

static int ascending(const void *left, const void *right) {
    return *(const int *)left - *(const int *)right;
}

/* The sorted numbers of all documents in a directory. SQLite adds rows fastest in this order. */
static int *numbers(int documents, int *count) {
    int capacity = 1024, *all = malloc((size_t)capacity * sizeof *all);
    DIR *directory = fdopendir(dup(documents));
    *count = 0;
    for (struct dirent *entry; (entry = readdir(directory));) {
        int number = atoi(entry->d_name);
        if (number == 0) continue;
        if (*count == capacity) all = realloc(all, (size_t)(capacity *= 2) * sizeof *all);
        all[(*count)++] = number;
    }
    closedir(directory);
    qsort(all, (size_t)*count, sizeof *all, ascending);
    return all;
}

static struct stat readFile(int documents, int number) {
    char path[64], bytes[65536];
    struct stat status;
    snprintf(path, sizeof path, "%d.scarybug/data.plist", number);
    int file = check(openat(documents, path, O_RDONLY), path);
    check(fstat(file, &status), path);
    check(read(file, bytes, sizeof bytes), path);
    close(file);
    return status;
}

static void insert(sqlite3_stmt *statement, Item bug, struct stat status) {
    char tags[64];
    snprintf(tags, sizeof tags, "%s,%s", bug.place, bug.season);
    sqlite3_bind_int(statement, 1, bug.number);
    sqlite3_bind_text(statement, 2, bug.title, -1, SQLITE_STATIC);
    sqlite3_bind_double(statement, 3, bug.rating);
    sqlite3_bind_text(statement, 4, tags, -1, SQLITE_STATIC);
    sqlite3_bind_int64(statement, 5, status.st_mtim.tv_sec);
    sqlite3_bind_int64(statement, 6, status.st_size);
    succeed(sqlite3_step(statement));
    succeed(sqlite3_reset(statement));
}

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    int documents = check(open(argv[1], O_RDONLY | O_DIRECTORY), argv[1]), count;
    succeed(sqlite3_open(argv[2], &database));
    execute("PRAGMA journal_mode = wal; PRAGMA synchronous = normal; BEGIN;"
            "CREATE TABLE bugs (number INTEGER PRIMARY KEY, title TEXT, rating REAL, tags TEXT,"
            " modified INTEGER, size INTEGER);"
            "CREATE VIRTUAL TABLE words USING fts5 (title, tags, content = 'bugs',"
            " content_rowid = 'number', prefix = '2 3')");
    sqlite3_stmt *statement;
    succeed(sqlite3_prepare_v2(database, "INSERT INTO bugs VALUES (?, ?, ?, ?, ?, ?)", -1,
                               &statement, NULL));
    int *all = numbers(documents, &count);
    for (int index = 0; index < count; index++)
        insert(statement, item(all[index]), readFile(documents, all[index]));
    sqlite3_finalize(statement);
    /* Faster than adding the words with each row. */
    execute("INSERT INTO words (words) VALUES ('rebuild'); COMMIT");
    succeed(sqlite3_close(database));
    return 0;
}
