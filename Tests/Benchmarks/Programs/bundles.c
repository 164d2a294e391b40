/* The least work for bundles with libarchive. An export writes each under a temporary name and
   renames it. An import extracts each into a staging directory, with libarchive's checks, and
   renames it without replacing anything. Both end with one sync of the file system.
   usage: bundles export DOCUMENTS DIRECTORY
          bundles import BUNDLES DIRECTORY */
#define _GNU_SOURCE
#include "check.h"
#include <archive.h>
#include <archive_entry.h>
#include <dirent.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int source, target;

static void succeed(int status, struct archive *archive) {
    if (status == ARCHIVE_OK) return;
    fprintf(stderr, "bundles: %s\n", archive_error_string(archive));
    exit(1);
}

/* Calls a function for each name in a directory, except names that begin with a dot. */
static void forEach(int parent, void (*body)(int, const char *, void *), void *context) {
    DIR *directory = fdopendir(openat(parent, ".", O_RDONLY | O_DIRECTORY));
    for (struct dirent *entry; (entry = readdir(directory));)
        if (entry->d_name[0] != '.') body(parent, entry->d_name, context);
    closedir(directory);
}

typedef struct {
    struct archive *archive;
    const char *directory;
} Bundle;

static void addFile(int directory, const char *name, void *context) {
    static char buffer[1 << 18];
    Bundle *bundle = context;
    char path[600];
    struct stat status;
    int file = check(openat(directory, name, O_RDONLY), name);
    check(fstat(file, &status), name);
    snprintf(path, sizeof path, "%s/%s", bundle->directory, name);
    struct archive_entry *entry = archive_entry_new();
    archive_entry_set_pathname(entry, path);
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_entry_set_perm(entry, 0644);
    archive_entry_set_size(entry, status.st_size);
    archive_entry_set_mtime(entry, status.st_mtim.tv_sec, 0);
    /* Pictures are compressed already. */
    if (strstr(name, ".plist")) archive_write_zip_set_compression_deflate(bundle->archive);
    else archive_write_zip_set_compression_store(bundle->archive);
    succeed(archive_write_header(bundle->archive, entry), bundle->archive);
    for (ssize_t size; (size = check(read(file, buffer, sizeof buffer), name)) > 0;)
        check(archive_write_data(bundle->archive, buffer, (size_t)size), name);
    archive_entry_free(entry);
    close(file);
}

static void exportDocument(int documents, const char *name, void *context) {
    (void)context;
    char path[600];
    snprintf(path, sizeof path, "%s.zip", name);
    int directory = check(openat(documents, name, O_RDONLY | O_DIRECTORY), name);
    int file = check(openat(target, ".part", O_WRONLY | O_CREAT | O_EXCL, 0644), name);
    Bundle bundle = {archive_write_new(), name};
    archive_write_set_format_zip(bundle.archive);
    archive_write_set_bytes_per_block(bundle.archive, 1 << 18);
    archive_write_set_bytes_in_last_block(bundle.archive, 1);
    succeed(archive_write_open_fd(bundle.archive, file), bundle.archive);
    forEach(directory, addFile, &bundle);
    succeed(archive_write_close(bundle.archive), bundle.archive);
    archive_write_free(bundle.archive);
    close(file);
    close(directory);
    check(renameat2(target, ".part", target, path, RENAME_NOREPLACE), path);
}

/* Extracts one entry below the working directory. */
static void unpack(struct archive *archive, struct archive *disk, struct archive_entry *entry) {
    const void *bytes;
    size_t size;
    la_int64_t offset;
    int status;
    succeed(archive_write_header(disk, entry), disk);
    while ((status = archive_read_data_block(archive, &bytes, &size, &offset)) == ARCHIVE_OK)
        check(archive_write_data_block(disk, bytes, size, offset), archive_error_string(disk));
    if (status != ARCHIVE_EOF) succeed(status, archive);
    succeed(archive_write_finish_entry(disk), disk);
}

static void importBundle(int bundles, const char *name, void *disk) {
    char document[600] = "";
    struct archive_entry *entry;
    int file = check(openat(bundles, name, O_RDONLY), name), status;
    struct archive *archive = archive_read_new();
    archive_read_support_format_zip(archive);
    succeed(archive_read_open_fd(archive, file, 1 << 18), archive);
    while ((status = archive_read_next_header(archive, &entry)) == ARCHIVE_OK) {
        const char *path = archive_entry_pathname(entry);
        snprintf(document, sizeof document, "%.*s", (int)strcspn(path, "/"), path);
        unpack(archive, disk, entry);
    }
    if (status != ARCHIVE_EOF) succeed(status, archive);
    archive_read_free(archive);
    close(file);
    check(renameat2(AT_FDCWD, document, target, document, RENAME_NOREPLACE), document);
}

static void importAll(void) {
    struct archive *disk = archive_write_disk_new();
    archive_write_disk_set_options(
        disk, ARCHIVE_EXTRACT_SECURE_SYMLINKS | ARCHIVE_EXTRACT_SECURE_NODOTDOT |
                  ARCHIVE_EXTRACT_SECURE_NOABSOLUTEPATHS | ARCHIVE_EXTRACT_NO_OVERWRITE);
    check(mkdirat(target, ".staging", 0700), ".staging");
    check(fchdir(openat(target, ".staging", O_RDONLY | O_DIRECTORY)), ".staging");
    forEach(source, importBundle, disk);
    archive_write_free(disk);
}

int main(int argc, char **argv) {
    if (argc != 4) return 2;
    source = check(open(argv[2], O_RDONLY | O_DIRECTORY), argv[2]);
    check(mkdir(argv[3], 0700), argv[3]);
    target = check(open(argv[3], O_RDONLY | O_DIRECTORY), argv[3]);
    if (strcmp(argv[1], "export") == 0) forEach(source, exportDocument, NULL);
    else if (strcmp(argv[1], "import") == 0) importAll();
    else return 2;
    check(syncfs(target), "sync");
    return 0;
}
