/// The commit that the program was built from; empty if the build wasn't told it.
const char *scarybug_commit(void);
