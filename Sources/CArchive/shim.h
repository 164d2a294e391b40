#include <archive.h>
#include <archive_entry.h>
#include <nettle/sha2.h>
#include <zlib.h>
