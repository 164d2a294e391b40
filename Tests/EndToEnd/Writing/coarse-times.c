// Simulates a file system whose times are whole seconds, such as an old form of ext3.
#define _GNU_SOURCE
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

int fstatat(int directory, const char *restrict name, struct stat *restrict status, int flags) {
    int result = syscall(SYS_newfstatat, directory, name, status, flags);
    if (result == 0)
        status->st_mtim.tv_nsec = status->st_ctim.tv_nsec = status->st_atim.tv_nsec = 0;
    return result;
}

int fstat(int file, struct stat *status) { return fstatat(file, "", status, AT_EMPTY_PATH); }
