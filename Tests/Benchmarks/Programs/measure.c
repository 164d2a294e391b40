/* Runs commands in alternation, without a shell in between, for several rounds. Prints a line for
   each command: its median and its minimum time in seconds, and its highest peak memory in kilobytes.
   Then come the median ratio of the first command's time to its time in the same round, the ratio of
   the minima, and its spread: the middle half of its times, divided by the median.

   usage: measure [-n ROUNDS] [-w WARMUPS] [-f FIRST] [-s] [-o] [-l] [-b BEFORE]
                  -- COMMAND... [-- COMMAND...]...

   ROUND in a word is replaced by the round, so that each round can have a separate directory. -f gives
   the first of these numbers. Words NAME=VALUE before a command set its environment. -b gives a shell
   command that prepares a round. -s writes dirty data to disk before each run, so that no command pays
   for an earlier one. -o uses the number that a command prints as its seconds. -l runs the first
   command last, because it continues the work of the others. A failed command ends the measurement,
   because its time would be meaningless.

   This is not a script, because a process inherits the peak memory of its parent. */
#define _GNU_SOURCE
#include "check.h"
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { mostCommands = 16, mostRounds = 1000, mostWords = 1024 };

typedef struct {
    char **words;
    int count;
    double seconds[mostRounds], ratios[mostRounds];
    long peak;
} Command;

extern char **environ;
static Command commands[mostCommands];
static int rounds = 7, warmups = 1, first, flushes, prints, firstIsLast;
static const char *before;

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* Returns the text with each ROUND replaced by the name of the round. */
static char *withRound(const char *text, const char *round) {
    char *result;
    size_t length;
    FILE *stream = open_memstream(&result, &length);
    for (const char *place; (place = strstr(text, "ROUND")); text = place + strlen("ROUND"))
        fprintf(stream, "%.*s%s", (int)(place - text), text, round);
    fputs(text, stream);
    fclose(stream);
    return result;
}

/* Ends the program and prints the command's standard error. */
static void fail(char *const *words, int status, int errors) {
    char text[2000];
    ssize_t length = pread(errors, text, sizeof text, 0);
    fprintf(stderr, "measure: %s failed with %d: %.*s\n", words[0],
            WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
            length > 0 ? (int)length : 0, text);
    exit(1);
}

/* Whether one of the assignments sets the variable. */
static int replaced(char *const *assignments, int count, const char *variable) {
    size_t length = strcspn(variable, "=") + 1;
    while (count > 0)
        if (strncmp(assignments[--count], variable, length) == 0) return 1;
    return 0;
}

/* Starts a command with the assignments before it in its environment. */
static pid_t start(char **words, int output, int errors) {
    static char *environment[mostWords];
    int count = 0, assigned;
    while (words[0] && strchr(words[0], '=')) environment[count++] = *words++;
    assigned = count;
    for (char **variable = environ; *variable && count < mostWords - 1; variable++)
        if (!replaced(environment, assigned, *variable)) environment[count++] = *variable;
    environment[count] = NULL;
    pid_t child;
    posix_spawn_file_actions_t streams;
    posix_spawn_file_actions_init(&streams);
    posix_spawn_file_actions_addopen(&streams, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&streams, output, 1);
    posix_spawn_file_actions_adddup2(&streams, errors, 2);
    errno = posix_spawnp(&child, words[0], &streams, NULL, words, environment);
    check(-errno, words[0]);
    posix_spawn_file_actions_destroy(&streams);
    return child;
}

/* Runs a command once. Returns the seconds until it had closed its output and ended, or the seconds
   that it printed. */
static double run(char **words, long *peak) {
    static char text[1 << 16];
    int output[2], status, errors = check(memfd_create("errors", MFD_CLOEXEC), "memfd");
    struct rusage usage;
    check(pipe2(output, O_CLOEXEC), "pipe");
    double from = now();
    pid_t child = start(words, output[1], errors);
    close(output[1]);
    while (read(output[0], text, sizeof text) > 0) {}
    check(wait4(child, &status, 0, &usage), "wait4");
    double seconds = now() - from;
    if (status != 0) fail(words, status, errors);
    close(output[0]);
    close(errors);
    if (usage.ru_maxrss > *peak) *peak = usage.ru_maxrss;
    return prints ? atof(text) : seconds;
}

static int ascending(const void *left, const void *right) {
    double difference = *(const double *)left - *(const double *)right;
    return (difference > 0) - (difference < 0);
}

/* Sorts the values. */
static double median(double *values, int count) {
    qsort(values, (size_t)count, sizeof *values, ascending);
    return (values[(count - 1) / 2] + values[count / 2]) / 2;
}

/* Runs all commands once. The round is negative for a warm-up. Names count from the first warm-up. */
static void runAll(int count, int round) {
    char name[16];
    snprintf(name, sizeof name, "%d", first + round + warmups);
    if (before && system(withRound(before, name)) != 0) {
        fprintf(stderr, "measure: failed: %s\n", before);
        exit(1);
    }
    for (int index = 0; index < count; index++) {
        Command *command = &commands[(index + firstIsLast) % count];
        char *words[mostWords] = {NULL};
        for (int word = 0; word < command->count; word++)
            words[word] = withRound(command->words[word], name);
        if (flushes) sync();
        double seconds = run(words, &command->peak);
        for (int word = 0; word < command->count; word++) free(words[word]);
        if (round >= 0) command->seconds[round] = seconds;
    }
    for (int index = 0; index < count && round >= 0; index++)
        commands[index].ratios[round] = commands[0].seconds[round] / commands[index].seconds[round];
}

/* Splits the words at each "--" into commands and returns their number. */
static int takeCommands(char **words, int count) {
    int commandCount = 0;
    for (int index = 0; index < count; index++) {
        if (strcmp(words[index], "--") == 0) {
            if (++commandCount > mostCommands) return 0;
            commands[commandCount - 1].words = words + index + 1;
        } else {
            if (commandCount == 0) return 0;
            if (++commands[commandCount - 1].count >= mostWords) return 0;
        }
    }
    return commandCount;
}

int main(int argc, char **argv) {
    int option;
    while ((option = getopt(argc, argv, "+n:w:f:solb:")) != -1) {
        switch (option) {
        case 'n': rounds = atoi(optarg); break;
        case 'w': warmups = atoi(optarg); break;
        case 'f': first = atoi(optarg); break;
        case 's': flushes = 1; break;
        case 'o': prints = 1; break;
        case 'l': firstIsLast = 1; break;
        case 'b': before = optarg; break;
        default: return 2;
        }
    }
    /* The first "--" ends the options. */
    int count = takeCommands(argv + optind - 1, argc - optind + 1);
    if (count == 0 || rounds < 1 || rounds > mostRounds) return 2;
    for (int round = -warmups; round < rounds; round++) runAll(count, round);
    for (int index = 0; index < count; index++) {
        Command *command = &commands[index];
        double *seconds = command->seconds, middle = median(seconds, rounds);
        printf("%.9f %.9f %ld %.9f %.9f %.9f\n", middle, seconds[0], command->peak,
               median(command->ratios, rounds), commands[0].seconds[0] / seconds[0],
               (seconds[rounds * 3 / 4] - seconds[rounds / 4]) / middle);
    }
    return 0;
}
