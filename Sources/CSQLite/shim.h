#include <sqlite3.h>

/* What Swift cannot call: one takes a cast as an argument, the other a variable number of them. */

/* The text must stay where it is until the statement has run. A null pointer stands for an empty
   one. */
static inline int scarybugs_sqlite_bind_text(sqlite3_stmt *statement, int index,
                                             const unsigned char *text, int count) {
    return sqlite3_bind_text(statement, index, text ? (const char *)text : "", count,
                             SQLITE_STATIC);
}

/* SQLite does not count the memory that it has, for which it would lock a mutex each time. To be
   called before anything else of it. */
static inline int scarybugs_sqlite_count_no_memory(void) {
    return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}
