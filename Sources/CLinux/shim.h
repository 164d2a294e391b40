/* Calls that the GNU C library declares for _GNU_SOURCE only. Swift's Glibc module is built without
   it. The declarations follow the manual pages renameat2(2), syncfs(2), sync_file_range(2),
   copy_file_range(2) and others. They spell out the types of 64-bit Linux, because an included
   header would make this module the owner of `struct stat`, which belongs to Glibc. */
int renameat2(int olddirfd, const char *oldpath, int newdirfd, const char *newpath,
              unsigned int flags);
int syncfs(int fd);
int sync_file_range(int fd, long offset, long nbytes, unsigned int flags);
long copy_file_range(int fd_in, long *off_in, int fd_out, long *off_out, unsigned long len,
                     unsigned int flags);

/* Reads the entries of a directory, see getdents(2). */
long getdents64(int fd, void *buffer, unsigned long count);

/* See pipe2(2). */
int pipe2(int ends[2], int flags);

/* The pointers are to posix_spawn_file_actions_t. The first call starts a program in a directory, the
   second closes a descriptor and all above it, as close_range(2). */
int posix_spawn_file_actions_addfchdir_np(void *actions, int fd);
int posix_spawn_file_actions_addclosefrom_np(void *actions, int from);

/* Fills a buffer with random bytes, see getrandom(2). */
long getrandom(void *buffer, unsigned long count, unsigned int flags);

/* The pointers are to struct pollfd, struct timespec and sigset_t, see ppoll(2). */
int ppoll(void *fds, unsigned long nfds, const void *tmo_p, const void *sigmask);

/* Calls openat2(2), because the library has no function for it. Flags and mode are as in open(2).
   RESOLVE_BENEATH with RESOLVE_NO_SYMLINKS keeps every part of the path below the directory. */
long syscall(long number, ...);
static inline int clinux_openat_beneath(int dirfd, const char *path, int flags, unsigned int mode) {
    unsigned long how[3] = {(unsigned int)flags, mode, 0x08 | 0x04};
    return (int)syscall(437, (long)dirfd, path, how, sizeof how);
}

/* A process that waits for another lock says so by a read lock on the same file, see "Open file
   description locks" in fcntl(2). The kernel removes it when the process ends. */
int fcntl(int fd, int cmd, ...);
struct clinux_lock {
    short type, whence;
    long start, length;
    int owner;
};
static inline void clinux_announce_wait(int fd, _Bool waits) {
    struct clinux_lock lock = {.type = waits ? 0 /* F_RDLCK */ : 2 /* F_UNLCK */};
    fcntl(fd, 37 /* F_OFD_SETLK */, &lock);
}
/* Whether another process waits. True if the file system can't tell. */
static inline _Bool clinux_has_waiting(int fd) {
    struct clinux_lock lock = {.type = 1 /* F_WRLCK */};
    return fcntl(fd, 36 /* F_OFD_GETLK */, &lock) != 0 || lock.type != 2;
}

/* See fstatfs(2). The type of the file system is the first word of `struct statfs`. */
int fstatfs(int fd, void *buffer);
static inline _Bool clinux_is_on_btrfs(int fd) {
    long buffer[64];
    return fstatfs(fd, buffer) == 0 && buffer[0] == 0x9123683E /* BTRFS_SUPER_MAGIC */;
}

/* See statx(2). Only the time of birth is read; 0 where the file system knows none. The offsets are those
   of `struct statx`, which is the same on all machines. */
int statx(int dirfd, const char *path, int flags, unsigned int mask, void *buffer);
static inline long clinux_birth(int fd) {
    union { unsigned int mask; long words[32]; } buffer = {0};
    if (statx(fd, "", 0x1000 /* AT_EMPTY_PATH */, 0x800 /* STATX_BTIME */, &buffer) != 0
        || !(buffer.mask & 0x800))
        return 0;
    return buffer.words[10] * 1000000000 + (unsigned int)buffer.words[11];
}

/* asm-generic/fcntl.h */
static const int CLINUX_O_NOATIME = 01000000;
static const int CLINUX_O_TMPFILE = 020200000;

/* linux/fs.h */
static const unsigned int CLINUX_RENAME_NOREPLACE = 1;
static const unsigned int CLINUX_RENAME_EXCHANGE = 2;
static const unsigned int CLINUX_SYNC_FILE_RANGE_WRITE = 2;
static const unsigned long CLINUX_FICLONE = 0x40049409;
