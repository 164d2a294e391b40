/* Writes the same bugs to standard output, in the format of our program or of a peer.
   usage: generate new|set|pairs|tasks COUNT       lines for scarybug; data of task
          generate mail COUNT DIRECTORY            a Maildir for notmuch
          generate photograph BYTES SEED           an incompressible file recognized as JPEG */
#include "check.h"
#include "item.h"
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>

static void newLine(Item bug) {
    printf("new '%s' rating=%g tags=%s place='%s' at=%s seen=%s", bug.title, bug.rating, bug.tags,
           bug.place, bug.at, bug.seen);
    if (*bug.notes) printf(" notes='%s'", bug.notes);
    printf("\n");
}

/* A new rating, in halves, for each of count bugs, not in the order of their numbers: 7,919 is a prime. */
static void setLine(int index, int count) {
    long number = (long)index * 7919 % count + 1;
    printf("set %ld rating=%g\n", number, (number + 1) % 11 / 2.0);
}

static void identifier(FILE *file, int number) {
    fprintf(file, "5ca17b06-0000-4000-8000-%012d", number);
}

/* A line of task's pending.data, because importing a hundred thousand bugs would take minutes. */
static void storedTask(Item bug) {
    printf("[description:\"%s\" entry:\"1767225600\" modified:\"1767225600\" priority:\"%c\" "
           "status:\"pending\" tags:\"%s\" uuid:\"",
           bug.title, "LMH"[(int)bug.rating / 2], bug.tags);
    identifier(stdout, bug.number);
    printf("\"]\n");
}

static void makeMaildir(const char *directory) {
    static const char *parts[] = {"", "/cur", "/new", "/tmp"};
    for (int part = 0; part < 4; part++) {
        char path[4096];
        snprintf(path, sizeof path, "%s%s", directory, parts[part]);
        check(mkdir(path, 0700), path);
    }
}

static void message(Item bug, const char *directory) {
    char path[4096];
    snprintf(path, sizeof path, "%s/cur/%d:2,S", directory, bug.number);
    FILE *file = fopen(path, "wx");
    check(file ? 0 : -1, path);
    fprintf(file, "From: bench@example.org\nTo: bench@example.org\nSubject: %s\n", bug.title);
    fprintf(file, "Date: Thu, 01 Jan 2026 %02d:%02d:%02d +0000\n", bug.number / 3600 % 24,
            bug.number / 60 % 60, bug.number % 60);
    fprintf(file, "Message-ID: <%d@example.org>\n\n", bug.number);
    fprintf(file, "rating %g, tags %s, seen in %s at %s on %s\n%s\n", bug.rating, bug.tags, bug.place,
            bug.at, bug.seen, bug.notes);
    check(fclose(file), path);
}

static void photograph(long size, uint64_t seed) {
    static const unsigned char start[] = {0xFF, 0xD8, 0xFF, 0xE0, 0, 16, 'J', 'F', 'I', 'F', 0,
                                          1,    1,    0,    0,    1, 0,  1,   0,   0,
                                          0xFF, 0xDA, 0,    2};
    static const unsigned char end[] = {0xFF, 0xD9};
    fwrite(start, 1, sizeof start, stdout);
    uint64_t state = seed * 0x9E3779B97F4A7C15u + 1;
    for (long left = size - (long)sizeof start - (long)sizeof end; left > 0; left -= 8) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        fwrite(&state, 1, left < 8 ? (size_t)left : 8, stdout);
    }
    fwrite(end, 1, sizeof end, stdout);
}

int main(int argc, char **argv) {
    if (argc < 3) return 2;
    const char *form = argv[1];
    int count = atoi(argv[2]);
    int mail = strcmp(form, "mail") == 0;
    if (argc != (mail || strcmp(form, "photograph") == 0 ? 4 : 3)) return 2;
    if (mail) makeMaildir(argv[3]);
    else if (argc == 4) {
        photograph(count, (uint64_t)atoll(argv[3]));
        count = 0;
    }
    for (int number = 1; number <= count; number++) {
        Item bug = item(number);
        if (mail) message(bug, argv[3]);
        else if (strcmp(form, "new") == 0) newLine(bug);
        else if (strcmp(form, "set") == 0) setLine(number, count);
        else if (strcmp(form, "pairs") == 0) {
            newLine(bug);
            printf("set @last rating=%g\n", (number + 1) % 11 / 2.0);
        }
        else if (strcmp(form, "tasks") == 0) storedTask(bug);
        else return 2;
    }
    return check(fflush(stdout), "standard output");
}
