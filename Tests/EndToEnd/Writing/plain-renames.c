// Simulates a file system without hard links and without renameat2 flags, such as FAT over FUSE.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
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
