// Simulates a file system without hard links, unnamed files, permissions and renameat2 flags, such as FAT
// over FUSE.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

int renameat2(int from, const char *name, int to, const char *new_name, unsigned flags) {
    if (flags == 0) return syscall(SYS_renameat2, from, name, to, new_name, 0);
    errno = EINVAL;
    return -1;
}

int linkat(int from, const char *name, int to, const char *new_name, int flags) {
    errno = EPERM;
    return -1;
}

int fchmodat(int directory, const char *name, mode_t mode, int flags) { return 0; }

int openat(int directory, const char *name, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    int mode = va_arg(rest, int);
    va_end(rest);
    if ((flags & O_TMPFILE) == O_TMPFILE) {
        errno = EOPNOTSUPP;
        return -1;
    }
    return syscall(SYS_openat, directory, name, flags, mode);
}

int openat64(int directory, const char *name, int flags, ...) __attribute__((alias("openat")));
