#include <sqlite3.h>

/* Wrappers for calls that Swift can't make: SQLITE_STATIC and SQLITE_TRANSIENT are casts, and sqlite3_config takes a
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

/* Binds text and bytes, which SQLite copies. An empty array may be a null pointer. */
static inline int scarybugs_sqlite_copy_text(sqlite3_stmt *statement, int index,
                                             const char *text, int count) {
    return sqlite3_bind_text(statement, index, text, count, SQLITE_TRANSIENT);
}

static inline int scarybugs_sqlite_copy_blob(sqlite3_stmt *statement, int index,
                                             const unsigned char *bytes, int count) {
    return sqlite3_bind_blob(statement, index, bytes ? (const char *)bytes : "", count,
                             SQLITE_TRANSIENT);
}

/* Keeps the log when the database is closed, so that closing it syncs nothing. */
static inline int scarybugs_sqlite_keep_log(sqlite3 *database) {
    int persists = 1;
    int code = sqlite3_file_control(database, "main", SQLITE_FCNTL_PERSIST_WAL, &persists);
    return code ? code : sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}

/* The methods of an open database file, in place of the ones in `original`. The file points to `own`,
   which comes first, so that the other members can be found from it. */
struct scarybugs_sqlite_methods {
    sqlite3_io_methods own;
    const sqlite3_io_methods *original;
    sqlite3_uint64 seed;
};
