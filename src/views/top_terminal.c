// SPDX-License-Identifier: BSD-2-Clause
/*
 * top_terminal.c - owns the terminal while a screen is shown: ncurses, which is loaded here and not when the program starts, the messages of
 * the tracer meanwhile, and the way back.
 */
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "lib/msg.h"
#include "top.h"
#include "top_guard.h"

#ifdef NO_DLOPEN		/* a static program */

struct top_terminal *top_terminal__new(void)
{
	msg__error("this build of trace is static and has no screen: use 'trace top --batch'");
	return NULL;
}

int top_terminal__begin(struct top_terminal *w) { (void)w; return -ENOTSUP; }
int top_terminal__key(struct top_terminal *w) { (void)w; return -1; }
void top_terminal__size(struct top_terminal *w, unsigned *width, unsigned *height) { (void)w; *width = 80; *height = 24; }
void top_terminal__draw(struct top_terminal *w, const char *s, size_t n, const struct top_layout *l) { (void)w, (void)s, (void)n, (void)l; }
pid_t top_terminal__guard(const struct top_terminal *w) { (void)w; return 0; }
void top_terminal__message(struct top_terminal *w, char *buf, size_t size) { (void)w, (void)size; *buf = '\0'; }
void top_terminal__free(struct top_terminal *w) { (void)w; }

#else

#include <dlfcn.h>
#include <ncurses.h>
#include <term.h>

#undef getmaxx
#undef getmaxy

/* The functions of ncurses that are used. */
#define FUNCTIONS(F) \
	F(int, setupterm, (const char *, int, int *)) \
	F(char *, tigetstr, (const char *)) \
	F(SCREEN *, newterm, (const char *, FILE *, FILE *)) \
	F(void, delscreen, (SCREEN *)) \
	F(WINDOW *, newwin, (int, int, int, int)) \
	F(int, wresize, (WINDOW *, int, int)) \
	F(int, endwin, (void)) \
	F(int, cbreak, (void)) \
	F(int, noecho, (void)) \
	F(int, nonl, (void)) \
	F(int, curs_set, (int)) \
	F(int, keypad, (WINDOW *, bool)) \
	F(int, nodelay, (WINDOW *, bool)) \
	F(int, set_escdelay, (int)) \
	F(int, wgetch, (WINDOW *)) \
	F(int, werase, (WINDOW *)) \
	F(int, wclear, (WINDOW *)) \
	F(int, wmove, (WINDOW *, int, int)) \
	F(int, waddnstr, (WINDOW *, const char *, int)) \
	F(int, wattr_on, (WINDOW *, attr_t, void *)) \
	F(int, wattr_off, (WINDOW *, attr_t, void *)) \
	F(int, wrefresh, (WINDOW *)) \
	F(int, getmaxx, (const WINDOW *)) \
	F(int, getmaxy, (const WINDOW *)) \
	F(int, is_term_resized, (int, int)) \

#define DECLARE(type, name, args) type (*name##_) args;

static struct {
	void *library;
	FUNCTIONS(DECLARE)
} curses;

struct top_terminal {
	SCREEN *screen;			/* NULL: not shown yet */
	WINDOW *window;
	struct top_guard guard;
	int messages, standard;		/* what standard error is meanwhile, and what it was before; -1: that is left alone */
};

/* -- Loading ----------------------------------------------------------------------------------------------------------- */

static bool find(void **to, const char *name)
{
	*to = dlsym(curses.library, name);
	return *to;
}

static int load(void)
{
	static const char *const names[] = { "libncursesw.so.6", "libncursesw.so.5" };
	bool ok = true;

	for (unsigned i = 0; !curses.library && i < sizeof(names) / sizeof(names[0]); i++)
		curses.library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
	if (!curses.library) {
		msg__error("the screen needs ncurses, which cannot be loaded: %s", dlerror());
		msg__hint("install libncursesw6, or use 'trace top --batch'");
		return -ENOENT;
	}
#define FIND(type, name, args) ok = ok && find((void **)&curses.name##_, #name);
	FUNCTIONS(FIND)
	if (!ok)
		msg__error("ncurses is too old here: use 'trace top --batch'");
	return ok ? 0 : -ENOENT;
}

/* -- The way back ------------------------------------------------------------------------------------------------------ */

static void add_string(char *to, size_t size, const char *name)
{
	const char *s = curses.tigetstr_(name);

	if (s && s != (const char *)-1 && strlen(to) + strlen(s) < size)
		strcat(to, s);
}

static int start_guard(struct top_guard *g)
{
	struct termios modes;
	char restore[512] = "";

	add_string(restore, sizeof(restore), "sgr0");
	add_string(restore, sizeof(restore), "rmkx");
	add_string(restore, sizeof(restore), "cnorm");
	add_string(restore, sizeof(restore), "rmcup");
	return tcgetattr(STDIN_FILENO, &modes) ? -errno : top_guard__start(g, STDOUT_FILENO, &modes, restore);
}

static int check(void)
{
	const char *term = getenv("TERM");
	int found = 0, err;

	if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) {
		msg__error("standard %s is not a terminal: use 'trace top --batch'", isatty(STDIN_FILENO) ? "output" : "input");
		return -ENOTTY;
	}
	if (!term || !*term) {
		msg__error("TERM is not set, so the terminal is not known: set it, or use 'trace top --batch'");
		return -ENOTTY;
	}
	err = load();
	if (err)
		return err;
	if (curses.setupterm_(term, STDOUT_FILENO, &found) == OK && curses.tigetstr_("cup"))
		return 0;
	msg__error("the terminal '%s' (TERM) is not known, or cannot show a screen: use 'trace top --batch'", term);
	return -ENOTTY;
}

struct top_terminal *top_terminal__new(void)
{
	struct top_terminal *w = check() ? NULL : calloc(1, sizeof(*w));
	int err = w ? start_guard(&w->guard) : 0;

	if (w && !err) {
		w->messages = w->standard = -1;
		return w;
	}
	if (err)
		msg__error("cannot start the process that restores the terminal: %s", strerror(-err));
	free(w);
	return NULL;
}

/* -- Messages ----------------------------------------------------------------------------------------------------------- */

/* Messages of the tracer would be written over the screen: they are kept, and printed after it. */
static void keep_messages(struct top_terminal *w)
{
	if (!isatty(STDERR_FILENO))
		return;
	w->messages = memfd_create("messages", MFD_CLOEXEC);
	w->standard = w->messages < 0 ? -1 : fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
	if (w->standard >= 0)
		dup2(w->messages, STDERR_FILENO);
}

static void print_messages(struct top_terminal *w)
{
	char buf[4096];
	ssize_t n;

	if (w->standard < 0)
		return;
	dup2(w->standard, STDERR_FILENO);
	for (off_t at = 0; (n = pread(w->messages, buf, sizeof(buf), at)) > 0; at += n)
		(void)!write(STDERR_FILENO, buf, (size_t)n);
	close(w->standard);
	close(w->messages);
}

void top_terminal__message(struct top_terminal *w, char *buf, size_t size)
{
	off_t end = w->messages < 0 ? 0 : lseek(w->messages, 0, SEEK_END), at = end > (off_t)size - 1 ? end - (off_t)size + 1 : 0;
	ssize_t n = end > 0 ? pread(w->messages, buf, size - 1, at) : 0;
	char *line;

	buf[n > 0 ? n : 0] = '\0';
	if (n > 0 && buf[n - 1] == '\n')
		buf[n - 1] = '\0';
	line = strrchr(buf, '\n');
	if (line)
		memmove(buf, line + 1, strlen(line + 1) + 1);
}

/* -- The screen -------------------------------------------------------------------------------------------------------- */

int top_terminal__begin(struct top_terminal *w)
{
	if (w->screen)
		return 0;
	setlocale(LC_CTYPE, "");
	w->screen = curses.newterm_(NULL, stdout, stdin);
	w->window = w->screen ? curses.newwin_(0, 0, 0, 0) : NULL;
	if (!w->window) {
		msg__error("ncurses cannot use this terminal: use 'trace top --batch'");
		return -ENOTTY;
	}
	top_guard__tell(&w->guard, true);
	keep_messages(w);
	curses.cbreak_();
	curses.noecho_();
	curses.nonl_();
	curses.curs_set_(0);
	curses.set_escdelay_(25);
	curses.keypad_(w->window, true);
	curses.nodelay_(w->window, true);
	return 0;
}

void top_terminal__free(struct top_terminal *w)
{
	if (!w)
		return;
	if (w->screen) {
		curses.endwin_();
		curses.delscreen_(w->screen);
		print_messages(w);
	}
	top_guard__tell(&w->guard, false);
	top_guard__end(&w->guard);
	free(w);
}

int top_terminal__key(struct top_terminal *w)
{
	static const struct { int from, to; } keys[] = {
		{ KEY_UP, TOP_UP }, { KEY_DOWN, TOP_DOWN }, { KEY_PPAGE, TOP_PAGE_UP }, { KEY_NPAGE, TOP_PAGE_DOWN }, { KEY_HOME, TOP_HOME },
		{ KEY_END, TOP_END }, { KEY_LEFT, TOP_LEFT }, { KEY_RIGHT, TOP_RIGHT }, { KEY_BACKSPACE, TOP_BACKSPACE }, { KEY_BTAB, TOP_BACKTAB },
		{ KEY_ENTER, '\n' }, { KEY_RESIZE, TOP_RESIZED },
	};
	int key = w->window ? curses.wgetch_(w->window) : ERR;

	if (key == KEY_RESIZE)
		curses.wclear_(w->window);	/* all is drawn again */
	for (unsigned i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		if (keys[i].from == key)
			return keys[i].to;
	return key == ERR ? -1 : key < 256 ? key : TOP_RESIZED;
}

void top_terminal__size(struct top_terminal *w, unsigned *width, unsigned *height)
{
	*width = w->window ? (unsigned)curses.getmaxx_(w->window) : 80;
	*height = w->window ? (unsigned)curses.getmaxy_(w->window) : 24;
}

static void draw_line(struct top_terminal *w, unsigned row, const char *s, size_t len, bool marked)
{
	if (curses.wmove_(w->window, (int)row, 0) == ERR)
		return;
	if (marked)
		curses.wattr_on_(w->window, A_REVERSE, NULL);
	curses.waddnstr_(w->window, s, (int)len);
	if (marked)
		curses.wattr_off_(w->window, A_REVERSE, NULL);
}

void top_terminal__draw(struct top_terminal *w, const char *text, size_t len, const struct top_layout *l)
{
	const char *end = text + len, *line_end;

	if (!w->window)
		return;
	curses.werase_(w->window);
	for (unsigned row = 0; text < end; row++, text = line_end + 1) {
		line_end = memchr(text, '\n', (size_t)(end - text));
		if (!line_end)
			line_end = end;
		draw_line(w, row, text, (size_t)(line_end - text), row == l->title || row == l->cursor);
	}
	curses.wrefresh_(w->window);
}

pid_t top_terminal__guard(const struct top_terminal *w)
{
	return w->guard.pid;
}

#endif
