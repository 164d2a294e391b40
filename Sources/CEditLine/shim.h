/* Wrappers for features that Swift can't use: calls with variable arguments, and the standard
   streams, which are global variables. See editline(3). */
#include <histedit.h>
#include <unistd.h>

/* The stream that the line is drawn on: standard output if it is a terminal. Otherwise the terminal
   itself, so that standard output can be redirected. */
static inline FILE *editline_terminal(void) {
    FILE *terminal = isatty(STDOUT_FILENO) ? stdout : fopen("/dev/tty", "we");
    return terminal ? terminal : stdout;
}

/* An editor that reads standard input and draws on a terminal; NULL if memory runs out. */
static inline EditLine *editline_open(const char *program, FILE *terminal) {
    return el_init(program, stdin, terminal, stderr);
}

/* Closes the stream that `editline_terminal` opened. */
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

/* Text between two `escape` in the prompt goes to the terminal unchanged and has no width. */
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

/* False after `edit off` in the user's ~/.editrc, or without a terminal. */
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

/* Binds a key in vi's command mode. */
static inline void editline_bind_alternative(EditLine *editor, const char *key,
                                             const char *function) {
    el_set(editor, EL_BIND, "-a", key, function, (char *)NULL);
}

/* Sets the terminal's modes for editing, or restores the earlier modes. */
static inline void editline_prepare_terminal(EditLine *editor, int raw) {
    el_set(editor, EL_PREP_TERM, raw);
}

/* Draws the prompt and the line at the cursor. */
static inline void editline_refresh(EditLine *editor) { el_set(editor, EL_REFRESH); }

/* Whether the terminal has a string capability, named as in termcap(5). */
static inline int editline_has(EditLine *editor, const char *capability) {
    const char *value = NULL;
    return el_get(editor, EL_GETTC, capability, &value) == 0 && value && *value;
}

/* Sends a capability of the terminal, named as in termcap(5). */
static inline void editline_send(EditLine *editor, const char *capability) {
    el_set(editor, EL_ECHOTC, capability, (char *)NULL);
}

/* Writes to the editor's own stream, so that the order of output is kept. */
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

/* The width of a character in columns, -1 for controls. wchar.h declares it for X/Open only. */
int wcwidth(wchar_t character);
