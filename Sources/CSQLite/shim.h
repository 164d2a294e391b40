#include <sqlite3.h>

/* What Swift cannot call: a variadic function, and one that takes a cast as an argument. */

static inline void scarybugs_sqlite_no_checkpoint_on_close(sqlite3 *database) {
    sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}

/* The text is copied. A null pointer stands for an empty one. */
static inline int scarybugs_sqlite_bind_text(sqlite3_stmt *statement, int index,
                                             const unsigned char *text, int count) {
    return sqlite3_bind_text(statement, index, text ? (const char *)text : "", count,
                             SQLITE_TRANSIENT);
}
