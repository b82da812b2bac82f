// SPDX-License-Identifier: BSD-2-Clause
/*
 * relay.c - the thread that reads what other hosts write on standard error: messages, which it prints, and what time they have.
 *
 * Each host is asked after 1 s, 2 s, 4 s, … and then every 16 s, a few times in a row. If the fastest answer shows that the clocks are further apart than
 * both measurements allow, the host is told, and puts it into its recording. A host that does not answer keeps the lines of the others waiting: that is
 * said, and then the host is given up.
 */
#include <endian.h>
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "lib/msg.h"
#include "lib/thread.h"
#include "lib/ulimits.h"
#include "remote.h"

#define MESSAGE_MAX 1000	/* a longer line is cut */
#define ANSWER_MAX 40
#define ANSWER 1		/* the byte with which an answer begins */
#define FIRST_NS 1000000000u	/* until clocks are compared again, */
#define EVERY_NS 16000000000u	/* doubled up to this */
#define LOOK_MS 500		/* interval of looking whether that is due */
#define LOOK_NS 1000000000u	/* … and the most that counts of one: this tracer may have been stopped */
#define SILENT_NS 15000000000u	/* without an answer, until that is said, */
#define LOST_NS 60000000000u	/* … and until the host is given up */

struct line {
	char text[MESSAGE_MAX];
	size_t len;
	char answer[ANSWER_MAX];
	size_t answer_len;	/* with the first byte; 0: no answer has begun */
};

struct ping {
	uint64_t sent;		/* ns: the question that was not answered yet; 0: none */
	uint64_t due, pause;	/* ns: when the next series begins, and how long after the one before */
	unsigned n;		/* answers of this series */
	uint64_t within;	/* … the fastest, */
	int64_t minus_mono;	/* … and what it says */
	uint64_t silent;	/* ns: that there was no answer, and nothing was received */
};

static struct relay {
	pthread_t thread;
	bool runs, together;
	uint64_t looked;	/* ns */
	int *from;		/* the hosts' recordings: whether there is something to read */
	struct remote *list;
	struct pollfd *fds;
	struct line *lines;
	struct ping *pings;
	unsigned n;
} relay;

/* -- Clocks ---------------------------------------------------------------------------------------------------------- */

static void ask(struct remote *r, struct ping *p)
{
	char question[1 + sizeof(uint64_t)] = "p";
	uint64_t number;

	p->sent = remotes__now();
	number = htole64(p->sent);
	memcpy(question + 1, &number, sizeof(number));
	remote__tell(r, question, sizeof(question));
}

static void tell(struct remote *r)
{
	const uint64_t numbers[] = { htole64((uint64_t)r->minus_mono), htole64(r->within) };
	char text[1 + sizeof(numbers)] = "a";

	memcpy(text + 1, numbers, sizeof(numbers));
	remote__tell(r, text, sizeof(text));
}

/* The host's part of the time that messages take may differ, which `within` covers. */
static void compare(struct remote *r, const struct ping *p)
{
	int64_t drift = p->minus_mono - r->minus_mono;

	if ((uint64_t)llabs(drift) <= p->within + r->within)
		return;
	r->minus_mono = p->minus_mono;
	r->within = p->within;
	tell(r);
	msg__info("%s: its clock has drifted by %.3f ms, give or take %.3f ms", r->host, (double)-drift / 1e6, (double)p->within / 1e6);
}

/* false: it is none: the command wrote it. */
static bool take_answer(struct relay *y, unsigned i)
{
	uint64_t now = remotes__now(), within;
	struct ping *p = &y->pings[i];
	unsigned long long sent, mono;

	if (sscanf(y->lines[i].answer + 1, "%llx %llx", &sent, &mono) != 2 || !p->sent || sent != p->sent)
		return false;
	within = (now - p->sent) / 2;
	if (!p->n || within < p->within) {
		p->within = within;
		p->minus_mono = (int64_t)(p->sent + within - mono);
	}
	p->sent = 0;
	if (++p->n < PINGS) {
		ask(&y->list[i], p);
		return true;
	}
	compare(&y->list[i], p);
	p->n = 0;
	p->pause = p->pause * 2 < EVERY_NS ? p->pause * 2 : EVERY_NS;
	p->due = now + p->pause;
	return true;
}

static void ask_all(struct relay *y)
{
	uint64_t now = remotes__now();

	for (unsigned i = 0; i < y->n; i++) {
		struct ping *p = &y->pings[i];

		if (!__atomic_load_n(&y->list[i].began, __ATOMIC_ACQUIRE) || p->sent || y->fds[i].fd < 0)
			continue;
		if (!p->due) {
			p->pause = FIRST_NS;
			p->due = now + p->pause;
		}
		if (now >= p->due)
			ask(&y->list[i], p);
	}
}

/* What is not read here yet may be what the answer waits for. */
static bool is_silent(const struct relay *y, unsigned i)
{
	int bytes = 0;

	return y->pings[i].sent && y->fds[i].fd >= 0 && (ioctl(y->from[i], FIONREAD, &bytes) || !bytes);
}

static void look_for_silence(struct relay *y)
{
	uint64_t now = remotes__now(), past = now - y->looked < LOOK_NS ? now - y->looked : LOOK_NS;

	y->looked = now;
	for (unsigned i = 0; i < y->n; i++) {
		struct ping *p = &y->pings[i];
		uint64_t before = p->silent;

		p->silent = is_silent(y, i) ? before + past : 0;
		if (before < SILENT_NS && p->silent >= SILENT_NS)
			msg__warn("%s: does not answer: lines of all hosts wait for it, for at most %u s more", y->list[i].host,
				  (unsigned)((LOST_NS - SILENT_NS) / 1000000000u));
		else if (before < LOST_NS && p->silent >= LOST_NS && remote__give_up(&y->list[i]))
			msg__error("%s: does not answer: it is given up, and the others go on", y->list[i].host);
	}
}

/* -- Messages -------------------------------------------------------------------------------------------------------- */

static void print_line(struct relay *y, unsigned i)
{
	struct line *l = &y->lines[i];

	if (l->len)
		dprintf(STDERR_FILENO, "%s: %.*s\n", y->list[i].host, (int)l->len, l->text);
	l->len = 0;
}

static void add_byte(struct line *l, char c)
{
	if (l->len < MESSAGE_MAX && c != '\r')
		l->text[l->len++] = (unsigned char)c < ' ' && c != '\t' ? '?' : c;
}

static void add_no_answer(struct line *l)
{
	for (size_t k = 0; k < l->answer_len; k++)
		add_byte(l, l->answer[k]);
	l->answer_len = 0;
}

/* An answer may come amidst a line. What is none is a part of that. */
static void add_to_answer(struct relay *y, unsigned i, char c)
{
	struct line *l = &y->lines[i];

	if (c != '\n') {
		l->answer[l->answer_len++] = c;
		if (l->answer_len == ANSWER_MAX - 1)
			add_no_answer(l);
		return;
	}
	l->answer[l->answer_len] = '\0';
	if (!take_answer(y, i)) {
		add_no_answer(l);
		print_line(y, i);
	}
	l->answer_len = 0;
}

/* false: the end. */
static bool relay_some(struct relay *y, unsigned i)
{
	char text[1024];
	ssize_t n = read(y->fds[i].fd, text, sizeof(text));

	for (ssize_t k = 0; k < n; k++) {
		struct line *l = &y->lines[i];

		if (l->answer_len || text[k] == ANSWER)
			add_to_answer(y, i, text[k]);
		else if (text[k] == '\n')
			print_line(y, i);
		else
			add_byte(l, text[k]);
	}
	if (n <= 0) {
		add_no_answer(&y->lines[i]);
		print_line(y, i);
	}
	return n > 0;
}

/* -- The thread ------------------------------------------------------------------------------------------------------ */

static void *relay_all(void *arg)
{
	struct relay *y = arg;
	unsigned open = y->n;

	while (open && poll(y->fds, y->n, LOOK_MS) >= 0) {
		for (unsigned i = 0; i < y->n; i++)
			if (y->fds[i].revents && !relay_some(y, i)) {
				y->fds[i].fd = -1;
				open--;
			}
		ask_all(y);
		if (y->together)
			look_for_silence(y);
	}
	return NULL;
}

int remotes__relay(struct remote *list, unsigned n, bool together)
{
	int err = 0;

	relay = (struct relay){ .list = list, .fds = calloc(n, sizeof(*relay.fds)), .lines = calloc(n, sizeof(*relay.lines)),
				.pings = calloc(n, sizeof(*relay.pings)), .from = calloc(n, sizeof(*relay.from)), .n = n,
				.together = together && n > 1 };
	if (!relay.fds || !relay.lines || !relay.pings || !relay.from)
		return msg__no_memory();
	for (unsigned i = 0; i < n; i++) {
		relay.fds[i] = (struct pollfd){ .fd = list[i].errors, .events = POLLIN };
		relay.from[i] = list[i].from;
	}
	relay.looked = remotes__now();		/* before there are two threads that ask for it */
	err = thread__start(&relay.thread, relay_all, &relay);
	relay.runs = !err;
	if (err)
		msg__error("cannot start a thread: %s", ulimits__why(err));
	return err;
}

void remotes__end_relay(void)
{
	if (relay.runs)
		pthread_join(relay.thread, NULL);
	free(relay.fds);
	free(relay.lines);
	free(relay.pings);
	free(relay.from);
	relay = (struct relay){ 0 };
}
