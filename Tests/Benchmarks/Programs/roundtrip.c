/* Sends a line to a program on pipes and waits for the whole answer, again and again.
   usage: roundtrip [-g] COUNT LINE END COMMAND...
   An answer is whole when it ends with END, with or without a newline behind it. -g: the program
   greets with END before the first line. */
#define _GNU_SOURCE
#include "check.h"
#include <fcntl.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static int endsWith(const char *text, size_t length, const char *end) {
    size_t size = strlen(end);
    if (length > 0 && text[length - 1] == '\n') length--;
    return length >= size && memcmp(text + length - size, end, size) == 0;
}

static void answer(int output, const char *end) {
    char text[1 << 16];
    size_t length = 0;
    do {
        ssize_t size = read(output, text + length, sizeof text - length);
        if (size <= 0) {
            fprintf(stderr, "roundtrip: no answer that ends with '%s': %.*s\n", end, (int)length,
                    text);
            exit(1);
        }
        length += (size_t)size;
    } while (!endsWith(text, length, end));
}

int main(int argc, char **argv) {
    int greets = argc > 1 && strcmp(argv[1], "-g") == 0;
    argv += greets;
    if (argc - greets < 5) return 2;
    int input[2], output[2], status;
    pid_t child;
    check(pipe2(input, O_CLOEXEC), "pipe");
    check(pipe2(output, O_CLOEXEC), "pipe");
    posix_spawn_file_actions_t streams;
    posix_spawn_file_actions_init(&streams);
    posix_spawn_file_actions_adddup2(&streams, input[0], 0);
    posix_spawn_file_actions_adddup2(&streams, output[1], 1);
    check(-posix_spawnp(&child, argv[4], &streams, NULL, argv + 4, environ), argv[4]);
    close(input[0]);
    close(output[1]);
    char *line;
    int length = asprintf(&line, "%s\n", argv[2]);
    if (greets) answer(output[0], argv[3]);
    for (int count = atoi(argv[1]); count > 0; count--) {
        check(write(input[1], line, (size_t)length), "write");
        answer(output[0], argv[3]);
    }
    close(input[1]);
    check(waitpid(child, &status, 0), "wait");
    return status != 0;
}
