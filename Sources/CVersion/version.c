#include "version.h"

const char *scarybug_commit(void) { return SCARYBUG_COMMIT; }
