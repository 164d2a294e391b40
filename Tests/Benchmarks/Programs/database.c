/* Makes a database of bugs with an index of their words, which the sqlite3 shell then queries.
   usage: database FILE COUNT */
#include "check.h"
#include "item.h"
#include <sqlite3.h>

static sqlite3 *database;

static void succeed(int status) {
    if (status == SQLITE_OK || status == SQLITE_DONE) return;
    fprintf(stderr, "database: %s\n", sqlite3_errmsg(database));
    exit(1);
}

static void execute(const char *sql) { succeed(sqlite3_exec(database, sql, NULL, NULL, NULL)); }

static void insert(sqlite3_stmt *statement, Item bug) {
    const char *texts[] = {bug.title, bug.tags, bug.place, bug.at, bug.seen, bug.notes};
    sqlite3_bind_int(statement, 1, bug.number);
    sqlite3_bind_double(statement, 2, bug.rating);
    for (int index = 0; index < 6; index++)
        sqlite3_bind_text(statement, index + 3, texts[index], -1, SQLITE_STATIC);
    succeed(sqlite3_step(statement));
    succeed(sqlite3_reset(statement));
}

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    int count = atoi(argv[2]);
    succeed(sqlite3_open(argv[1], &database));
    execute("BEGIN;"
            "CREATE TABLE bugs (number INTEGER PRIMARY KEY, rating REAL, title TEXT, tags TEXT,"
            " place TEXT, at TEXT, seen TEXT, notes TEXT);"
            "CREATE VIRTUAL TABLE words USING fts5 (title, tags, place, notes, content = 'bugs',"
            " content_rowid = 'number', prefix = '2 3')");
    sqlite3_stmt *statement;
    succeed(sqlite3_prepare_v2(database, "INSERT INTO bugs VALUES (?, ?, ?, ?, ?, ?, ?, ?)", -1,
                               &statement, NULL));
    for (int number = 1; number <= count; number++) insert(statement, item(number));
    sqlite3_finalize(statement);
    execute("INSERT INTO words (words) VALUES ('rebuild'); COMMIT");
    succeed(sqlite3_close(database));
    return 0;
}
