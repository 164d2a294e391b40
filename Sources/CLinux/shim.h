/* Calls of the GNU C library that it declares for _GNU_SOURCE only, which Swift's Glibc module is
   built without. Declared as in their manual pages, renameat2(2), syncfs(2), sync_file_range(2),
   copy_file_range(2) and the others, with the types of 64-bit Linux spelled out: a header included
   here would make this module the owner of `struct stat`, which is Glibc's. */
int renameat2(int olddirfd, const char *oldpath, int newdirfd, const char *newpath,
              unsigned int flags);
int syncfs(int fd);
int sync_file_range(int fd, long offset, long nbytes, unsigned int flags);
long copy_file_range(int fd_in, long *off_in, int fd_out, long *off_out, unsigned long len,
                     unsigned int flags);

/* Entries of a directory, see getdents(2). */
long getdents64(int fd, void *buffer, unsigned long count);

/* Random bytes, see getrandom(2). */
long getrandom(void *buffer, unsigned long count, unsigned int flags);

/* Of struct pollfd, struct timespec and sigset_t, see ppoll(2). */
int ppoll(void *fds, unsigned long nfds, const void *tmo_p, const void *sigmask);

/* openat2(2), which the library has no call for: the flags and the mode as for open(2), and
   RESOLVE_BENEATH with RESOLVE_NO_SYMLINKS, so that no part of the path leads elsewhere. */
long syscall(long number, ...);
static inline int clinux_openat_beneath(int dirfd, const char *path, int flags, unsigned int mode) {
    unsigned long how[3] = {(unsigned int)flags, mode, 0x08 | 0x04};
    return (int)syscall(437, (long)dirfd, path, how, sizeof how);
}

/* asm-generic/fcntl.h */
static const int CLINUX_O_NOATIME = 01000000;

/* linux/fs.h */
static const unsigned int CLINUX_RENAME_NOREPLACE = 1;
static const unsigned int CLINUX_RENAME_EXCHANGE = 2;
static const unsigned int CLINUX_SYNC_FILE_RANGE_WRITE = 2;
static const unsigned long CLINUX_FICLONE = 0x40049409;
