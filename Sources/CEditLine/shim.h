/* What Swift cannot say itself: calls with variable arguments, and the standard streams, which are
   global variables. See editline(3). */
#include <histedit.h>
#include <unistd.h>

/* Where a line is drawn: standard output if it is a terminal, else the terminal itself, so that
   results can go elsewhere. */
static inline FILE *editline_terminal(void) {
    FILE *terminal = isatty(STDOUT_FILENO) ? stdout : fopen("/dev/tty", "we");
    return terminal ? terminal : stdout;
}

/* Editing between standard input and a terminal; NULL without memory. */
static inline EditLine *editline_open(const char *program, FILE *terminal) {
    return el_init(program, stdin, terminal, stderr);
}

/* Closes what `editline_terminal` opened. */
static inline void editline_close(FILE *terminal) {
    if (terminal != stdout) fclose(terminal);
}

static inline void editline_set_client(EditLine *editor, void *client) {
    el_set(editor, EL_CLIENTDATA, client);
}

static inline void *editline_client(EditLine *editor) {
    void *client = NULL;
    return el_get(editor, EL_CLIENTDATA, &client) == 0 ? client : NULL;
}

/* What stands between two `escape` in the prompt goes to the terminal as it is and has no width. */
static inline void editline_set_prompt(EditLine *editor, char *(*prompt)(EditLine *),
                                       char escape) {
    el_set(editor, EL_PROMPT_ESC, prompt, (int)escape);
}

static inline void editline_set_reader(EditLine *editor, int (*reader)(EditLine *, wchar_t *)) {
    el_set(editor, EL_GETCFN, reader);
}

static inline void editline_set_mode(EditLine *editor, const char *mode) {
    el_set(editor, EL_EDITOR, mode);
}

static inline int editline_is_vi(EditLine *editor) {
    const char *mode = NULL;
    return el_get(editor, EL_EDITOR, &mode) == 0 && mode && mode[0] == 'v';
}

static inline void editline_set_editing(EditLine *editor, int enabled) {
    el_set(editor, EL_EDITMODE, enabled);
}

/* No after `edit off` in the user's ~/.editrc, or without a terminal. */
static inline int editline_is_editing(EditLine *editor) {
    int enabled = 0;
    return el_get(editor, EL_EDITMODE, &enabled) == 0 && enabled;
}

static inline void editline_add_function(EditLine *editor, const char *name, const char *help,
                                         unsigned char (*function)(EditLine *, int)) {
    el_set(editor, EL_ADDFN, name, help, function);
}

static inline void editline_bind(EditLine *editor, const char *key, const char *function) {
    el_set(editor, EL_BIND, key, function, (char *)NULL);
}

/* For vi's command mode. */
static inline void editline_bind_alternative(EditLine *editor, const char *key,
                                             const char *function) {
    el_set(editor, EL_BIND, "-a", key, function, (char *)NULL);
}

/* The terminal's modes: those for editing, or those that it had before. */
static inline void editline_prepare_terminal(EditLine *editor, int raw) {
    el_set(editor, EL_PREP_TERM, raw);
}

/* Draws prompt and line from the cursor on. */
static inline void editline_refresh(EditLine *editor) { el_set(editor, EL_REFRESH); }

/* Whether the terminal has a capability, a string named as in termcap(5). */
static inline int editline_has(EditLine *editor, const char *capability) {
    const char *value = NULL;
    return el_get(editor, EL_GETTC, capability, &value) == 0 && value && *value;
}

/* Sends a capability of the terminal, named as in termcap(5). */
static inline void editline_send(EditLine *editor, const char *capability) {
    el_set(editor, EL_ECHOTC, capability, (char *)NULL);
}

/* Writes through the stream that the editor uses, so that the two keep their order. */
static inline void editline_write(EditLine *editor, const char *text) {
    FILE *terminal = NULL;
    if (el_get(editor, EL_GETFP, 1, &terminal) != 0 || !terminal) return;
    fputs(text, terminal);
    fflush(terminal);
}

static inline void editline_use_history(EditLine *editor, History *list) {
    el_set(editor, EL_HIST, history, list);
}

static inline void editline_history_limit(History *list, int count) {
    HistEvent event;
    history(list, &event, H_SETSIZE, count);
}

static inline void editline_history_clear(History *list) {
    HistEvent event;
    history(list, &event, H_CLEAR);
}

static inline void editline_history_add(History *list, const char *line) {
    HistEvent event;
    history(list, &event, H_ENTER, line);
}

/* wchar.h declares it for X/Open only: the columns that a character takes, -1 for controls. */
int wcwidth(wchar_t character);
