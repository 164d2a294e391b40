#include <archive.h>
#include <archive_entry.h>
#include <bzlib.h>
#include <lzma.h>
#include <nettle/sha2.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>
