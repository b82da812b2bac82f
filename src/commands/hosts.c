// SPDX-License-Identifier: BSD-2-Clause
/*
 * hosts.c - divides the command line: other hosts get what chooses and captures, this one keeps what shows.
 *
 * A host that cannot be reached, or is lost, is said, and the others go on; the exit status then is that of a failure.
 */
#include "hosts.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "command.h"
#include "host/privileges.h"
#include "host_copy.h"
#include "lib/interrupt.h"
#include "lib/msg.h"
#include "lib/output_file.h"
#include "lib/small_file.h"
#include "lib/vec.h"
#include "recordings.h"
#include "replay_loop.h"
#include "sources/file/source_file.h"
#include "sources/remote/remote.h"

#define COPY_BYTES 65536

struct words {
	char **v;
	unsigned n;
};

struct hosts {
	struct remote *list;
	struct host_copy **copies;	/* --also-record: of each host, or NULL; NULL: no */
	unsigned n;
	struct words there, here;	/* options for the other hosts, and for this one */
	unsigned failed;		/* hosts that could not be reached, or were lost */
	int status;			/* the first exit status of a command that is not 0 */
	bool top;			/* what shows is `trace top` */
	bool records;			/* nothing is shown */
	bool copies_calls;		/* calls are wanted, not counts of them: --also-record */
};

/* -- The command line ------------------------------------------------------------------------------------------------ */

/* false: no memory */
static bool add_word(struct words *w, char *word)
{
	if (!word || !VEC_MORE(w->v, w->n, 1)) {
		free(word);
		return false;
	}
	w->v[w->n++] = word;
	return true;
}

static bool add_option(struct words *w, const char *as, const char *value)
{
	char *word;

	if (asprintf(&word, "%s%s%s", as, value && as[1] == '-' ? "=" : "", value ? value : "") < 0)
		word = NULL;
	return add_word(w, word);
}

static bool is_one_of(const char *as, const char *const *names)
{
	while (*names && strcmp(as, *names))
		names++;
	return *names;
}

/* Options of hosts stay here; -o, too, and what groups the calls of a summary that is shown, or all of a summary if calls are recorded, too. */
static int divide_option(void *ctx, unsigned in, const char *as, const char *value)
{
	static const char *const own[] = { "--host", "--ssh", "--remote-trace", "--sudo", NULL };
	static const char *const summary[] = { "-s", "--summary", "--by", "--errors", NULL };
	static const char *const showing[] = { "-o", "--output", "--by", NULL }, *const recording[] = { "-o", "--output", NULL };
	struct hosts *h = ctx;
	const char *const *here = h->records ? recording : showing;
	bool good = true;

	if (is_one_of(as, own))
		return 0;
	if (in & IN_RECORD && !is_one_of(as, here) && !(h->copies_calls && is_one_of(as, summary)))
		good = add_option(&h->there, as, value);
	if (good && (in & IN_REPLAY || (in & IN_TOP && !(in & IN_RECORD)) || is_one_of(as, here)))
		good = add_option(&h->here, as, value);
	return good ? 0 : msg__no_memory();
}

/* 0 or -errno: the message was printed. */
static int divide(struct hosts *h, const struct options *opt, int argc, char **argv)
{
	int at;

	h->records = opt->in == IN_RECORD;
	h->copies_calls = opt->also_record;
	if (!add_word(&h->here, strdup("trace replay")))
		return msg__no_memory();
	at = options__each(opt->in | (opt->top.on ? IN_TOP : 0), argc, argv, divide_option, h);
	if (at < 0)
		return -EINVAL;
	if (opt->top.on && opt->all && !add_word(&h->there, strdup("-a")))	/* its default; given twice it is the same */
		return msg__no_memory();
	if (at < argc && !add_word(&h->there, strdup("--")))
		return msg__no_memory();
	for (; at < argc; at++)
		if (!add_word(&h->there, strdup(argv[at])))
			return msg__no_memory();
	return VEC_MORE(h->here.v, h->here.n, 1) ? (h->here.v[h->here.n] = NULL, 0) : msg__no_memory();
}

static int check(const struct options *o)
{
	if (o->input)
		msg__error("--host cannot be combined with -i: record first, with 'trace record --host', then show the recordings");
	else if (o->metrics.on)
		msg__error("--host has no effect with trace metrics: start it on each host, and have Prometheus scrape them");
	else if (o->also_record && !strcmp(o->also_record, "-"))
		msg__error("--host writes a file of each host: give --also-record the beginning of their names");
	else
		return 0;
	return -EINVAL;
}

/* -- The hosts ------------------------------------------------------------------------------------------------------- */

/* The file has also what nobody reads any more. */
static void end_copy(struct hosts *h, struct remote *r)
{
	struct host_copy **copy = h->copies ? &h->copies[r - h->list] : NULL;

	if (!copy || !*copy)
		return;
	remote__stop(r);
	if (r->from >= 0)
		close(r->from);
	r->from = -1;
	h->failed += host_copy__finish(*copy) != 0;
	*copy = NULL;
}

static void drop(struct hosts *h, struct remote *r)
{
	h->failed++;
	end_copy(h, r);
	remote__end(r);
}

/* All are asked before the first answer is awaited. 0 or -errno: none is there, the messages were printed. */
static int reach_all(struct hosts *h, const struct remote_config *c)
{
	unsigned there = 0;

	for (unsigned i = 0; i < h->n; i++)
		if (remote__start(&h->list[i], c, h->there.v, h->there.n))
			return -ECONNREFUSED;
	if (remotes__relay(h->list, h->n, !h->records))
		return -EAGAIN;
	for (unsigned i = 0; i < h->n && !interrupt__count; i++)
		if (remote__greet(&h->list[i]))
			drop(h, &h->list[i]);
	for (unsigned i = 0; i < h->n && !interrupt__count; i++)
		if (h->list[i].pid) {
			remote__go(&h->list[i]);
			there++;
		}
	return there ? 0 : -ECONNREFUSED;
}

static void stop_all(void *ctx)
{
	struct hosts *h = ctx;

	for (unsigned i = 0; i < h->n; i++)
		remote__stop(&h->list[i]);
}

static void end_one(struct hosts *h, struct remote *r)
{
	end_copy(h, r);
	h->failed += remote__end(r) != 0;
	if (!h->status && WIFEXITED(r->status))
		h->status = WEXITSTATUS(r->status);
}

/* Ends those that still run. The exit status. */
static int end_all(void *ctx)
{
	struct hosts *h = ctx;

	stop_all(h);
	for (unsigned i = 0; i < h->n; i++)
		if (h->list[i].pid)
			end_one(h, &h->list[i]);
	remotes__end_relay();
	return h->failed ? EXIT_TRACER : interrupt__count ? 0 : h->status;
}

static void free_words(struct words *w)
{
	for (unsigned i = 0; i < w->n; i++)
		free(w->v[i]);
	free(w->v);
}

static void hosts__free(struct hosts *h)
{
	remotes__free(h->list, h->n);
	free(h->copies);
	free_words(&h->there);
	free_words(&h->here);
}

/* 0, or the exit status: nothing is left. */
static int begin(struct hosts *h, const struct options *opt, int argc, char **argv)
{
	int err;

	privileges__give_up();
	err = check(opt) || divide(h, opt, argc, argv) || remotes__list(&opt->remote, &h->list, &h->n);
	if (err)
		return EXIT_TRACER;
	replay_loop__catch_signals();
	if (reach_all(h, &opt->remote)) {
		end_all(h);
		replay_loop__die_like(0);
		return EXIT_TRACER;
	}
	return 0;
}

/* -- Files ----------------------------------------------------------------------------------------------------------- */

/* fds[i]: host i's file; -1: none. */
static int open_files(struct hosts *h, const char *name, int *fds)
{
	char path[PATH_MAX];

	for (unsigned i = 0; i < h->n; i++) {
		fds[i] = -1;
		if (!h->list[i].pid)
			continue;
		snprintf(path, sizeof(path), "%s.%s", name, h->list[i].host);
		fds[i] = output_file__open(path);
		if (fds[i] < 0)
			return fds[i];
	}
	return 0;
}

/* -- Showing --------------------------------------------------------------------------------------------------------- */

/* Those whose recording does not begin are left out: messages said why. Returns how many are left. */
static unsigned open_all(struct hosts *h, struct source **sources, const char **names)
{
	unsigned n = 0;

	for (unsigned i = 0; i < h->n; i++) {
		struct remote *r = &h->list[i];
		int fd = r->from;
		char head[8];
		ssize_t got;

		if (!r->pid)
			continue;
		got = small_file__fill(fd, head, sizeof(head));
		if (got > 0)
			r->from = -1;		/* the source's from now on */
		if (got > 0 && !source_file__open(&sources[n], fd, head, (size_t)got, r->host))
			names[n++] = r->host;
		else
			drop(h, r);		/* what it printed says why */
	}
	return n;
}

/* 0 or -errno: the message was printed. */
static int copy_to_files(struct hosts *h, const char *name)
{
	int *fds = malloc(h->n * sizeof(*fds)), err;

	h->copies = calloc(h->n, sizeof(struct host_copy *));
	err = fds && h->copies ? open_files(h, name, fds) : msg__no_memory();
	for (unsigned i = 0; !err && i < h->n; i++)
		if (fds[i] >= 0)
			err = host_copy__start(&h->copies[i], &h->list[i].from, fds[i], h->list[i].host);
	free(fds);
	return err;
}

static int show(struct hosts *h)
{
	static struct options opt;
	struct source **sources = calloc(h->n, sizeof(*sources));
	const char **names = calloc(h->n, sizeof(*names));
	struct recorders r = { .sources = sources, .hosts = names, .stop = stop_all, .end = end_all, .ctx = h };
	int status = EXIT_TRACER;

	if (!sources || !names)
		msg__no_memory();
	else if (!options__parse_for(&opt, IN_REPLAY | (h->top ? IN_TOP : 0), (int)h->here.n, h->here.v))
		r.n = open_all(h, sources, names);
	if (r.n)
		status = recordings__show_made(&opt, &r);
	else
		end_all(h);
	free(sources);
	free(names);
	return status;
}

int hosts__show(const struct options *opt, int argc, char **argv)
{
	struct hosts h = { .top = opt->top.on };
	int status = begin(&h, opt, argc, argv);

	if (!status && opt->also_record && copy_to_files(&h, opt->also_record))
		status = (end_all(&h), EXIT_TRACER);
	else if (!status)
		status = show(&h);
	hosts__free(&h);
	return status;
}

/* -- Recording ------------------------------------------------------------------------------------------------------- */

/* false: the end, or a failure, which was said. */
static bool copy_some(struct hosts *h, struct remote *r, int fd)
{
	char data[COPY_BYTES];
	ssize_t n = read(r->from, data, sizeof(data)), done = 0, wrote = 0;

	if (n < 0 && errno == EINTR)
		return true;
	while (done < n && (wrote = write(fd, data + done, (size_t)(n - done))) > 0)
		done += wrote;
	if (wrote < 0) {
		msg__error("cannot write the recording of %s: %s", r->host, strerror(errno));
		h->failed++;
	}
	return n > 0 && wrote > 0;
}

static void copy_all(struct hosts *h, const int *fds, struct pollfd *from)
{
	unsigned open = 0;
	bool stopped = false;

	for (unsigned i = 0; i < h->n; i++) {
		from[i] = (struct pollfd){ .fd = fds[i] < 0 ? -1 : h->list[i].from, .events = POLLIN };
		open += fds[i] >= 0;
	}
	while (open && interrupt__count < 2) {
		if (interrupt__count && !stopped) {
			stop_all(h);
			stopped = true;
		}
		if (poll(from, h->n, -1) < 0)
			continue;
		for (unsigned i = 0; i < h->n; i++)
			if (from[i].revents && !copy_some(h, &h->list[i], fds[i])) {
				from[i].fd = -1;
				end_one(h, &h->list[i]);
				open--;
			}
	}
}

int hosts__record(const struct options *opt, int argc, char **argv)
{
	const char *name = opt->output ? opt->output : "trace.data";
	struct hosts h = { 0 };
	struct pollfd *from = NULL;
	int *fds = NULL, status;

	if (!strcmp(name, "-")) {
		msg__error("--host writes a file of each host: give -o the beginning of their names");
		return EXIT_TRACER;
	}
	status = begin(&h, opt, argc, argv);
	if (!status) {
		fds = malloc(h.n * sizeof(*fds));
		from = calloc(h.n, sizeof(*from));
		if (!fds || !from)
			status = (msg__no_memory(), EXIT_TRACER);
		else if (open_files(&h, name, fds))
			status = EXIT_TRACER;
		else
			copy_all(&h, fds, from);
		if (status)
			end_all(&h);
		else
			status = end_all(&h);
	}
	free(fds);
	free(from);
	hosts__free(&h);
	return status;
}
