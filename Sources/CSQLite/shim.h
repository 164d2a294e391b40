#include <sqlite3.h>

/* Wrappers for calls that Swift can't make: SQLITE_STATIC is a cast, and sqlite3_config takes a
   variable number of arguments. */

/* Binds text without a copy: it must stay valid until the statement has run. A null pointer means
   an empty text. */
static inline int scarybugs_sqlite_bind_text(sqlite3_stmt *statement, int index,
                                             const unsigned char *text, int count) {
    return sqlite3_bind_text(statement, index, text ? (const char *)text : "", count,
                             SQLITE_STATIC);
}

/* Turns off SQLite's memory statistics, which lock a mutex for each allocation. Call this before any
   other SQLite function. */
static inline int scarybugs_sqlite_count_no_memory(void) {
    return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}
