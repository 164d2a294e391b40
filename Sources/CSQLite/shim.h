#include <sqlite3.h>

/* What Swift cannot call, since it takes a cast as an argument.
   The text is copied. A null pointer stands for an empty one. */
static inline int scarybugs_sqlite_bind_text(sqlite3_stmt *statement, int index,
                                             const unsigned char *text, int count) {
    return sqlite3_bind_text(statement, index, text ? (const char *)text : "", count,
                             SQLITE_TRANSIENT);
}
