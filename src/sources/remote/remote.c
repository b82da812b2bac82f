// SPDX-License-Identifier: BSD-2-Clause
/* remote.c - starts ssh, and greets what it reaches. */
#include "remote.h"

#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "greeting.h"
#include "lib/buf.h"
#include "lib/clock.h"
#include "lib/interrupt.h"
#include "lib/msg.h"
#include "lib/small_file.h"
#include "lib/vec.h"

#define SSH_WORDS 32
#define LOOK_MS 100		/* interval of looking for an interrupt */
#define NOT_STARTED 255		/* exit status: that of ssh for its own failures */
#define NOT_FOUND 127		/* … of a shell that does not find a program */

/* -- Names ----------------------------------------------------------------------------------------------------------- */

static int add_name(struct remote **list, unsigned *n, const char *name, size_t len)
{
	if (!len || *name == '-') {
		msg__error("--host: '%.*s' is no name of a host", (int)len, name);
		return -EINVAL;
	}
	for (unsigned i = 0; i < *n; i++)
		if (strlen((*list)[i].host) == len && !strncmp((*list)[i].host, name, len)) {
			msg__error("--host: '%.*s' is named twice", (int)len, name);
			return -EINVAL;
		}
	if (!VEC_MORE(*list, *n, 1))
		return msg__no_memory();
	(*list)[*n] = (struct remote){ .host = strndup(name, len), .to = -1, .from = -1, .errors = -1 };
	return (*list)[(*n)++].host ? 0 : msg__no_memory();
}

int remotes__list(const struct remote_config *c, struct remote **list, unsigned *n)
{
	int err = 0;

	*list = NULL;
	*n = 0;
	for (const char *p = c->hosts; !err; p++) {
		size_t len = strcspn(p, ",");

		err = add_name(list, n, p, len);
		p += len;
		if (!*p)
			break;
	}
	if (err) {
		remotes__free(*list, *n);
		*list = NULL;
		*n = 0;
	}
	return err;
}

static void close_pipe(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

void remotes__free(struct remote *list, unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		close_pipe(&list[i].to);
		close_pipe(&list[i].from);
		close_pipe(&list[i].errors);
		free(list[i].host);
	}
	free(list);
}

/* -- Starting -------------------------------------------------------------------------------------------------------- */

/* A word for the other host's shell. */
static void add_quoted(struct buf *b, const char *word)
{
	buf__add(b, " '", 2);
	for (; *word; word++)
		if (*word == '\'')
			buf__add(b, "'\\''", 4);
		else
			buf__add(b, word, 1);
	buf__add(b, "'", 1);
}

static void add(struct buf *b, const char *text)
{
	buf__add(b, text, strlen(text));
}

/* NULL: no memory. */
static char *command_line(const struct remote_config *c, char *const *words, unsigned nwords)
{
	struct buf b = { 0 };

	add(&b, c->sudo ? "exec sudo -n " : "exec ");
	add(&b, c->program ? c->program : "trace");
	add(&b, " record --serve -o -");
	for (unsigned i = 0; i < nwords; i++)
		add_quoted(&b, words[i]);
	buf__add_text(&b, "");
	if (b.failed) {
		buf__free(&b);
		return NULL;
	}
	return (char *)b.p;
}

/* The child: an interrupt from the terminal is for this tracer, which then ends the others in order. */
static _Noreturn void run_ssh(char **argv, const int *fds)
{
	signal(SIGINT, SIG_IGN);
	signal(SIGQUIT, SIG_IGN);
	signal(SIGPIPE, SIG_DFL);
	for (int i = 0; i < 3; i++)
		if (dup2(fds[i], i) < 0)
			_exit(NOT_STARTED);
	execvp(argv[0], argv);
	dprintf(STDERR_FILENO, "%s: %s\n", argv[0], strerror(errno));
	_exit(NOT_STARTED);
}

/* pipes[i]: for the child's stream i. 0 or -errno: all or none are open, above the standard streams. */
static int open_pipes(int pipes[3][2])
{
	int n = 0, err = 0;

	while (n < 3 && !pipe2(pipes[n], O_CLOEXEC))
		n++;
	if (n == 3)
		return 0;
	err = -errno;
	while (n--) {
		close(pipes[n][0]);
		close(pipes[n][1]);
	}
	return err;
}

static int start(struct remote *r, char **argv)
{
	int pipes[3][2], err = open_pipes(pipes);

	if (err)
		return err;
	r->pid = fork();
	if (!r->pid)
		run_ssh(argv, (const int[]){ pipes[0][0], pipes[1][1], pipes[2][1] });
	err = r->pid < 0 ? -errno : 0;
	close(pipes[0][0]);
	close(pipes[1][1]);
	close(pipes[2][1]);
	r->to = pipes[0][1];
	r->from = pipes[1][0];
	r->errors = pipes[2][0];
	if (err)
		r->pid = 0;
	return err;
}

int remote__start(struct remote *r, const struct remote_config *c, char *const *words, unsigned nwords)
{
	char *ssh = strdup(c->ssh ? c->ssh : "ssh"), *command = command_line(c, words, nwords), *argv[SSH_WORDS + 8], *save = NULL;
	int n = 0, err = ssh && command ? 0 : -ENOMEM;

	for (char *w = err ? NULL : strtok_r(ssh, " ", &save); w && n < SSH_WORDS; w = strtok_r(NULL, " ", &save))
		argv[n++] = w;
	for (unsigned i = 0; i < 7; i++)
		argv[n++] = (char *[]){ "-T", "-o", "ConnectTimeout=15", "-o", "ServerAliveInterval=5", "-o", "ServerAliveCountMax=3" }[i];
	argv[n++] = r->host;
	argv[n++] = command;
	argv[n] = NULL;
	if (!err)
		err = start(r, argv);
	if (err)
		msg__error("cannot start ssh for %s: %s", r->host, strerror(-err));
	free(ssh);
	free(command);
	return err;
}

/* -- Greeting -------------------------------------------------------------------------------------------------------- */

/* false: an interrupt. */
static bool await(int fd)
{
	struct pollfd p = { .fd = fd, .events = POLLIN };

	while (!interrupt__count)
		if (poll(&p, 1, LOOK_MS) > 0)
			return true;
	return false;
}

/* Reads up to the newline, and no further. Returns the length, without it; -errno, -ENODATA at the end, -EINTR for an interrupt. */
static int read_line(int fd, char *line, size_t size)
{
	for (size_t n = 0; n + 1 < size; n++) {
		ssize_t got = await(fd) ? read(fd, line + n, 1) : (errno = EINTR, -1);
		char c = line[n];

		if (got <= 0 || c == '\n')
			line[n] = '\0';
		if (got <= 0)
			return got ? -errno : -ENODATA;
		if (c == '\n')
			return (int)n;
	}
	line[size - 1] = '\0';
	return -EPROTO;
}

static int check_version(const struct remote *r)
{
	char line[128], *version = line + sizeof(GREETING) - 1;
	int got = read_line(r->from, line, sizeof(line));

	if (got == -EINTR || got == -ENODATA)
		return got;		/* what ssh or trace printed says why */
	if (strncmp(line, GREETING, sizeof(GREETING) - 1)) {
		msg__error("%s: what answers is not trace, for it begins with '%.40s'", r->host, line);
		msg__hint("its shell must print nothing for commands that are not interactive; --remote-trace PATH says where trace is");
		return -EPROTO;
	}
	if (strcmp(version, TRACE_VERSION)) {
		msg__error("%s has trace %.40s, this host " TRACE_VERSION ": install the same version on both", r->host, version);
		return -EPROTO;
	}
	return 0;
}

static bool send(const struct remote *r, const void *p, size_t len)
{
	return write(r->to, p, len) == (ssize_t)len;
}

/* The wall clock as it was at the first call, and then without steps. */
uint64_t remotes__now(void)
{
	static uint64_t real_minus_mono;
	uint64_t mono = clock__ns(CLOCK_MONOTONIC);

	if (!real_minus_mono)
		real_minus_mono = clock__ns(CLOCK_REALTIME) - mono;
	return mono + real_minus_mono;
}

static int measure_clock(struct remote *r)
{
	r->within = UINT64_MAX;
	for (int i = 0; i < PINGS; i++) {
		uint64_t before = remotes__now(), after, its[2];

		if (!send(r, "c", 1))
			return -errno;
		if (!await(r->from))
			return -EINTR;
		if (small_file__fill(r->from, its, sizeof(its)) != sizeof(its))
			return -ENODATA;
		after = remotes__now();
		if ((after - before) / 2 >= r->within)
			continue;
		r->within = (after - before) / 2;
		r->ahead = (int64_t)(le64toh(its[0]) - (before + r->within));
		r->minus_mono = (int64_t)(before + r->within - le64toh(its[1]));
	}
	msg__info("%s: its clock is %.3f ms %s this host's, give or take %.3f ms", r->host, (double)(r->ahead < 0 ? -r->ahead : r->ahead) / 1e6,
		  r->ahead < 0 ? "behind" : "ahead of", (double)r->within / 1e6);
	return 0;
}

int remote__greet(struct remote *r)
{
	int err = check_version(r);

	if (!err)
		err = measure_clock(r);
	if (err && err != -EPROTO && err != -EINTR)
		msg__error("%s: no trace answers there", r->host);
	return err;
}

void remote__go(struct remote *r)
{
	uint64_t ahead = htole64((uint64_t)r->ahead);
	char go[1 + sizeof(ahead)] = "g";

	memcpy(go + 1, &ahead, sizeof(ahead));
	send(r, go, sizeof(go));	/* if that fails, the recording ends before it begins */
	__atomic_store_n(&r->began, true, __ATOMIC_RELEASE);
}

/* -- The end --------------------------------------------------------------------------------------------------------- */

static pthread_mutex_t sending = PTHREAD_MUTEX_INITIALIZER;		/* the relay's thread sends, too */

bool remote__tell(struct remote *r, const void *p, size_t len)
{
	bool good;

	pthread_mutex_lock(&sending);
	good = r->to >= 0 && send(r, p, len);
	pthread_mutex_unlock(&sending);
	return good;
}

void remote__stop(struct remote *r)
{
	pthread_mutex_lock(&sending);
	close_pipe(&r->to);
	pthread_mutex_unlock(&sending);
	r->stopped = true;
}

bool remote__give_up(struct remote *r)
{
	bool running;

	pthread_mutex_lock(&sending);
	running = r->pid > 0 && r->to >= 0;
	if (running) {
		r->given_up = true;
		kill(r->pid, SIGTERM);
		kill(r->pid, SIGCONT);
	}
	pthread_mutex_unlock(&sending);
	return running;
}

static bool has_ended(struct remote *r)
{
	bool ended;

	pthread_mutex_lock(&sending);
	ended = waitpid(r->pid, &r->status, WNOHANG) != 0;
	if (ended)
		r->pid = 0;
	pthread_mutex_unlock(&sending);
	return ended;
}

/* An interrupt ends what still connects, or asks for a password; a second one, what does not end by itself, since the connection is dead. */
static void await_end(struct remote *r)
{
	bool killed = false;

	while (!has_ended(r)) {
		if (!killed && interrupt__count > (r->began ? 1 : 0))
			killed = !kill(r->pid, SIGTERM);
		usleep(LOOK_MS * 100);
	}
}

int remote__end(struct remote *r)
{
	remote__stop(r);
	close_pipe(&r->from);		/* what still writes there gets SIGPIPE */
	if (!r->pid)
		return 0;
	await_end(r);
	if (interrupt__count && !r->began)
		return -EINTR;
	if (r->given_up)
		return -ECONNRESET;
	if (!r->began && WIFEXITED(r->status) && WEXITSTATUS(r->status) == NOT_FOUND)
		msg__hint("--remote-trace PATH says where trace is on %s", r->host);
	if (WIFEXITED(r->status) && WEXITSTATUS(r->status) == NOT_STARTED)
		msg__error("%s: ssh failed, or the connection was lost", r->host);
	else if (WIFSIGNALED(r->status) && WTERMSIG(r->status) != SIGPIPE)
		msg__error("%s: ssh was killed by signal %d", r->host, WTERMSIG(r->status));
	else
		return 0;
	return -ECONNRESET;
}
